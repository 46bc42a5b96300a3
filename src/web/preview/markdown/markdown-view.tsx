import type { SyntaxNode } from "@lezer/common";
import { type ComponentChild, Fragment } from "preact";
import { useMemo } from "preact/hooks";
import { directionOf } from "../../../text/languages/directions.ts";
import { usePage } from "../../state/page.ts";
import { type BodyProps, Code } from "../code/code.tsx";
import { partOfText } from "../cited-part.ts";
import { parseDocument } from "./document.ts";
import { type Drawing, drawInline, MAX_DEPTH, textOf } from "./inline.tsx";

const LEAST_HEADING = 6;

/** Of a block of blocks, which have their own: the side of its marks and the order of its columns. */
const sideOf = (drawing: Drawing, node: SyntaxNode) => directionOf(textOf(drawing, node));

/** Blocks inside a container; its own marks draw nothing. */
function drawChildren(drawing: Drawing, node: SyntaxNode, depth: number): ComponentChild[] {
  const children: ComponentChild[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling)
    children.push(<Fragment key={child.from}>{drawBlock(drawing, child, depth + 1)}</Fragment>);
  return children;
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
  return (
    <Heading class={`heading heading-${level}`} dir="auto">
      {words}
    </Heading>
  );
}

/** A code block's lines, without what indents or fences them. */
function drawCode(drawing: Drawing, node: SyntaxNode) {
  const [info] = node.getChildren("CodeInfo").map((child) => textOf(drawing, child));
  const [language = ""] = info?.split(/[\s{,]/) ?? [];
  const lines = node.getChildren("CodeText").map((child) => textOf(drawing, child));
  return <Code text={lines.join("")} language={language.toLowerCase()} />;
}

/** A task: the box shows whether it is done, and cannot be changed here. */
function drawTask(drawing: Drawing, node: SyntaxNode, depth: number) {
  const marker = node.getChild("TaskMarker");
  const isDone = marker !== null && /x/i.test(textOf(drawing, marker));
  return (
    <p class="task" dir="auto">
      <span aria-hidden="true">{isDone ? "☑" : "☐"}</span>
      <span class="visually-hidden">{isDone ? "Done:" : "Open:"}</span>
      {drawInline(drawing, node, depth)}
    </p>
  );
}

function drawRow(drawing: Drawing, row: SyntaxNode, depth: number) {
  const isHead = row.name === "TableHeader";
  return (
    <tr key={row.from}>
      {row.getChildren("TableCell").map((cell) => {
        const inside = drawInline(drawing, cell, depth);
        return isHead ? (
          <th scope="col" dir="auto">
            {inside}
          </th>
        ) : (
          <td dir="auto">{inside}</td>
        );
      })}
    </tr>
  );
}

function drawTable(drawing: Drawing, node: SyntaxNode, depth: number) {
  const rows = [...node.getChildren("TableHeader"), ...node.getChildren("TableRow")];
  return (
    <div class="wide" tabindex={0}>
      <table dir={sideOf(drawing, node)}>
        <tbody>{rows.map((row) => drawRow(drawing, row, depth))}</tbody>
      </table>
    </div>
  );
}

const NOTHING: ReadonlySet<string> = new Set(
  "QuoteMark ListMark HeaderMark CommentBlock LinkReference ProcessingInstructionBlock".split(" "),
);

/** One block. HTML is shown as text: no part of a document is ever parsed as markup. */
function drawBlock(drawing: Drawing, node: SyntaxNode, depth: number): ComponentChild {
  const { name } = node;
  if (NOTHING.has(name)) return null;
  if (depth > MAX_DEPTH) return <p dir="auto">{textOf(drawing, node)}</p>;
  if (/^(?:ATX|Setext)Heading\d$/.test(name)) return drawHeading(drawing, node, depth);
  if (name === "Paragraph") return <p dir="auto">{drawInline(drawing, node, depth)}</p>;
  const side = sideOf(drawing, node);
  if (name === "Blockquote") return <blockquote dir={side}>{drawChildren(drawing, node, depth)}</blockquote>;
  if (name === "BulletList") return <ul dir={side}>{drawChildren(drawing, node, depth)}</ul>;
  if (name === "OrderedList") {
    const first = node.getChild("ListItem")?.getChild("ListMark");
    const start = first ? Number.parseInt(textOf(drawing, first), 10) : 1;
    return (
      <ol start={start} dir={side}>
        {drawChildren(drawing, node, depth)}
      </ol>
    );
  }
  if (name === "ListItem") return <li dir={side}>{drawChildren(drawing, node, depth)}</li>;
  if (name === "Task") return drawTask(drawing, node, depth);
  if (name === "FencedCode" || name === "CodeBlock") return drawCode(drawing, node);
  if (name === "HorizontalRule") return <hr />;
  if (name === "Table") return drawTable(drawing, node, depth);
  return <Code text={textOf(drawing, node)} language="xml" />;
}

/** Blocks that are drawn as they are written, without marks in them. */
const WHOLE: ReadonlySet<string> = new Set(["FencedCode", "CodeBlock", "HTMLBlock"]);

/** A rendered Markdown document: the blocks of the shown lines, the cited ones marked, or the cited part of one. */
export const MarkdownView = ({ target, text, shown }: BodyProps) => {
  const page = usePage();
  const parsed = useMemo(() => parseDocument(text), [text]);
  const part = partOfText(parsed.text, target);
  const drawing: Drawing = {
    ...{ page, target, text: parsed.text, references: parsed.references },
    ...(part && { marks: [part], markClass: "is-cited" }),
  };
  const [cited, citedTo] = target.lines ?? [0, 0];
  const [first, last] = shown;
  const blockClass = (from: number, to: number, isWhole = true) =>
    from <= citedTo && to >= cited && (part === undefined || isWhole) ? "block is-cited" : "block";
  return (
    <div class="markdown">
      {parsed.frontMatter !== "" && first === 1 ? (
        <div class={blockClass(1, parsed.frontMatter.split("\n").length - 1)}>
          <Code text={parsed.frontMatter.replace(/^---[ \t]*\n|\n?---[ \t]*\n?$/g, "")} language="yaml" />
        </div>
      ) : null}
      {parsed.blocks
        .filter(({ from, to }) => to >= first && from <= last)
        .map(({ node, from, to }) => (
          <div key={from} class={blockClass(from, to, WHOLE.has(node.name))} data-line={from}>
            {drawBlock(drawing, node, 0)}
          </div>
        ))}
    </div>
  );
};
