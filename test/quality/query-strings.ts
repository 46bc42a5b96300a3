// Query strings of every kind that people, programs and attackers send: words with slips, FTS5 and SQL syntax, code,
// scripts, broken UTF-16, control characters, and lengths about the limit. Always the same for a seed.

import { MAX_PHRASES } from "../../src/search/query/analyse.ts";
import { quotedPhrases } from "../../src/search/query/match-text.ts";
import { normalise } from "../../src/text/words/fold.ts";

/** Text that the fuzzed queries partly match: its words appear in them, whole and misspelt. */
export const FUZZ_FILES: Readonly<Record<string, string>> = {
  "keys.md":
    "# Signing keys\n\nRotate the signing keys every month with getUserById.\n\nError E1042 means log4j failed.\n",
  "vögel.md": "# Vögel\n\nDer Reiher nistet an der alten Mühle. Größe: 90 cm.\n",
  "お茶.md": "# お茶\n\n毎朝、抹茶を点てる。温度は八十度。\n",
  "config.ts":
    "export const MAX_RETRIES = 5;\nfunction backoffMs(attempt: number) {\n  return 2 ** attempt;\n}\n",
};

/** Characters (UTF-16 units) of the longest query. */
const MAX_QUERY_CHARS = 2_000;

const WORDS = [
  ...Object.values(FUZZ_FILES)
    .join(" ")
    .matchAll(/[\p{L}\p{N}_]+/gu),
].map(([word]) => word);

const SYNTAX = [
  ...[
    '"',
    '""',
    '"""',
    "'",
    "''",
    "*",
    "^",
    ":",
    "(",
    ")",
    "{",
    "}",
    "+",
    "-",
    "--",
    ";",
    ",",
    ".",
    "?",
    "!",
  ],
  ...["AND", "OR", "NOT", "NEAR(", "NEAR/3", "text:", "title :", "- text:", "rank MATCH", "{title text}:"],
  ...[
    "' OR 1=1 --",
    "'; DROP TABLE chunks;--",
    "MATCH ?",
    "%",
    "_",
    "[a-z]",
    "\\",
    "\\\\",
    "/*",
    "*/",
    "`",
    "$1",
  ],
  ...[
    "{{x}}",
    "<b>",
    "&amp;",
    "%00",
    "../..",
    "C++",
    "C#",
    ".NET",
    "a.b.c()",
    "x=>y",
    "#1234",
    "@types/node",
  ],
  ...["src/a/b.ts:42", "https://x.test/?q=1&r=2", "v1.2.3-beta", "192.168.0.1", "é", "ﬁ", "ß", "İ", "ǅ", "Ω"],
] as const;

/** First and last code point of ranges that tokenizers, folding and JSON treat in ways of their own. */
const RANGES = [
  [0x00, 0x1f],
  [0x20, 0x7e],
  [0x7f, 0xff],
  [0x300, 0x36f],
  [0x370, 0x5ff],
  [0x600, 0x6ff],
  [0x900, 0x97f],
  [0x1100, 0x11ff],
  [0x1e00, 0x1fff],
  [0x2000, 0x206f],
  [0x3000, 0x30ff],
  [0x4e00, 0x4fff],
  [0xac00, 0xacff],
  [0xd800, 0xdfff],
  [0xe000, 0xe0ff],
  [0xfb00, 0xffff],
  [0x10000, 0x100ff],
  [0x1f300, 0x1f6ff],
  [0x20000, 0x200ff],
  [0xe0000, 0xe007f],
] as const;

export type Random = () => number;

const below = (random: Random, count: number): number => Math.floor(random() * count);

const pick = <Item>(random: Random, items: readonly Item[]): Item =>
  items[below(random, items.length)] as Item;

const times = <Item>(count: number, make: () => Item): Item[] => Array.from({ length: count }, make);

function character(random: Random): string {
  const [first, last] = pick(random, RANGES);
  return String.fromCodePoint(first + below(random, last - first + 1));
}

const characters = (random: Random, most: number): string =>
  times(1 + below(random, most), () => character(random)).join("");

/** A word with one letter left out, doubled, swapped or replaced. */
function misspelt(random: Random): string {
  const word = pick(random, WORDS);
  const at = below(random, word.length);
  const [before, here, after] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)];
  return pick(random, [
    before + after,
    before + here + here + after,
    before + after.charAt(0) + here + after.slice(1),
    before + character(random) + after,
  ]);
}

const piece = (random: Random): string =>
  pick<(random: Random) => string>(random, [
    (r) => pick(r, WORDS),
    misspelt,
    (r) => pick(r, SYNTAX),
    (r) => characters(r, 6),
    (r) => `"${pick(r, WORDS)} ${pick(r, [pick(r, WORDS), pick(r, SYNTAX), character(r)])}"`,
    (r) => pick(r, WORDS) + pick(r, SYNTAX) + pick(r, WORDS),
  ])(random);

const pieces = (random: Random, most: number): string =>
  times(1 + below(random, most), () => piece(random)).join(
    pick(random, [" ", "", "  ", "\n", "\t", " ", " OR "]),
  );

/** One thing again and again, to a length near the limit or beyond it. */
function repeated(random: Random): string {
  const unit = pick(random, [piece(random), character(random), pick(random, SYNTAX)]);
  const units = Math.ceil((MAX_QUERY_CHARS * (0.5 + random())) / Math.max(1, unit.length));
  return unit.repeat(units);
}

/** Just as long as allowed, or a few characters away from it. */
function atTheLimit(random: Random): string {
  const length = MAX_QUERY_CHARS - 2 + below(random, 5);
  return pieces(random, 600)
    .padEnd(length, pick(random, ["x", "ﷺ", "語", "e\u0301"]))
    .slice(0, length);
}

const blank = (random: Random): string =>
  times(below(random, 4), () =>
    pick(random, [" ", "\t", "\n", "\u00a0", "\u3000", "\0", "\ufeff", "\u200b"]),
  ).join("");

const MAKERS: readonly (readonly [share: number, make: (random: Random) => string])[] = [
  [0.55, (random) => pieces(random, 6)],
  [0.2, (random) => characters(random, 40)],
  [0.12, (random) => pieces(random, 40)],
  [0.05, repeated],
  [0.04, atTheLimit],
  [0.04, blank],
];

/** The next query string. */
export function queryString(random: Random): string {
  let chance = random();
  for (const [share, make] of MAKERS) {
    if (chance < share) return make(random);
    chance -= share;
  }
  return pieces(random, 6);
}

/**
 * What the contract says of a query: nothing left of it once it is well-formed, in NFKC and trimmed, more than 2,000
 * characters between its blanks, or too many phrases in quotes, which are counted by the service's own rule.
 */
export function isRefused(query: string): boolean {
  const visible = query.replaceAll("\0", " ").toWellFormed().normalize("NFKC").trim();
  if (visible.length === 0 || query.trim().length > MAX_QUERY_CHARS) return true;
  if (visible.length > 2 * MAX_QUERY_CHARS) return true;
  return quotedPhrases(normalise(query)).length > MAX_PHRASES;
}
