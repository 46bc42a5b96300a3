import { shortHash } from "../text/hash.ts";

/** Ends of a sentence that say nothing. A question mark does: a question is not its answer. */
const CLOSING = /[\s.!。！…]+$/u;

/**
 * A text as it is compared with others: composed, in lower case, spaces and line breaks as one space, without the end of
 * its last sentence. Words, digits and signs inside stay: `a != b` is not `a = b`.
 */
export const normalText = (text: string): string =>
  text.normalize("NFC").toLowerCase().replace(/\s+/gu, " ").trim().replace(CLOSING, "");

/** Equal for texts that say the same in the same words. */
export const normalHash = (text: string): Promise<string> => {
  const normal = normalText(text);
  // Nothing but signs, which force lets in: they are compared as they are.
  return shortHash(normal === "" ? text.trim() : normal);
};
