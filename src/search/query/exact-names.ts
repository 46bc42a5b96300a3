import type { AnalysedQuery } from "./analyse.ts";

/** Told apart from words by a digit, an underscore or a capital inside: OPS-1234, E4012, max_pool, getUser; not and/or. */
const CODE_SHAPE = /\p{N}|_|\p{Ll}\p{Lu}/u;
/** Shorter numbers are counts as often as names. */
const NUMBER = /^\p{N}{3,}$/u;

/** Names and numbers of a query that stand for one thing only: a passage about another one has another. As typed, each once. */
export function exactNames({ identifiers, words }: Pick<AnalysedQuery, "identifiers" | "words">): string[] {
  const names = identifiers.map(({ name }) => name).filter((name) => CODE_SHAPE.test(name));
  const numbers = words.filter((word) => NUMBER.test(word) && !names.some((name) => name.includes(word)));
  return [...names, ...numbers];
}

interface Passage {
  readonly text: string;
  readonly headings: readonly string[];
  readonly path: string;
}

/** Whether a passage has such a name, in any case: in its text, its headings or its path. */
export const hasName = ({ text, headings, path }: Passage, name: string): boolean =>
  [text, ...headings, path].some((where) => where.toLowerCase().includes(name.toLowerCase()));
