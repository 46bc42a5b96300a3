import { shortenDataUris } from "./data-uris.ts";
import { estimateTokens } from "./estimate-tokens.ts";

/** Between the parts of a heading path wherever it is written as one text. */
const HEADING_SEPARATOR = " > ";

export const headingPath = (headings: readonly string[]): string => headings.join(HEADING_SEPARATOR);

/**
 * A chunk as models read it: heading path, then text, data URIs shortened. It depends on nothing but these two, so that
 * a renamed file costs no embedding and what is sent to the re-ranker has one hash whatever the query.
 */
export const passageText = (headings: readonly string[], text: string): string =>
  `${headingPath(headings)}\n${shortenDataUris(text)}`.trim();

/** The longest start of a text (never ending inside a surrogate pair) that is estimated at no more than `maxTokens`. */
export function cutToTokens(text: string, maxTokens: number): string {
  if (estimateTokens(text) <= maxTokens) return text;
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (estimateTokens(text.slice(0, middle)) <= maxTokens) low = middle;
    else high = middle - 1;
  }
  return text.slice(0, low).toWellFormed() === text.slice(0, low)
    ? text.slice(0, low)
    : text.slice(0, low - 1);
}
