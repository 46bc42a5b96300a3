import { isStopWord } from "../../text/words/stop-words.ts";
import { ADJUNCT_OPENERS, DENIALS, DETERMINERS, FOCUS_WORDS, LITTLE_WORDS } from "./word-lists.ts";

/** Quoted, or code: compared character by character. Each alternative ends at its next own mark, so that time is linear. */
export const LITERAL = [
  ...["```[\\s\\S]*?```", "`[^`]*`", '"[^"]*"', "“[^“”]*”", "„[^„“”]*[“”]", "«[^«»]*»", "「[^「」]*」"],
  "(?<![\\p{L}\\p{N}])'[^']*'(?![\\p{L}\\p{N}])",
].join("|");
const LITERALS = new RegExp(`(${LITERAL})`, "u");

/** Soft hyphen, zero-width space, word joiner, byte order mark. */
const INVISIBLE = /[\u00ad\u200b\u2060\ufeff]/gu;
const HYPHEN = /[\u2010\u2011]/gu;

/** The mark of a list, a quotation or a heading, before words of letters: "- 5" is a number, "# DEBUG=1" a setting off. */
const MARKERS = /^(?:(?:>|#{1,6}|[-*•]|1[.)])\s+)+(?=(?:[IA]|\p{L}{2}[\p{L}\p{M}'’,:;-]*)\s)/u;

/** The first word of a text, a line or a sentence, and the one behind it. */
const FIRST_WORD =
  /((?:^|\n\s*|[\p{L}\p{N}]{2}[.!?] ))(\p{Lu}\p{Ll}*(?:'\p{Ll}+)?)(?=[\s,:]|$)(?=\S*\s*(\S*))/gu;

/** What a sentence of prose ends with before its full stop: "in ." and "main.." end with what they name. */
export const PROSE_END =
  /^["“„'‘(«]?(?:\p{N}+(?:[.:]\p{N}+)+|[\p{L}\p{N}][\p{L}\p{M}\p{N}'’,:%€+、，-]*)["”“»'`)]?$/u;

/** Words of a text in capitals, as many as tell it from a name or a unit. */
const LEAST_CAPITAL_WORDS = 3;
const LEAST_CAPITAL_LETTERS = 4;

/** Little words that are names too: two given names, a chord, a country. */
const NAMES_TOO: ReadonlySet<string> = new Set(["will", "don", "am", "us"]);

/** Whether the lower-case word names nothing, so that a capital says only that a sentence begins. */
export function isLittle(word: string): boolean {
  const [bare = "", ending] = word.split("'");
  if (ending === "t" && bare.endsWith("n")) return true;
  if (NAMES_TOO.has(word)) return false;
  return (
    isStopWord(bare, "english") ||
    [ADJUNCT_OPENERS, DENIALS, DETERMINERS, FOCUS_WORDS, LITTLE_WORDS].some((words) => words.has(bare))
  );
}

/** A little word, or an order: "freeze the branch". "String", "Slack" and "Release" may be names. */
function withSmallStart(match: string, before: string, word: string, next: string): string {
  const small = word.toLowerCase();
  return isLittle(small) || DETERMINERS.has(next) ? before + small : match;
}

/** Whether a text is written wholly in capitals. */
export const isShouted = (text: string): boolean =>
  !/\p{Ll}/u.test(text) && (text.match(/\p{Lu}{2,}/gu) ?? []).length >= LEAST_CAPITAL_WORDS;

/** In small letters, but for what may be a unit or an abbreviation. */
function outOfCapitals(text: string): string {
  let before = "";
  return text.replace(/\S+/gu, (raw) => {
    const [, word = "", marks = ""] = /^([\p{Lu}\p{M}]+(?:['’]\p{Lu}+)?)([.,;:?!]*)$/u.exec(raw) ?? [];
    const small = word.toLowerCase();
    const isWord = word.length >= LEAST_CAPITAL_LETTERS && !/\p{N}$/u.test(before);
    before = raw;
    return word !== "" && (isWord || isLittle(small)) ? small + marks : raw;
  });
}

const asOneSpace = (space: string): string => {
  const line = space.lastIndexOf("\n");
  return line === -1 ? " " : space.slice(line);
};

/** What stands outside quotation marks and code: white space is one space, a line break a mark unless a sentence ends there. */
const spaced = (text: string): string =>
  text
    .replace(INVISIBLE, "")
    .replace(HYPHEN, "-")
    .replace(/(?<=\p{L})’(?=\p{L})/gu, "'")
    .replace(/\s+/gu, asOneSpace)
    .replace(/(?<=[\p{L}\p{N}]{2}[.!?])\n(?=\p{Lu})/gu, " ");

/** Without one full stop at the end of a sentence of prose. */
function withoutFullStop(text: string): string {
  if (!/[.。]$/u.test(text)) return text;
  const rest = text.slice(0, -1);
  const last = rest.slice(Math.max(rest.lastIndexOf(" "), rest.lastIndexOf("\n")) + 1);
  return PROSE_END.test(last) ? rest : text;
}

/**
 * A text as it is compared with others: composed, without what is invisible, with one space between words, without the
 * mark of a list in front and a full stop at the end. Case stays but where a sentence begins with an ordinary word and
 * where all is in capitals. Quotations and code stay as they are.
 */
export function plainText(text: string): string {
  const parts = text.trim().normalize("NFC").replace(/\r\n?/g, "\n").split(LITERALS);
  const isQuoted = (at: number) => at % 2 === 1;
  const even = parts.map((part, at) => (isQuoted(at) ? part : spaced(part))).join("");
  const bare = withoutFullStop(even.includes("\n") ? even.trim() : even.trim().replace(MARKERS, ""));
  const isLoud = isShouted(bare);
  return bare
    .split(LITERALS)
    .map((part, at) => (isQuoted(at) ? part : inSmall(part, { isLoud, at })))
    .join("");
}

function inSmall(part: string, { isLoud, at }: { readonly isLoud: boolean; readonly at: number }): string {
  const words = isLoud ? outOfCapitals(part) : part;
  return words.replace(FIRST_WORD, (match: string, before: string, word: string, next: string) =>
    before === "" && at > 0 ? match : withSmallStart(match, before, word, next),
  );
}
