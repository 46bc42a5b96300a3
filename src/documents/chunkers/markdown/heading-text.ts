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
