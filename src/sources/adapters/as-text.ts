import { DEFAULTS } from "../../config.ts";
import { ConversionError } from "../../text/markup/conversion-error.ts";
import { looksLikeText, textOf } from "../../text/coding/decode-text.ts";
import { htmlHead, pageText } from "../../text/markup/html.ts";
import { SourceError } from "../fetching/source-error.ts";

/** Types of a body that is text, beside text/…. */
const TEXT_TYPES =
  /^(?:text\/|application\/(?:json|xml|x-?yaml|toml|javascript|x-sh)\b|[\w.]+\/[\w.-]+\+(?:json|xml)\b)/i;
const HTML_TYPES = /^(?:text\/html|application\/xhtml\+xml)\b/i;

export const isHtmlType = (contentType: string): boolean => HTML_TYPES.test(contentType);

/** Whether a body of that type may be text; one without a type may. */
export const mayBeText = (contentType: string): boolean =>
  contentType === "" || /^application\/octet-stream\b/i.test(contentType) || TEXT_TYPES.test(contentType);

const charsetOf = (contentType: string): string | undefined =>
  /charset\s*=\s*["']?([\w-]{2,40})/i.exec(contentType)?.[1];

/** Bytes as text; undefined: they are none. */
export function plainText(bytes: Uint8Array, contentType = ""): string | undefined {
  return looksLikeText(bytes) ? textOf(bytes, charsetOf(contentType)).toWellFormed() : undefined;
}

/** A page's bytes as the text that a browser takes them for. */
export const htmlText = (bytes: Uint8Array, contentType: string): string =>
  textOf(bytes, charsetOf(contentType) ?? htmlHead(bytes).charset);

/** A page as Markdown. Throws SourceError `left_out` for one that has no text, or is made to be no page. */
export function markdownOf(html: string, title: (own: string) => string): string {
  try {
    const text = pageText(html, title);
    if (text !== undefined) return text;
  } catch (cause) {
    if (!(cause instanceof ConversionError)) throw cause;
    throw new SourceError("left_out", cause.message, { cause });
  }
  throw new SourceError("left_out", "it has no text");
}

/** Throws SourceError `left_out` for a text that is longer than a document may be. */
export function checkLength(text: string): string {
  if (text.length > DEFAULTS.maxFileBytes)
    throw new SourceError(
      "left_out",
      `its text is longer than a document may be (${DEFAULTS.maxFileBytes} bytes)`,
    );
  return text;
}
