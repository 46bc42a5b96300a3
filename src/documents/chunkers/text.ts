import type { Steps } from "../../text/steps.ts";
import type { SourceLines } from "./lines.ts";
import { BOUNDARY, indentations, type Outline, paragraphStrengths } from "./markdown/outline.ts";

const LIST_ITEM = /^[ \t]{0,8}(?:[-*+•]|\d{1,4}[.)])[ \t]/;
const MARKS = new Set([..."-*+•0123456789"].map((mark) => mark.charCodeAt(0)));
const MAX_ITEM_PREFIX = 16;

/** Plain text: one section, cut at paragraphs, then list items, then lines. */
export function* outlineText(source: SourceLines): Steps<Outline> {
  const indents = indentations(source);
  yield source.text.length;
  const strengths = paragraphStrengths(indents);
  yield source.text.length;
  for (let line = 0; line < source.count; line++) {
    if (strengths[line] === BOUNDARY.line && isListItem(source, line, indents[line] ?? 0)) {
      strengths[line] = BOUNDARY.item;
    }
  }
  return { sections: [{ from: 0, to: source.count, headings: [] }], strengths, blocks: [] };
}

function isListItem(source: SourceLines, line: number, indent: number): boolean {
  const start = source.starts[line] ?? 0;
  if (indent === 0 && !MARKS.has(source.text.charCodeAt(start))) return false;
  return LIST_ITEM.test(source.text.slice(start, start + MAX_ITEM_PREFIX));
}
