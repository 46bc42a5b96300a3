import type { Hit } from "../../search/contract/hits.ts";

/** Most words to find in a document. */
const MAX_TERMS = 50;

/** The words that a result was marked for, each once. */
export function matchedTerms({ snippet }: Pick<Hit, "snippet">): readonly string[] {
  const { text = "", highlights = [] } = snippet ?? {};
  const terms = highlights.map(([from, to]) => text.slice(from, to).toLowerCase());
  return [...new Set(terms)].filter((term) => term.trim() !== "").slice(0, MAX_TERMS);
}
