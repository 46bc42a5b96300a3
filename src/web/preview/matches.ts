import type { Hit } from "../../search/contract/hits.ts";

/** Longest list of words that are looked for in a document. */
const MAX_TERMS = 50;

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");

/** The words that a result was marked for, each once. */
export function matchedTerms({ snippet }: Pick<Hit, "snippet">): readonly string[] {
  const terms = (snippet?.highlights ?? []).map(
    ([from, to]) => snippet?.text.slice(from, to).toLowerCase() ?? "",
  );
  return [...new Set(terms)].filter((term) => term.trim() !== "").slice(0, MAX_TERMS);
}

/** Finds these words in a text: whole ones where words have spaces between them. Undefined: there are none. */
export function matcherOf(terms: readonly string[]): RegExp | undefined {
  if (terms.length === 0) return undefined;
  const parts = [...terms]
    .sort((a, b) => b.length - a.length)
    .map((term) =>
      /^\p{ASCII}+$/u.test(term) ? `(?<![\\p{L}\\p{N}])${escaped(term)}(?![\\p{L}\\p{N}])` : escaped(term),
    );
  return new RegExp(parts.join("|"), "giu");
}
