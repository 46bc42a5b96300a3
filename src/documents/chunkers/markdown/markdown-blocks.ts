import { GFM, type LeafBlockParser, parser, Table } from "@lezer/markdown";
import type { Steps } from "../../../text/steps.ts";
import type { LineRange, SourceLines } from "../lines.ts";

/** A table is one by its second line: what its other rows hold says nothing of it, and each cell would be a node. */
function withoutRows(table: LeafBlockParser): LeafBlockParser {
  const decide = table.nextLine.bind(table);
  let isDecided = false;
  table.nextLine = (...line) => {
    const isSecond = !isDecided;
    isDecided = true;
    return isSecond && decide(...line);
  };
  return table;
}

const TABLES = (Table.parseBlock ?? []).map(({ name, leaf }) => ({
  name,
  leaf: (...block: Parameters<NonNullable<typeof leaf>>) => {
    const table = leaf?.(...block) ?? null;
    return table && withoutRows(table);
  },
}));

// Only blocks matter here; without inline parsers the parse is four times as fast. A link reference reads its whole
// paragraph again with each line, and as a paragraph it is cut as well.
const BLOCK_PARSER = parser.configure([GFM]).configure({
  parseBlock: TABLES,
  remove: [
    ...["InlineCode", "Emphasis", "HardBreak", "Link", "Image", "Autolink"],
    ...["HTMLTag", "Entity", "Escape", "Strikethrough", "URL", "LinkReference"],
  ],
});

/** Lines a block of Markdown takes, counted from 0, and its kind as the parser names it. */
export interface Block extends LineRange {
  readonly kind: string;
}

/** Characters as long to read as what a line takes by itself. */
const LINE_STEP = 20;
/** Lines parsed at once: a tree takes up to 2 KB for each, where a Worker has 128 MB for everything. */
const WINDOW_LINES = 2000;
/** A list, quote or table of more lines than this is cut. */
const MAX_NESTED_LINES = 2 * WINDOW_LINES;
/** Blocks without nodes inside: their trees take no room, however long they are. */
const FLAT_KIND = /^(?:FencedCode|CodeBlock|HTMLBlock|CommentBlock|ProcessingInstructionBlock|Paragraph)$/;

/**
 * Top-level blocks from `firstLine` on, in order, in steps. Linear in time. The text is parsed in windows: the last block of one,
 * which may go on, begins the next, and a block that fills its window is parsed again with twice the lines.
 */
export function* markdownBlocks(source: SourceLines, firstLine: number): Steps<readonly Block[]> {
  const lines = parserLines(source.text.slice(source.starts[firstLine] ?? source.text.length));
  const blocks: Block[] = [];
  yield source.text.length;
  let window = WINDOW_LINES;
  for (let from = 0; from < lines.length; ) {
    const to = Math.min(lines.length, from + window);
    const found = yield* parseLines(lines.slice(from, to), firstLine + from);
    const last = found.at(-1);
    const isLastWindow = to === lines.length || last === undefined;
    const isWhole = isLastWindow || found.length > 1 || isTooLong(last, window);
    if (isWhole) {
      const isOpen = !isLastWindow && found.length > 1;
      for (const block of isOpen ? found.slice(0, -1) : found) blocks.push(block);
      from = isOpen ? last.from - firstLine : to;
    }
    window = isWhole ? WINDOW_LINES : 2 * window;
  }
  return blocks;
}

const isTooLong = ({ kind }: Block, window: number): boolean =>
  window >= MAX_NESTED_LINES && !FLAT_KIND.test(kind);

function* parseLines(lines: readonly string[], firstLine: number): Steps<readonly Block[]> {
  const text = lines.join("\n");
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
  const tree = yield* treeOf(text);
  for (let node = tree.topNode.firstChild; node; node = node.nextSibling) {
    const from = lineOf(node.from);
    blocks.push({ kind: node.name, from, to: lineOf(Math.max(node.from, node.to - 1)) + 1 });
  }
  yield text.length;
  return blocks;
}

/** The parser's own steps, a leaf block or a line each. It takes a microsecond or two a character. */
function* treeOf(text: string): Steps<ReturnType<typeof BLOCK_PARSER.parse>> {
  const parse = BLOCK_PARSER.startParse(text);
  for (let at = 0; ; at = parse.parsedPos) {
    const tree = parse.advance();
    if (tree !== null) return tree;
    yield LINE_STEP + parse.parsedPos - at;
  }
}

/**
 * The lines as the parser gets them, one for one, but not character for character. It wants "\n" line ends and no byte
 * order mark, and its time grows with the length of a line times the depth of the nesting.
 */
function parserLines(raw: string): readonly string[] {
  const text = raw.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  return text.split("\n").map(parserLine);
}

/** UTF-16 units of a line that tell the parser what it is: as many at its start as at its end. */
const MAX_LINE_END = 500;
/** Columns of white space a line may begin with; deeper nested lists are taken for items of one list. */
const MAX_INDENT = 64;
/** Quotes and lists that one line nests deeper are text: each costs time and memory in every line after it. */
const DEEP_NESTING = /^(?:[ \t]{0,64}(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]))){3}/;
const RULE = /^[ \t]*([-*_])(?:[ \t]*\1)*[ \t]*$/;

function parserLine(line: string): string {
  const isLong = line.length > 2 * MAX_LINE_END;
  const short = isLong ? line.slice(0, MAX_LINE_END) + line.slice(-MAX_LINE_END) : line;
  const indented = /^[ \t]*/.exec(short)?.[0].length ?? 0;
  const text = indented > MAX_INDENT && indented < short.length ? short.slice(indented - MAX_INDENT) : short;
  const nested = DEEP_NESTING.exec(text)?.[0];
  return nested === undefined || RULE.test(text) ? text : `${nested} x${text.slice(nested.length)}`;
}
