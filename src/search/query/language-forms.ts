import { splitsOf } from "../../text/languages/compounds.ts";
import { LANGUAGES, type Language, languageMarker, languageOfTerm } from "../../text/languages/language.ts";
import { isCjk } from "../../text/words/cjk.ts";
import { oncePer } from "../../text/words/remembered.ts";
import { stem, stemIn } from "../../text/words/stem.ts";
import { isStopWord } from "../../text/words/stop-words.ts";
import { tokenise } from "../../text/words/tokenise.ts";
import {
  type AnalysedQuery,
  type KnownQuery,
  matchWords,
  optionalWords,
  type TermStatistics,
} from "./analyse.ts";
import { quoted } from "./match-text.ts";

// A query is too short to tell its language, so that its words are looked for in each language that the index has. Which
// those are, the database knows: passages have a marker of their language among their words.

/** Two words that one of the query may be made of, as terms. */
interface FormSplit {
  /** The word itself: where passages have it, it is not cut. */
  readonly whole: string;
  readonly left: string;
  readonly right: string;
  readonly match: string;
  /** What is asked for where no passage has the other part. Null: it is too short to say anything by itself. */
  readonly leftAlone: string | null;
  readonly rightAlone: string | null;
  readonly words: readonly string[];
}

/** Letters of a part that says something of the word where its other part is unknown. */
const MIN_ALONE_CHARS = 5;
const standsAlone = (part: string): boolean => part.length >= MIN_ALONE_CHARS;

/** A term, and a question of FTS5 that finds it. Its tag says the language: only an index that has this has the term. */
interface FormTerm {
  readonly stem: string;
  readonly match: string;
}

/** A query's words as passages of one language have them, where that is not as others do. */
interface LanguageForms {
  /** Term of the language's marker. */
  readonly marker: string;
  readonly words: readonly FormTerm[];
  /** Of the splits. */
  readonly parts: readonly FormTerm[];
  readonly splits: readonly FormSplit[];
}

/** Words of a query that are tried in other languages and for parts: a question has about ten. */
const MAX_WORDS = 32;

const markers = new Map(LANGUAGES.map((language) => [stem(languageMarker(language)), language]));
/** Terms between these are markers of languages. */
const FIRST_MARKER = "\uf8ff";
const END_OF_MARKERS = "\uf900";

/** The languages of an index, by the terms that it has. */
export const languagesAmong = (frequencies: ReadonlyMap<string, number>): readonly Language[] =>
  [...markers].flatMap(([marker, language]) => ((frequencies.get(marker) ?? 0) > 0 ? [language] : []));

/** A query's words in the languages that are tried: what the database asks for where it has them. */
export const languageForms = oncePer((query: AnalysedQuery): readonly LanguageForms[] => {
  const asked = matchWords(query)
    .filter((word) => !isCjk(word))
    .slice(0, MAX_WORDS);
  return query.tried.flatMap((language) => {
    const marker = stem(languageMarker(language));
    const other = asked.filter((word) => stemIn(word, language) !== stem(word));
    const splits = query.words.slice(0, MAX_WORDS).flatMap((word) =>
      splitsOf(word, language).map(([left, right]) => ({
        whole: stemIn(word, language),
        left: stemIn(left, language),
        right: stemIn(right, language),
        match: `${quoted(left, language)} OR ${quoted(right, language)}`,
        leftAlone: standsAlone(left) ? quoted(left, language) : null,
        rightAlone: standsAlone(right) ? quoted(right, language) : null,
        words: [left, right],
      })),
    );
    if (other.length === 0 && splits.length === 0) return [];
    const parts = new Set(splits.flatMap(({ words }) => words));
    const termOf = (word: string) => ({ stem: stemIn(word, language), match: quoted(word, language) });
    const words = other.map(termOf);
    return [{ marker, words, parts: [...parts].map(termOf), splits }];
  });
});

/**
 * A query as passages of these languages answer it: each word stands for all its forms that passages have, and one that none
 * has for the two words that it is made of, where passages have both. Its languages are those of the forms: of most questions
 * to an index with a few passages of another language none, and then nobody asks for a passage's language.
 */
function inLanguages(
  query: AnalysedQuery,
  languages: readonly Language[],
  frequency: ReadonlyMap<string, number>,
): AnalysedQuery {
  if (languages.length === 0) return query;
  const isHeld = (form: string): boolean => (frequency.get(form) ?? 0) > 0;
  const isKnown = (word: string): boolean => formsOf(word, languages).some(isHeld);
  const terms = withoutFunctionWords(query, languages, frequency).flatMap(({ word }) => {
    const split = isKnown(word)
      ? undefined
      : (knownSplit(word, languages, frequency) ?? knownPart(word, languages, frequency));
    return (split ?? [word]).map((one) => {
      const [own = one, ...others] = formsOf(one, languages);
      return { word: one, stem: own, forms: [own, ...others.filter(isHeld)] };
    });
  });
  const found = new Set(terms.flatMap(({ forms }) => forms.map(languageOfTerm)));
  return { ...query, languages: languages.filter((one) => found.has(one)), terms: terms.filter(isFirst) };
}

/**
 * A query of few words is too short to tell its language by its function words; beside texts of that language they say
 * nothing all the same. Not where an English one tells that it is English, nor what English texts have.
 */
function withoutFunctionWords(
  { text, terms }: AnalysedQuery,
  languages: readonly Language[],
  frequency: ReadonlyMap<string, number>,
): AnalysedQuery["terms"] {
  const says = (word: string): boolean =>
    (frequency.get(stem(word)) ?? 0) > 0 || languages.every((language) => !isStopWord(word, language));
  if (tokenise(text).some((word) => isStopWord(word, "english") && says(word))) return terms;
  const kept = terms.filter(({ word }) => says(word));
  return kept.length > 0 ? kept : terms;
}

const isFirst = <Term extends { readonly stem: string }>(
  { stem: own }: Term,
  at: number,
  all: readonly Term[],
) => all.findIndex((one) => one.stem === own) === at;

/** The terms of a word in texts of English and of other languages, each once. */
const formsOf = (word: string, languages: readonly Language[]): readonly string[] => [
  ...new Set([stem(word), ...languages.map((language) => stemIn(word, language))]),
];

/** The split of a word into two that passages have, of several that whose rarer part is in most of them. */
function knownSplit(
  word: string,
  languages: readonly Language[],
  frequency: ReadonlyMap<string, number>,
): readonly string[] | undefined {
  const splits = languages.flatMap((language) =>
    splitsOf(word, language).map((split) => ({
      split,
      least: Math.min(...split.map((part) => frequency.get(stemIn(part, language)) ?? 0)),
    })),
  );
  const most = Math.max(0, ...splits.map(({ least }) => least));
  return most === 0 ? undefined : splits.find(({ least }) => least === most)?.split;
}

/** The longest part of a word that passages have, and the word itself, which is still missing. */
function knownPart(
  word: string,
  languages: readonly Language[],
  frequency: ReadonlyMap<string, number>,
): readonly string[] | undefined {
  const parts = languages.flatMap((language) =>
    splitsOf(word, language)
      .flat()
      .filter((part) => standsAlone(part) && (frequency.get(stemIn(part, language)) ?? 0) > 0),
  );
  const [longest] = parts.sort((a, b) => b.length - a.length);
  return longest === undefined ? undefined : [longest, word];
}

/** Chunks that hold a word in any of its forms: more than there are of a single one, and at most all. */
const frequencyOf = (
  forms: readonly string[],
  frequency: ReadonlyMap<string, number>,
  chunkCount: number,
): number =>
  Math.min(
    chunkCount,
    forms.reduce((sum, form) => sum + (frequency.get(form) ?? 0), 0),
  );

/** Frequencies in which each of a query's words has those of all its forms. */
function withForms(
  query: AnalysedQuery,
  frequency: ReadonlyMap<string, number>,
  chunkCount: number,
): ReadonlyMap<string, number> {
  if (query.languages.length === 0) return frequency;
  const all = new Map(frequency);
  const forms = [
    ...query.terms.map(({ stem: own, forms = [own] }) => [own, forms] as const),
    ...query.words.map((word) => [stem(word), formsOf(word, query.languages)] as const),
  ];
  for (const [own, some] of forms) all.set(own, frequencyOf(some, frequency, chunkCount));
  return all;
}

/** A query with the statistics of its words, each in all forms that it has in the languages of the index. */
export function known(query: AnalysedQuery, { chunkCount, chunkFrequency }: TermStatistics): KnownQuery {
  const inForms = inLanguages(query, languagesAmong(chunkFrequency), chunkFrequency);
  return {
    query: inForms,
    statistics: { chunkCount, chunkFrequency: withForms(inForms, chunkFrequency, chunkCount) },
  };
}

/** The markers of the languages of an index: a condition in SQL. */
export const IS_MARKER = `term >= '${FIRST_MARKER}' AND term < '${END_OF_MARKERS}'`;

/** The terms of a query in the languages that are tried, and of what its words may be made of. */
export const formStems = (query: AnalysedQuery): readonly string[] =>
  languageForms(query).flatMap(({ words, parts }) => [...words, ...parts].map((term) => term.stem));

/**
 * What FTS5 is asked for beside `:match`: an expression of SQL. Only what the index has: a term that no passage has changes
 * nothing, and costs FTS5 more than it costs to look it up (in 11 languages, a question of 110 terms, 1.5 ms instead of .5;
 * pairs of words in one, .87 of the time).
 */
export const formsMatchSql = (vocabulary: string): string =>
  `coalesce((SELECT group_concat(' OR ' || f.value, '') FROM json_each(:forms) f WHERE ${hasTerm(vocabulary, "f.key")}), '')
    || ${splitsMatchSql(vocabulary)}`;

/** Of it the words that others are made of: both where passages have both, else one that says something by itself. */
export function splitsMatchSql(vocabulary: string): string {
  const [whole, left, right] = ["whole", "left", "right"].map((name) =>
    hasTerm(vocabulary, `s.value ->> '${name}'`),
  );
  const asked = `CASE WHEN ${left} THEN iif(${right}, s.value ->> 'match', s.value ->> 'leftAlone')
    WHEN ${right} THEN s.value ->> 'rightAlone' END`;
  return `coalesce((SELECT group_concat(' OR ' || (${asked}), '') FROM json_each(:splits) s WHERE NOT ${whole}), '')`;
}

const hasTerm = (vocabulary: string, term: string): string =>
  `EXISTS (SELECT 1 FROM ${vocabulary} v WHERE v.term = ${term})`;

/** The parameters of `formsMatchSql` for a query: questions by term, and splits. */
export function formsMatchValues(query: AnalysedQuery) {
  const forms = languageForms(query);
  const words = [
    ...optionalWords(query).map((word) => [stem(word), quoted(word)] as const),
    ...forms.flatMap((one) => one.words.map(({ stem: term, match }) => [term, match] as const)),
  ];
  return {
    forms: JSON.stringify(Object.fromEntries(words)),
    splits: JSON.stringify(forms.flatMap(({ splits }) => splits)),
  };
}
