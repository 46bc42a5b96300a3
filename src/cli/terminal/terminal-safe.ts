import { showHidden } from "../../text/model-text.ts";

/** What no POSIX shell reads anything into. */
const PLAIN = /^[\w./:@%+,=-]+$/;

/** A text as one word of a POSIX shell's command: between single quotes nothing is expanded. */
export const shellWord = (text: string): string =>
  PLAIN.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/** Text from files, servers and tokens is hostile to a terminal until it went through here. */

const REPLACEMENT = "\ufffd";
/** Marks that reorder or hide what surrounds them, line separators, and halves of surrogate pairs. */
const UNSAFE_FORMAT =
  /[\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** What is hidden, for any reader, then what moves a terminal's text about in scripts that use it. */
const replaceUnsafe = (text: string): string =>
  showHidden(text, (run) => REPLACEMENT.repeat(run.length)).text.replace(UNSAFE_FORMAT, REPLACEMENT);

/**
 * One line that a terminal shows and never obeys: controls become their pictures, tabs spaces, hidden characters and
 * reordering marks U+FFFD. Every UTF-16 unit stays one unit, so offsets into the text keep their meaning.
 */
export const safeLine = (text: string): string =>
  replaceUnsafe(text).replaceAll("\t", " ").replaceAll("\n", "\u240a").replaceAll("\r", "\u240d");

/** The same for a line of a document, whose tabs stay: they indent code, and only move a terminal's cursor on. */
export const safeCode = (line: string): string =>
  replaceUnsafe(line).replaceAll("\n", "\u240a").replaceAll("\r", "\u240d");

/** The same for several lines: "\n" stays, and so do tabs. */
export const safeText = (text: string): string => replaceUnsafe(text).replaceAll("\r", "\u240d");

const BYTE_ORDER_MARK = "\ufeff";

/** The text without the byte order mark that some editors put before a file's first line: nobody is to see it. */
export const withoutMark = (text: string): string =>
  text.startsWith(BYTE_ORDER_MARK) ? text.slice(BYTE_ORDER_MARK.length) : text;

const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** JSON on one line that reads back as the same data; what a terminal could obey is escaped. */
export const safeJson = (data: unknown): string =>
  // JSON.stringify escapes C0 itself, and lone surrogates.
  JSON.stringify(data).replace(
    /[\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    escaped,
  );
