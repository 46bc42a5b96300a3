import { LANGUAGES } from "../languages/language.ts";
import { foldLetters } from "../languages/letters.ts";
import { frontCodedWords } from "./coded-words.ts";
import { STOP_LISTS } from "./stop-lists.ts";

/**
 * English function and question words. Measured on judged sets: shorter lists, keeping the question words, and adding
 * filler ("way", "use", "example") all rank worse.
 */
const ENGLISH = `a an and are as at be been being but by can could did do does doing for from had has have having
  he her hers him his how i if in into is it its me my no nor not of on or our ours she should so than that the
  their theirs them then there these they this those to was we were what when where which who whom whose why will
  with would you your yours s t ll re ve don doesn didn isn aren wasn`;

/** A language whose words without content we know. */
export type StopLanguage = "english" | keyof typeof STOP_LISTS;

/** Languages of Latin letters beside English. */
const LATIN = [
  ...LANGUAGES.filter((language) => language !== "ukrainian"),
  "vietnamese",
] as const satisfies readonly StopLanguage[];

const lists = new Map<StopLanguage, ReadonlySet<string>>();

/** A language's words without content, as the index has their letters; read when first asked for. */
function listOf(language: StopLanguage): ReadonlySet<string> {
  const known = lists.get(language);
  if (known !== undefined) return known;
  const read =
    language === "english" ? new Set(ENGLISH.split(/\s+/)) : new Set(frontCodedWords(STOP_LISTS[language]));
  lists.set(language, read);
  return read;
}

/** Whether the folded word says nothing about content in that language. */
export const isStopWord = (word: string, language: StopLanguage): boolean =>
  listOf(language).has(foldLetters(word));

let languages: ReadonlyMap<string, readonly StopLanguage[]> | undefined;

/** The languages of Latin letters beside English in which a folded word says nothing. */
export function latinLanguagesOf(word: string): readonly StopLanguage[] {
  languages ??= languagesByWord();
  return languages.get(foldLetters(word)) ?? NONE;
}

const NONE: readonly StopLanguage[] = [];

function languagesByWord(): ReadonlyMap<string, readonly StopLanguage[]> {
  const byWord = new Map<string, StopLanguage[]>();
  for (const language of LATIN)
    for (const word of listOf(language)) byWord.set(word, [...(byWord.get(word) ?? []), language]);
  return byWord;
}

/** A single word of a language of Latin letters may be a name or a loan: not enough to choose its list. */
const MIN_LATIN_STOP_WORDS = 2;

/** Scripts of their own, and whose words without content are known of each. */
const OF_SCRIPT: readonly (readonly [script: RegExp, languages: readonly StopLanguage[]])[] = [
  [/\p{Script=Arabic}/u, ["arabic"]],
  [/\p{Script=Hebrew}/u, ["hebrew"]],
  [/\p{Script=Cyrillic}/u, ["russian", "ukrainian"]],
  [/\p{Script=Devanagari}/u, ["hindi"]],
  [/\p{Script=Greek}/u, ["greek"]],
  [/\p{Script=Thai}/u, ["thai"]],
  [/\p{Script=Hangul}/u, ["korean"]],
];

/**
 * The languages whose lists apply to a query of these folded words: English always, a language of a script of its own
 * when that script occurs, and those of Latin letters of which it has the most stop words, two at least and all that are
 * English ones too. `accented` are languages that write some of its letters: each counts as a word.
 */
export function stopLanguages(
  words: readonly string[],
  accented: readonly StopLanguage[] = [],
): readonly StopLanguage[] {
  const text = words.join(" ");
  const found: StopLanguage[] = ["english"];
  for (const [script, languages] of OF_SCRIPT) if (script.test(text)) found.push(...languages);
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) found.push("japanese");
  else if (/\p{Script=Han}/u.test(text)) found.push("chinese");
  return [...found, ...latinLanguages([...new Set(words)], accented)];
}

/** Languages of which a word counts that is an English one too. */
const SHARE_WORDS: readonly StopLanguage[] = ["spanish", "portuguese"];

/** A single letter stands for anything. */
const isCounted = (word: string, language: StopLanguage): boolean =>
  word.length > 1 && (SHARE_WORDS.includes(language) || !isStopWord(word, "english"));

function latinLanguages(words: readonly string[], accented: readonly StopLanguage[]): StopLanguage[] {
  const english = words.filter((word) => isStopWord(word, "english"));
  const counts = new Map<StopLanguage, number>(accented.map((language) => [language, 1]));
  for (const word of words)
    for (const language of latinLanguagesOf(word))
      if (isCounted(word, language)) counts.set(language, (counts.get(language) ?? 0) + 1);
  const possible = [...counts].filter(
    ([language, count]) =>
      count >= MIN_LATIN_STOP_WORDS &&
      (language !== "vietnamese" || accented.includes(language)) &&
      english.every((word) => isStopWord(word, language)),
  );
  const most = Math.max(...possible.map(([, count]) => count));
  return possible.filter(([, count]) => count === most).map(([language]) => language);
}
