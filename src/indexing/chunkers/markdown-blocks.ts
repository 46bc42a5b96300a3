import { GFM, parser } from "@lezer/markdown";
import type { LineRange, SourceLines } from "../lines.ts";

// Only blocks matter here; without inline parsers the parse is four times as fast. A link reference reads its whole
// paragraph again with each line, and as a paragraph it is cut as well.
const BLOCK_PARSER = parser.configure([GFM]).configure({
  remove: [
    ...["InlineCode", "Emphasis", "HardBreak", "Link", "Image", "Autolink"],
    ...["HTMLTag", "Entity", "Escape", "Strikethrough", "URL", "LinkReference"],
  ],
});

/** Lines a block of Markdown takes, counted from 0, and its kind as the parser names it. */
export interface Block extends LineRange {
  readonly kind: string;
}

/** Top-level blocks from `firstLine` on, in order. Linear. */
export function markdownBlocks(source: SourceLines, firstLine: number): readonly Block[] {
  const text = parserText(source.text.slice(source.starts[firstLine] ?? source.text.length));
  const blocks: Block[] = [];
  let line = firstLine;
  let at = 0;
  const lineOf = (offset: number) => {
    for (let next = text.indexOf("\n", at); next !== -1 && next < offset; next = text.indexOf("\n", at)) {
      at = next + 1;
      line += 1;
    }
    return line;
  };
  for (let node = BLOCK_PARSER.parse(text).topNode.firstChild; node; node = node.nextSibling) {
    const from = lineOf(node.from);
    blocks.push({ kind: node.name, from, to: lineOf(Math.max(node.from, node.to - 1)) + 1 });
  }
  return blocks;
}

/**
 * The text as the parser gets it: line for line, but not character for character. It wants "\n" line ends and no byte
 * order mark, and its time grows with the length of a line times the depth of the nesting.
 */
function parserText(raw: string): string {
  const text = raw.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  return text.split("\n").map(parserLine).join("\n");
}

/** UTF-16 units of a line that tell the parser what it is: as many at its start as at its end. */
const MAX_LINE_END = 500;
/** Columns of white space a line may begin with; deeper nested lists are taken for items of one list. */
const MAX_INDENT = 64;
/** Quotes and lists nested deeper are text: no one reads them, and each costs time in every line after it. */
const DEEP_NESTING = /^(?:[ \t]{0,64}(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]))){16}/;
const RULE = /^[ \t]*([-*_])(?:[ \t]*\1)*[ \t]*$/;

function parserLine(line: string): string {
  const isLong = line.length > 2 * MAX_LINE_END;
  const short = isLong ? line.slice(0, MAX_LINE_END) + line.slice(-MAX_LINE_END) : line;
  const indented = /^[ \t]*/.exec(short)?.[0].length ?? 0;
  const text = indented > MAX_INDENT && indented < short.length ? short.slice(indented - MAX_INDENT) : short;
  const nested = DEEP_NESTING.exec(text)?.[0];
  return nested === undefined || RULE.test(text) ? text : `${nested} x${text.slice(nested.length)}`;
}
