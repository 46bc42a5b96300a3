import type { SyntaxNode } from "@lezer/common";
import { type ComponentChild, Fragment } from "preact";
import { Code } from "../code/code.tsx";
import { type Drawing, drawInline, MAX_DEPTH } from "./inline.tsx";

const LEAST_HEADING = 6;

const childrenOf = (node: SyntaxNode): readonly SyntaxNode[] => {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) children.push(child);
  return children;
};

/** Blocks inside a container; its own marks draw nothing. */
function drawChildren(drawing: Drawing, node: SyntaxNode, depth: number): ComponentChild[] {
  return childrenOf(node).map((child) => (
    <Fragment key={child.from}>{drawBlock(drawing, child, depth + 1)}</Fragment>
  ));
}

/** A heading without its marks; headings of a document stand below those of the page. */
function drawHeading(drawing: Drawing, node: SyntaxNode, depth: number) {
  const level = Number(node.name.at(-1));
  const marks = node.getChildren("HeaderMark");
  const isSetext = node.name.startsWith("Setext");
  const from = isSetext ? node.from : (marks[0]?.to ?? node.from);
  const closing = isSetext ? marks[0] : marks[1];
  const words = drawInline(drawing, node, depth, { from, to: closing?.from ?? node.to });
  const Heading = `h${Math.min(LEAST_HEADING, level + 2)}` as "h3";
  return <Heading class={`heading heading-${level}`}>{words}</Heading>;
}

/** Text lines of a code block, without what indents or fences it. */
function codeText({ text }: Drawing, node: SyntaxNode): string {
  return node
    .getChildren("CodeText")
    .map(({ from, to }) => text.slice(from, to))
    .join("");
}

function drawCode(drawing: Drawing, node: SyntaxNode) {
  const info = node.getChild("CodeInfo");
  const language = info === null ? "" : (drawing.text.slice(info.from, info.to).split(/[\s{,]/)[0] ?? "");
  return <Code text={codeText(drawing, node)} language={language.toLowerCase()} />;
}

function drawItem(drawing: Drawing, node: SyntaxNode, depth: number) {
  return <li>{drawChildren(drawing, node, depth)}</li>;
}

/** A task: the box shows whether it is done, and cannot be changed here. */
function drawTask(drawing: Drawing, node: SyntaxNode, depth: number) {
  const marker = node.getChild("TaskMarker");
  const isDone = marker !== null && /x/i.test(drawing.text.slice(marker.from, marker.to));
  return (
    <p class="task">
      <span aria-hidden="true">{isDone ? "☑" : "☐"}</span>
      <span class="visually-hidden">{isDone ? "Done:" : "Open:"}</span>
      {drawInline(drawing, node, depth)}
    </p>
  );
}

function drawRow(drawing: Drawing, row: SyntaxNode, depth: number) {
  const isHead = row.name === "TableHeader";
  const cells = row.getChildren("TableCell");
  return (
    <tr>
      {cells.map((cell) =>
        isHead ? (
          <th key={cell.from} scope="col">
            {drawInline(drawing, cell, depth)}
          </th>
        ) : (
          <td key={cell.from}>{drawInline(drawing, cell, depth)}</td>
        ),
      )}
    </tr>
  );
}

function drawTable(drawing: Drawing, node: SyntaxNode, depth: number) {
  const rows = [...node.getChildren("TableHeader"), ...node.getChildren("TableRow")];
  return (
    <div class="table-scroll" tabindex={0}>
      <table>
        <tbody>
          {rows.map((row) => (
            <Fragment key={row.from}>{drawRow(drawing, row, depth)}</Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const NOTHING: ReadonlySet<string> = new Set(
  "QuoteMark ListMark HeaderMark CommentBlock LinkReference ProcessingInstructionBlock".split(" "),
);

/** One block. HTML is shown as text: no part of a document is ever parsed as markup. */
export function drawBlock(drawing: Drawing, node: SyntaxNode, depth: number): ComponentChild {
  const { name } = node;
  if (NOTHING.has(name)) return null;
  if (depth > MAX_DEPTH) return <p>{drawing.text.slice(node.from, node.to)}</p>;
  if (/^(?:ATX|Setext)Heading\d$/.test(name)) return drawHeading(drawing, node, depth);
  if (name === "Paragraph") return <p>{drawInline(drawing, node, depth)}</p>;
  if (name === "Blockquote") return <blockquote>{drawChildren(drawing, node, depth)}</blockquote>;
  if (name === "BulletList") return <ul>{drawChildren(drawing, node, depth)}</ul>;
  if (name === "OrderedList") {
    const first = node.getChild("ListItem")?.getChild("ListMark");
    const start = first ? Number.parseInt(drawing.text.slice(first.from, first.to), 10) : 1;
    return <ol start={start}>{drawChildren(drawing, node, depth)}</ol>;
  }
  if (name === "ListItem") return drawItem(drawing, node, depth);
  if (name === "Task") return drawTask(drawing, node, depth);
  if (name === "FencedCode" || name === "CodeBlock") return drawCode(drawing, node);
  if (name === "HorizontalRule") return <hr />;
  if (name === "Table") return drawTable(drawing, node, depth);
  return <Code text={drawing.text.slice(node.from, node.to)} language="xml" />;
}
