import { shortHash } from "../../text/hash.ts";

/** Ends of a sentence that say nothing. A question mark does: a question is not its answer. */
const CLOSING = new Set(" .!。！…");

/**
 * A text as it is compared with others: composed, in lower case, spaces and line breaks as one space, without the end of
 * its last sentence. Words, digits and signs inside stay: `a != b` is not `a = b`.
 */
export const normalText = (text: string): string =>
  withoutClosing(text.normalize("NFC").toLowerCase().replace(/\s+/gu, " ").trim());

/** Step by step from the end: an expression for a run at the end tries every run before it, to its end each time. */
function withoutClosing(text: string): string {
  let end = text.length;
  while (end > 0 && CLOSING.has(text[end - 1] ?? "")) end -= 1;
  return text.slice(0, end);
}

/** Equal for texts that say the same in the same words. */
export const normalHash = (text: string): Promise<string> => {
  const normal = normalText(text);
  // Nothing but signs, which force lets in: they are compared as they are.
  return shortHash(normal === "" ? text.trim() : normal);
};
