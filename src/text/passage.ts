import { fittingEnd, WEIGHT_PER_TOKEN } from "./tokens/estimate-tokens.ts";

/** A base64 data URI. Every part before the payload is bounded, so that no input makes the search slow. */
const DATA_URI = /data:([\w.+-]{1,64}\/[\w.+-]{1,64})(?:;[\w=.-]{1,64}){0,4};base64,[A-Za-z0-9+/=_-]*/g;

/** The text with every base64 data URI cut to its media type: its payload is neither searched nor embedded. */
export function shortenDataUris(text: string): string {
  return text.includes(";base64,") ? text.replace(DATA_URI, "data:$1") : text;
}

/** Between the parts of a heading path wherever it is written as one text. */
const HEADING_SEPARATOR = " > ";

export const headingPath = (headings: readonly string[]): string => headings.join(HEADING_SEPARATOR);

/**
 * A chunk as models read it: heading path, then text, data URIs shortened. It depends on nothing but these two, so that
 * a renamed file costs no embedding and what is sent to the re-ranker has one hash whatever the query.
 */
export const passageText = (headings: readonly string[], text: string): string =>
  `${headingPath(headings)}\n${shortenDataUris(text)}`.trim();

/** The longest start of a text, never ending inside a surrogate pair, that is estimated at no more than `maxTokens`. */
export function cutToTokens(text: string, maxTokens: number): string {
  const end = fittingEnd(text, 0, text.length, maxTokens * WEIGHT_PER_TOKEN);
  return end === text.length ? text : text.slice(0, end).replace(HIGH_SURROGATE, "");
}

const HIGH_SURROGATE = /[\uD800-\uDBFF]$/;

/** The greatest length up to `most` that fits, 0 where none does: what is shorter fits wherever a longer one did. */
export function longestFitting(most: number, fits: (length: number) => boolean): number {
  let low = 0;
  let high = most;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
