import { DEFAULTS } from "../../config.ts";
import { AppError } from "../../errors.ts";
import type { Language } from "../../text/languages/language.ts";
import { isCjk } from "../../text/words/cjk.ts";
import { contentWords, hasOnlyStopWords } from "../../text/words/content-words.ts";
import { normalise } from "../../text/words/fold.ts";
import { identifierParts } from "../../text/words/identifier-parts.ts";
import { oncePer } from "../../text/words/remembered.ts";
import { stem } from "../../text/words/stem.ts";
import { isStopWord } from "../../text/words/stop-words.ts";
import { tokenise } from "../../text/words/tokenise.ts";
import { type Identifier, literalWords, queryIdentifiers, querySymbols } from "./identifiers.ts";
import { quotedPhrases } from "./match-text.ts";

/** A query is a question, not a document: longer ones are refused, not cut. */
export const MAX_QUERY_CHARS = DEFAULTS.maxQueryChars;

/** One character may become eighteen when it is normalised: a query grows to twice the longest one at most. */
const MAX_NORMALISED_CHARS = 2 * MAX_QUERY_CHARS;

/** Phrases in quotes, all of which a passage has to hold. */
export const MAX_PHRASES = 50;

/** A content word of the query and the term under which the keyword index has it. */
interface QueryTerm {
  readonly word: string;
  readonly stem: string;
  /** Its stem, and its terms in those languages that passages have. Undefined: the index has none but English. */
  readonly forms?: readonly string[];
}

/** How a query is read beyond its text. */
interface ReadingOptions {
  /** Its last word is still being typed. */
  readonly isTyping?: boolean;
  /** Languages beside English that its words are looked for in. @default none */
  readonly tried?: readonly Language[] | undefined;
}

/** A query taken apart once, for every arm and stage. */
export interface AnalysedQuery {
  /** NFKC, trimmed: what is embedded, sent to the reranker, and shown. */
  readonly text: string;
  /** Content words as the index tokenises them, folded, each once, in order; never stems. */
  readonly words: readonly string[];
  /** One for each stem among the words, in order. */
  readonly terms: readonly QueryTerm[];
  /** Every two adjacent content words written together; most exist in no text and then add nothing. */
  readonly joined: readonly string[];
  /** Parts of words that mix letters and digits or change case inside. */
  readonly parts: readonly string[];
  /** Names as typed, to be found whole in the raw text. */
  readonly identifiers: readonly Identifier[];
  /** Names whose definition it may be after. */
  readonly symbols: readonly Identifier[];
  /** Filters: each hit's raw text contains all of them. */
  readonly phrases: readonly string[];
  /** Words that stand for themselves: of names in code, in backticks, in quotes, in capitals. */
  readonly literals: ReadonlySet<string>;
  /** Languages beside English that its words are looked for in. */
  readonly tried: readonly Language[];
  /** Languages of the index beside English that have words of it, once the database has told. */
  readonly languages: readonly Language[];
  /** It holds no word that says what it is about: function words of its language alone. */
  readonly isEmpty: boolean;
  /** The last word, which is still being typed: it stands for every word that begins like it. */
  readonly typed?: string | undefined;
}

/** Takes a query apart. Throws AppError `invalid_input` when it is empty or longer than `MAX_QUERY_CHARS`. */
export function analyseQuery(
  raw: string,
  { isTyping = false, tried = [] }: ReadingOptions = {},
): AnalysedQuery {
  // Measured before it is normalised, which takes long for long runs of combining marks.
  const { length } = raw.trim();
  if (length > MAX_QUERY_CHARS) {
    throw new AppError("invalid_input", `The query is longer than ${MAX_QUERY_CHARS} characters.`, {
      details: { limit: MAX_QUERY_CHARS, length },
    });
  }
  const text = normalise(raw).trim();
  if (text === "") throw new AppError("invalid_input", "The query is empty.");
  if (text.length > MAX_NORMALISED_CHARS)
    throw new AppError(
      "invalid_input",
      `The query has more than ${MAX_NORMALISED_CHARS} characters when ligatures are written out.`,
      { details: { limit: MAX_NORMALISED_CHARS, length: text.length } },
    );
  const inOrder = contentWords(text);
  const phrases = quotedPhrases(text);
  if (phrases.length > MAX_PHRASES)
    throw new AppError("invalid_input", `The query has more than ${MAX_PHRASES} phrases in quotes.`, {
      details: { limit: MAX_PHRASES, phrases: phrases.length },
    });
  const identifiers = queryIdentifiers(text);
  return {
    text,
    words: distinct(inOrder),
    terms: distinctTerms(inOrder),
    joined: joinedPairs(inOrder),
    parts: distinct(identifierParts(text)),
    identifiers,
    symbols: querySymbols(text, identifiers),
    phrases,
    literals: literalWords(text, phrases),
    tried,
    languages: [],
    isEmpty: phrases.length === 0 && !IN_CAPITALS.test(text) && hasOnlyStopWords(text),
    typed: isTyping ? typedWord(raw, inOrder) : undefined,
  };
}

/**
 * So many letters are looked for as the beginning of a word: the index reads every word that begins so. On 5,000 passages
 * that takes half a millisecond at the median, 5 for the most usual three letters, as four common words do; two letters
 * three times as long.
 */
const MIN_TYPED_CHARS = 3;
const WORD_END = /[\p{L}\p{N}]$/u;

/** The word at the end of a query, nothing behind it; undefined: it is short, or no content. */
function typedWord(raw: string, words: readonly string[]): string | undefined {
  const last = tokenise(raw).at(-1);
  if (last === undefined || !WORD_END.test(raw) || isCjk(last) || isStopWord(last, "english"))
    return undefined;
  return last.length >= MIN_TYPED_CHARS && words.includes(last) ? last : undefined;
}

/** Who writes IT or OR means no function word. */
const IN_CAPITALS = /^(?=.*\p{Lu})\P{Ll}*$/u;

/** Everything the keyword arm asks for, surface forms, each once: words and parts first, then joined pairs. */
export const matchWords = (query: AnalysedQuery): string[] =>
  distinct([...embeddingWords(query), ...query.joined]);

/** A word as the vocabulary has it, of which FTS5 makes one term and no beginning of terms: so it says whether a passage has it. */
export const IS_PLAIN = /^[a-z0-9]+$/;

/** Those of them that hardly any index has: they are asked for where it has them. */
export function optionalWords(query: AnalysedQuery): readonly string[] {
  const own = new Set(embeddingWords(query));
  return query.joined.filter((word) => IS_PLAIN.test(word) && !own.has(word));
}

/** The others. */
export function surelyAsked(query: AnalysedQuery): readonly string[] {
  const optional = new Set(optionalWords(query));
  return matchWords(query).filter((word) => !optional.has(word));
}

/** What an embedder that weighs words gets: content words and parts. */
export const embeddingWords = ({ words, parts }: AnalysedQuery): string[] => distinct([...words, ...parts]);

/** The stems whose frequencies re-scoring, repair and word weights need, each once. */
export const stemsToLookUp = (query: AnalysedQuery): string[] =>
  distinct([
    ...embeddingWords(query).map(stem),
    ...[...query.identifiers, ...query.symbols].flatMap(({ stems }) => stems),
  ]);

const distinct = (words: readonly string[]) => [...new Set(words)];

function distinctTerms(words: readonly string[]): QueryTerm[] {
  const byStem = new Map<string, QueryTerm>();
  for (const word of words) {
    const term = { word, stem: stem(word) };
    if (!byStem.has(term.stem)) byStem.set(term.stem, term);
  }
  return [...byStem.values()];
}

function joinedPairs(words: readonly string[]): string[] {
  const pairs = words.slice(1).map((word, index) => [words[index] ?? "", word] as const);
  return distinct(pairs.filter(([a, b]) => a !== b && !isCjk(a) && !isCjk(b)).map(([a, b]) => a + b));
}

/** Shorter Latin words name nothing when they stand alone; other scripts write whole words in two characters. */
const MIN_LATIN_CHARS = 3;
const LATIN = /^[\p{Script=Latin}\p{N}]+$/u;
const ONLY_DIGITS = /^\p{N}+$/u;

/**
 * Words that point at something without naming it, as `contentWords` writes them (folded, Chinese as pairs). They rank
 * no worse in an OR of all words, and so are no stop words; searched alone they would find anything.
 */
const VAGUE = new Set(
  `about all also any just like more most only other some something such thing things stuff very
  algo algun alguna cosa cosas tema todo todos
  algum coisa coisas assunto tudo
  شيء اشياء أشياء موضوع
  东西 事情 一些
  やつ もの
  거 걸 것들`.split(/\s+/),
);

const isWorthSearching = (word: string) =>
  !VAGUE.has(word) && (isCjk(word) || !LATIN.test(word) || word.length >= MIN_LATIN_CHARS);

/**
 * The words of a query that are worth searching one by one: content words without vague ones, Latin words under 3
 * letters, and numbers (unless there is nothing else), each once. The content words as they were when nothing is left.
 */
export function extractKeywords(query: string): string[] {
  const words = [...new Set(contentWords(query))];
  const named = words.filter((word) => isWorthSearching(word) && !ONLY_DIGITS.test(word));
  if (named.length > 0) return named;
  const numbers = words.filter((word) => ONLY_DIGITS.test(word));
  return numbers.length > 0 ? numbers : words;
}

/** How many chunks contain a term, and how many there are: statistics of one workspace. */
export interface TermStatistics {
  readonly chunkCount: number;
  /** Chunks that contain the term, by stem; a term that is missing occurs nowhere. */
  readonly chunkFrequency: ReadonlyMap<string, number>;
}

/** A query with statistics that know its terms. */
export interface KnownQuery {
  readonly query: AnalysedQuery;
  readonly statistics: TermStatistics;
}

/** A query term with its rarity in the workspace. */
export interface WeighedTerm {
  readonly stem: string;
  readonly idf: number;
  /** What any of its words begins with, where it is still being typed. */
  readonly start?: string | undefined;
  /** Its terms in these languages and in English. Undefined: the index has none but English. */
  readonly forms?: readonly string[] | undefined;
  readonly languages?: readonly Language[] | undefined;
}

/** BM25's weight of a term: ln(1 + (N − n + 0.5) / (n + 0.5)). Never negative. */
export const inverseFrequency = (chunkCount: number, frequency: number): number =>
  Math.log(1 + (Math.max(0, chunkCount - frequency) + 0.5) / (frequency + 0.5));

/** The terms of a query, each with its rarity in the workspace. */
export const weighTerms = oncePer(({ query, statistics }: KnownQuery): readonly WeighedTerm[] => {
  const { chunkCount, chunkFrequency } = statistics;
  return query.terms.map(({ stem, word, forms }) => ({
    stem,
    idf: inverseFrequency(chunkCount, chunkFrequency.get(stem) ?? 0),
    ...(query.languages.length > 0 && { forms: forms ?? [stem], languages: query.languages }),
    ...(word === query.typed && { start: word }),
  }));
});

/**
 * The share of a query's idf, 0 to 1, that is in words of no chunk of the workspace; a repaired word counts as what it
 * was repaired to. One such word of idf 6 beside known ones of 2 and 4 → 0.5. 0 where there are no words.
 */
export function unknownShare(known: KnownQuery): number {
  const { chunkFrequency } = known.statistics;
  const terms = weighTerms(known);
  const idfOf = (some: typeof terms): number => some.reduce((sum, { idf }) => sum + idf, 0);
  const all = idfOf(terms);
  return all > 0 ? idfOf(terms.filter(({ stem }) => !chunkFrequency.get(stem))) / all : 0;
}
