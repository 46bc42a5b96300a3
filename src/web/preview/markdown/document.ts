import type { SyntaxNode, Tree } from "@lezer/common";
import { GFM, type MarkdownConfig, parser } from "@lezer/markdown";

/** A longer paragraph is shown as plain text: finding inline marks can take the square of its length. */
const MAX_INLINE_CHARS = 4_000;
/** Milliseconds for parsing; a document that takes longer is shown without inline marks. */
const MAX_PARSE_MS = 1_000;

/** Takes a paragraph that is too long as one piece, before other parsers see it. */
const plainParagraphs: MarkdownConfig = {
  defineNodes: ["LongText"],
  parseInline: [
    {
      name: "LongText",
      before: "Escape",
      parse: (context, _next, at) =>
        at === context.offset && context.end - context.offset > MAX_INLINE_CHARS
          ? context.addElement(context.elt("LongText", at, context.end))
          : -1,
    },
  ],
};

const markdown = parser.configure([GFM, plainParagraphs]);
const INLINE = "InlineCode Emphasis HardBreak Link Image Autolink HTMLTag Entity Escape Strikethrough".split(
  " ",
);
const blocksOnly = markdown.configure({ remove: INLINE });

/** The tree of a text, in bounded time. */
function parseInTime(text: string): Tree {
  const parsing = markdown.startParse(text);
  const end = performance.now() + MAX_PARSE_MS;
  for (;;) {
    const tree = parsing.advance();
    if (tree !== null) return tree;
    if (performance.now() > end) return blocksOnly.parse(text);
  }
}

/** A top-level block and the lines it is on, from 1. */
interface Block {
  readonly node: SyntaxNode;
  readonly from: number;
  readonly to: number;
}

interface MarkdownDocument {
  readonly text: string;
  /** Front matter as it is written; "" without any. */
  readonly frontMatter: string;
  readonly blocks: readonly Block[];
  /** Addresses by the label of their reference, folded. */
  readonly references: ReadonlyMap<string, string>;
}

const FRONT_MATTER = /^---[ \t]*\n[\s\S]*?\n---[ \t]*(?:\n|$)/;

/** The lines of offsets, from 1. Offsets are asked for in their order. */
function lineCounter(text: string): (offset: number) => number {
  let line = 1;
  let end = text.indexOf("\n");
  return (offset) => {
    for (; end >= 0 && end < offset; end = text.indexOf("\n", end + 1)) line += 1;
    return line;
  };
}

export const labelOf = (text: string): string => text.replace(/\s+/g, " ").trim().toLowerCase();

function referenceOf(node: SyntaxNode, text: string): readonly [string, string] | undefined {
  const label = node.getChild("LinkLabel");
  const url = node.getChild("URL");
  if (label === null || url === null) return undefined;
  return [labelOf(text.slice(label.from + 1, label.to - 1)), text.slice(url.from, url.to)];
}

/** Parses a document; lines are those of the text as it was pushed. */
export function parseDocument(source: string): MarkdownDocument {
  // The parser takes a carriage return for text. One by itself ends no line: lines are numbered as in citations.
  const text = source.replaceAll("\r\n", "\n");
  const frontMatter = FRONT_MATTER.exec(text)?.[0] ?? "";
  // Spaces replace it, so that every offset stays that of the whole text.
  const body = frontMatter.replace(/[^\n]/g, " ") + text.slice(frontMatter.length);
  const lineOf = lineCounter(text);
  const references = new Map<string, string>();
  const blocks: Block[] = [];
  for (let node = parseInTime(body).topNode.firstChild; node !== null; node = node.nextSibling) {
    const reference = node.name === "LinkReference" ? referenceOf(node, body) : undefined;
    // Of several with one label the first counts.
    if (reference !== undefined) references.set(reference[0], references.get(reference[0]) ?? reference[1]);
    else blocks.push({ node, from: lineOf(node.from), to: lineOf(Math.max(node.from, node.to - 1)) });
  }
  return { text: body, frontMatter, blocks, references };
}
