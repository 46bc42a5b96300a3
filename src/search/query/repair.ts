import { editDistance } from "../../text/words/edit-distance.ts";
import { stem } from "../../text/words/stem.ts";
import type { AnalysedQuery, KnownQuery, TermStatistics } from "./analyse.ts";

export interface VocabularyTerm {
  readonly term: string;
  /** Chunks that have it. */
  readonly doc: number;
}

/** The vocabulary's terms with a first letter; undefined: they have not been read. */
type Vocabulary = (letter: string) => readonly VocabularyTerm[] | undefined;

/** A query with its repairs, and statistics that know the repaired terms. */
export interface RepairedQuery extends KnownQuery {
  readonly repairs: readonly Repair[];
  /** First letters whose vocabulary must be read first; until then nothing is repaired. */
  readonly lacking: readonly string[];
}

/** A word that nothing contains, and the word that is searched as well. */
export interface Repair {
  readonly from: string;
  /** A word whose stem is the vocabulary's term: safe to send to MATCH, which stems again. */
  readonly to: string;
  /** The vocabulary's term itself. */
  readonly stem: string;
}

/** Shorter words have too many neighbours to guess among. */
const MIN_REPAIRED_CHARS = 4;
/** From this length two mistakes are allowed, below it one. */
const LONG_WORD_CHARS = 8;
/** A term that one chunk has may itself be a mistake. */
const MIN_FREQUENCY = 2;
/** Endings that turn a stem into a word of that stem, most usual first. */
const ENDINGS = ["", "e", "s", "y", "ed", "ing", "al", "ion", "es"];
const ALPHABETIC = /^\p{L}+$/u;

/** The query's words that occur nowhere and may be repaired, each once: letters only, 4 or more. */
export function wordsToRepair({ terms }: AnalysedQuery, { chunkFrequency }: TermStatistics): string[] {
  return terms
    .filter(({ word, stem }) => !(chunkFrequency.get(stem) ?? 0) && word.length >= MIN_REPAIRED_CHARS)
    .map(({ word }) => word)
    .filter((word) => ALPHABETIC.test(word));
}

/**
 * The nearest term of the vocabulary that begins with the word's letter: distance 1, or 2 from 8 letters, in at least
 * 2 chunks; of equally near ones the more frequent, then the first by name. Undefined: no term is near enough.
 */
export function repairWord(word: string, vocabulary: readonly VocabularyTerm[]): Repair | undefined {
  const wanted = stem(word);
  let best: Found | undefined;
  let limit = word.length >= LONG_WORD_CHARS ? 2 : 1;
  for (const { term, doc } of vocabulary) {
    if (doc < MIN_FREQUENCY || term[0] !== wanted[0]) continue;
    const found = { term, doc, distance: editDistance(wanted, term, limit) };
    if (found.distance > limit || (best !== undefined && !isBetter(found, best))) continue;
    best = found;
    limit = found.distance;
  }
  const to = best && surfaceForm(best.term);
  return best === undefined || to === undefined ? undefined : { from: word, to, stem: best.term };
}

/** The query with every repaired word beside the typed one, and the repaired term in the typed one's place. */
export function withRepairs(query: AnalysedQuery, repairs: readonly Repair[]): AnalysedQuery {
  const byWord = new Map(repairs.map((repair) => [repair.from, repair]));
  const terms = query.terms.map((term) => {
    const repair = byWord.get(term.word);
    return repair === undefined ? term : { word: repair.to, stem: repair.stem };
  });
  return { ...query, terms, words: [...new Set([...query.words, ...repairs.map(({ to }) => to)])] };
}

interface Found extends VocabularyTerm {
  readonly distance: number;
}

function isBetter(found: Found, best: Found): boolean {
  if (found.distance !== best.distance) return found.distance < best.distance;
  if (found.doc !== best.doc) return found.doc > best.doc;
  return found.term < best.term;
}

/**
 * A word whose stem is the given stem: the stem itself where stemming leaves it, else the stem with a usual ending
 * (`databas` → `database`). Undefined when no ending fits.
 */
export function surfaceForm(term: string): string | undefined {
  const bases = term.endsWith("i") ? [term, `${term.slice(0, -1)}y`] : [term];
  const forms = bases.flatMap((base) => ENDINGS.map((ending) => base + ending));
  return forms.find((form) => stem(form) === term);
}

/** Each first letter reads some thousand rows: a query with more unknown words than this is not misspelt but foreign. */
const MAX_LETTERS = 4;

const firstLetter = (word: string): string => [...stem(word)][0] ?? "";

/** The query with every word repaired that no chunk has and that has a near term in the vocabulary. */
export function repairQuery(known: KnownQuery, vocabulary: Vocabulary): RepairedQuery {
  const { query, statistics } = known;
  if (statistics.chunkCount === 0) return unrepaired(known);
  const unknown = wordsToRepair(query, statistics);
  const letters = [...new Set(unknown.map(firstLetter))].slice(0, MAX_LETTERS);
  const lacking = letters.filter((letter) => vocabulary(letter) === undefined);
  if (lacking.length > 0) return { ...known, repairs: [], lacking };
  const repairs = unknown
    .filter((word) => letters.includes(firstLetter(word)))
    .flatMap((word) => repairWord(word, vocabulary(firstLetter(word)) ?? []) ?? []);
  if (repairs.length === 0) return unrepaired(known);
  const frequency = new Map(statistics.chunkFrequency);
  for (const { from, stem: term } of repairs)
    frequency.set(term, vocabulary(firstLetter(from))?.find((entry) => entry.term === term)?.doc ?? 0);
  return {
    query: withRepairs(query, repairs),
    statistics: { ...statistics, chunkFrequency: frequency },
    repairs,
    lacking,
  };
}

/** A query as it is. */
export const unrepaired = (known: KnownQuery): RepairedQuery => ({ ...known, repairs: [], lacking: [] });
