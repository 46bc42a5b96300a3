import { DEFAULTS } from "../../../config.ts";

/** Between the start and the end of a prompt that is cut: neither runs into the other. */
const GAP = " … ";
/** In a search a phrase in double quotes must occur; in a prompt nobody means that. */
const QUOTES = /["“”«»„]/gu;

/**
 * What to search for a prompt: all of it, or of a long one its start and its end, where people say what they want; what
 * they paste stands between.
 */
export function promptQuery(prompt: string): string {
  const text = prompt.toWellFormed().replace(QUOTES, " ").trim();
  if (text.length <= DEFAULTS.maxQueryChars) return text;
  const half = Math.floor((DEFAULTS.maxQueryChars - GAP.length) / 2);
  return `${text.slice(0, half)}${GAP}${text.slice(-half)}`.toWellFormed();
}
