import type { SyntaxNode } from "@lezer/common";
import { type ComponentChild, Fragment } from "preact";
import { useMemo } from "preact/hooks";
import type { Hit } from "../../../search/contract/hits.ts";
import { type Extracted, fromFound } from "../found-lines.ts";
import type { Marked } from "../highlighted.tsx";
import { parseDocument } from "./document.ts";
import { type Drawing, drawInline, drawText, MAX_DEPTH } from "./inline.tsx";

const FENCE = /^ {0,3}(```+|~~~+)[ \t]*(.*)$/gm;
const OPENING = "```\n";

/** Whether lines begin inside a block of code: of its fences only the closing one is there. */
export function beginsInCode(text: string): boolean {
  const fences = [...text.matchAll(FENCE)];
  const [first] = fences;
  if (first === undefined || fences.length % 2 === 0 || first[2] !== "") return false;
  const after = text.slice(first.index + first[0].length).replace(/^\n/, "");
  // An opening fence has code behind it; a closing one a blank line, or nothing.
  return /^[ \t]*(?:\n|$)/.test(after);
}

/** Rows of tables as text, their cells apart; every character keeps its place. An extract often lacks a table's head. */
const withoutTables = (text: string): string =>
  text.replace(/^[ \t]*\|.*$/gm, (row) =>
    /^[\s|:-]+$/.test(row)
      ? row.replace(/\S/g, " ")
      : row
          .replace(/^([ \t]*)\|/, "$1 ")
          .replace(/\|(?=[ \t\r]*$)/, " ")
          .replace(/(?<!\\)\|/g, "·"),
  );

/** Whether a line of a text is inside a block of code, by its offset. */
const isInCode = (text: string, at: number): boolean =>
  beginsInCode(text) !== ([...text.slice(0, at).matchAll(FENCE)].length % 2 === 1);

/** The text from its best line on as it is parsed, with its marks at their places in it. */
export function prepared(of: Extracted) {
  const { text, highlights, from: line } = fromFound(of);
  const before = isInCode(of.text, line) ? OPENING : "";
  // The parser takes both characters of a Windows line end as one.
  const placeOf = (at: number): number =>
    before.length + at - (text.slice(0, at).match(/\r\n/g)?.length ?? 0);
  return {
    text: before + withoutTables(text),
    marks: highlights.map(([from, to]): Marked => [placeOf(from), placeOf(to)]),
  };
}

const childrenOf = (node: SyntaxNode): readonly SyntaxNode[] => {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) children.push(child);
  return children;
};

const isHeading = ({ name }: SyntaxNode): boolean => /^(?:ATX|Setext)Heading\d$/.test(name);

const SILENT: ReadonlySet<string> = new Set(
  "QuoteMark ListMark HeaderMark TaskMarker CommentBlock LinkReference ProcessingInstructionBlock HorizontalRule TableDelimiter CodeMark CodeInfo".split(
    " ",
  ),
);

/** Blocks one after the other, a blank between them: an extract is one flow of text. */
const flow = (drawing: Drawing, nodes: readonly SyntaxNode[], depth: number): ComponentChild[] =>
  nodes.map((node) => <Fragment key={node.from}>{drawBlock(drawing, node, depth)} </Fragment>);

function drawRow(drawing: Drawing, row: SyntaxNode, depth: number): ComponentChild[] {
  return row.getChildren("TableCell").map((cell, at) => (
    <Fragment key={cell.from}>
      {at > 0 && " · "}
      {drawInline(drawing, cell, depth)}
    </Fragment>
  ));
}

function drawBlock(drawing: Drawing, node: SyntaxNode, depth: number): ComponentChild {
  const { name } = node;
  if (SILENT.has(name)) return null;
  if (depth > MAX_DEPTH) return drawText(drawing, node);
  if (name === "Paragraph" || name === "Task" || isHeading(node)) return drawInline(drawing, node, depth);
  if (name === "ListItem") return <>• {flow(drawing, childrenOf(node), depth + 1)}</>;
  if (name === "TableHeader" || name === "TableRow") return drawRow(drawing, node, depth);
  if (name === "FencedCode" || name === "CodeBlock")
    return <code>{node.getChildren("CodeText").map((child) => drawText(drawing, child))}</code>;
  if (/^(?:Blockquote|BulletList|OrderedList|Table)$/.test(name))
    return flow(drawing, childrenOf(node), depth + 1);
  return drawText(drawing, node);
}

interface ExtractProps extends Pick<Hit, "root" | "path"> {
  readonly snippet?: Extracted | undefined;
}

/** The best lines of a Markdown passage as running text: no marks of the language, no links, the matches marked. */
export const Extract = ({ snippet, root, path }: ExtractProps) => {
  const { text = "", highlights = [] } = snippet ?? {};
  const ready = useMemo(() => prepared({ text, highlights }), [text, highlights]);
  const parsed = useMemo(() => parseDocument(ready.text), [ready]);
  const drawing: Drawing = {
    ...{ page: undefined, target: { root, path }, marks: ready.marks },
    ...{ text: parsed.text, references: parsed.references },
  };
  const nodes = parsed.blocks.map(({ node }) => node);
  const body = nodes.filter((node) => !isHeading(node) && !SILENT.has(node.name));
  // Headings stand in the title already. Each block has the direction of its own first letter (the styles say so: the
  // whole, whose direction is its first letter's, would not look into an element that has one by itself).
  return (
    <>
      {(body.length > 0 ? body : nodes).map((node) => (
        <Fragment key={node.from}>
          <span class="extract-block">{drawBlock(drawing, node, 0)}</span>{" "}
        </Fragment>
      ))}
    </>
  );
};
