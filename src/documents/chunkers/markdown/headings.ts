import { estimateTokens } from "../../../text/tokens/estimate-tokens.ts";
import { headingPath } from "../../../text/passage.ts";

/** Tokens a heading path may take of its chunk. */
export const MAX_HEADING_TOKENS = 100;

/** Characters left of each heading, tried in order until the path fits. */
const SHORTER: readonly number[] = [400, 200, 100, 60, 30, 15, 8];
const ELLIPSIS = "…";

/** Estimated tokens of a heading path as it is sent with its chunk. */
export function headingTokens(headings: readonly string[]): number {
  return estimateTokens(headingPath(headings));
}

/** The same path within MAX_HEADING_TOKENS: long headings are cut short, then the outermost ones left out. */
export function fitHeadings(headings: readonly string[], maxTokens = MAX_HEADING_TOKENS): readonly string[] {
  if (headings.every(({ length }) => length <= maxTokens) && headingTokens(headings) <= maxTokens)
    return headings;
  for (const length of SHORTER) {
    const shorter = headings.map((heading) => shorten(heading, length));
    if (headingTokens(shorter) <= maxTokens) return shorter;
  }
  const least = SHORTER.at(-1) ?? 1;
  let path = headings.slice(-maxTokens).map((heading) => shorten(heading, least));
  while (path.length > 1 && headingTokens(path) > maxTokens) path = path.slice(1);
  return path;
}

/** At most `length` characters of a heading and an ellipsis, no surrogate pair cut. */
export function shorten(heading: string, length: number): string {
  if (heading.length <= length) return heading;
  return `${heading
    .slice(0, length)
    .replace(/[\uD800-\uDBFF]$/, "")
    .trimEnd()}${ELLIPSIS}`;
}

/** A heading of a document, 1 the outermost level. */
export interface Heading {
  readonly level: number;
  readonly text: string;
}

/** The headings around what follows one: those further out, and itself. */
export const pathTo = <Found extends Heading>(path: readonly Found[], heading: Found): readonly Found[] => [
  ...path.filter(({ level }) => level < heading.level),
  heading,
];

/** The heading path of a section: the document's title first, once. */
export function headingsOf(path: readonly Heading[], title: string | undefined): readonly string[] {
  const texts = path.map(({ text }) => text);
  const own = texts.filter((text, index) => text !== "" && !(index === 0 && text === title));
  return title ? [title, ...own] : own;
}

/** Longer headings are no headings; what follows is left out before any pattern runs. */
const MAX_HEADING_CHARS = 500;

/** Text of a Markdown heading: without its marks, anchor, link targets and emphasis. */
export function headingText(raw: string): string {
  return raw
    .slice(0, MAX_HEADING_CHARS)
    .replace(/^[\uFEFF \t]*#{0,6}[ \t]*/, "")
    .trim()
    .replace(/(?:^|[ \t])#{1,8}$/, "")
    .trim()
    .replace(/\{[#.:][^{}]*\}$/, "")
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, "$1")
    .replace(/`|\*\*|__(?=\S)|(?<=\S)__|~~/g, "")
    .replace(/[ \t]{2,64}/g, " ")
    .trim();
}
