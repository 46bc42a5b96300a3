import { readFrontMatter } from "../text/front-matter.ts";
import { fold } from "../text/words/fold.ts";
import { roleOf, typeOfKey } from "./prose/relation-words.ts";
import { technicalName, urlName } from "./technical-names.ts";
import type { FoundName } from "./types.ts";

/** What is said of a document in its front matter, and of which of its names. */
interface StatedEntry {
  readonly key: string;
  /** Each value of a list; without brackets and wiki marks. */
  readonly values: readonly string[];
}

export interface StatedFacts {
  readonly entries: readonly StatedEntry[];
  /** Where the text after it begins. */
  readonly end: number;
}

const MAX_VALUE_CHARS = 120;
const MAX_VALUES = 20;
/** A chunk that begins so may have front matter. */
const OPEN = /^\uFEFF?---/;

/** The front matter at the beginning of a chunk, which may end before it; without entries when there is none. */
export function statedFacts(text: string): StatedFacts {
  if (!OPEN.test(text)) return { entries: [], end: 0 };
  const lines = text.split("\n");
  const { lines: count, isClosed, entries } = readFrontMatter((line) => lines[line]);
  if (!isClosed && entries.length === 0) return { entries: [], end: 0 };
  const byKey = Map.groupBy(
    entries.filter(({ isNested }) => !isNested),
    ({ key }) => key,
  );
  return {
    entries: [...byKey].map(([key, own]) => ({
      key,
      values: own.flatMap(({ values }) => values.slice(0, MAX_VALUES).map(nameIn)).filter(isName),
    })),
    end: lines.slice(0, count).reduce((sum, line) => sum + line.length + 1, 0),
  };
}

const nameIn = (value: string | number | boolean): string =>
  String(value)
    .replace(/^\[+|\]+$/g, "")
    .trim();

const isName = (value: string): boolean => value !== "" && value.length <= MAX_VALUE_CHARS;

const WEIGHT = { role: 1, tag: 1, value: 1, key: 0.05 } as const;
const MAX_VALUE_WORDS = 6;
const HAS_LETTER = /\p{L}/u;
/** What every page has: of the page, not of what it is about. */
const PAGE_KEYS = new Set(
  `title description date updated created status layout draft slug lang language icon image tags tag category
  categories keywords id type version weight order name summary aliases alias permalink navigation head seo icon navtitle sidebar links label badge published draft author_url`.split(
    /\s+/,
  ),
);
const TAG_KEYS = new Set("tags tag categories category keywords topics".split(" "));

/** Values of roles, tags, values in the notation of machines, keys of its own; relations are those of the title. */
export function frontMatterNames({ entries }: StatedFacts) {
  const names: Omit<FoundName, "slug">[] = [];
  const relations: { name: string; type: string }[] = [];
  for (const { key, values } of entries) {
    const folded = fold(key).trim();
    const role = roleOf(folded);
    for (const value of values) {
      const name = valueName(value, { folded, role });
      if (name !== undefined) names.push(name);
      if (name !== undefined && role !== undefined) relations.push({ name: name.name, type: role });
    }
    if (role === undefined && typeOfKey(folded) === undefined && !PAGE_KEYS.has(folded.split(".")[0] ?? ""))
      names.push({ name: key.trim(), type: "key", evidence: WEIGHT.key });
  }
  return { names, relations };
}

function valueName(
  value: string,
  { folded, role }: { readonly folded: string; readonly role: string | undefined },
): Omit<FoundName, "slug"> | undefined {
  if (!HAS_LETTER.test(value) || value.split(/\s+/).length > MAX_VALUE_WORDS) return undefined;
  const technical = value.startsWith("http") ? urlName(value) : technicalName(value);
  if (technical !== undefined && (role !== undefined || !PAGE_KEYS.has(folded.split(".")[0] ?? "")))
    return { ...technical, evidence: WEIGHT.value };
  const type = typeOfKey(folded);
  if (role !== undefined || type !== undefined)
    return { name: value, type: type ?? "other", evidence: WEIGHT.role };
  return TAG_KEYS.has(folded) ? { name: value, type: "concept", evidence: WEIGHT.tag } : undefined;
}
