import type { SyntaxNode } from "@lezer/common";
import { type ComponentChild, Fragment } from "preact";
import { Link } from "../../components/link.tsx";
import type { Page } from "../../state/page.ts";
import { withParameters } from "../../state/place.ts";
import { type Target, writeTarget } from "../../state/target.ts";
import { strings } from "../../strings.ts";
import { labelOf } from "./document.ts";
import { decodeEntity } from "./entities.ts";
import { insideLink, outsideLink, ownPicture } from "./urls.ts";

/** What drawing a document needs. */
export interface Drawing {
  readonly page: Page;
  readonly target: Target;
  readonly text: string;
  readonly references: ReadonlyMap<string, string>;
}

/** Containers deeper than this are shown as text: a hostile document nests thousands. */
export const MAX_DEPTH = 40;

const MARKS: ReadonlySet<string> = new Set(
  "HeaderMark QuoteMark ListMark LinkMark EmphasisMark CodeMark StrikethroughMark TaskMarker TableDelimiter URL \
LinkTitle LinkLabel Comment ProcessingInstruction".split(" "),
);

const textOf = ({ text }: Drawing, node: SyntaxNode): string => text.slice(node.from, node.to);

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The inline content of a node, without its marks. */
export function drawInline(
  drawing: Drawing,
  node: SyntaxNode,
  depth: number,
  span: Span = node,
): ComponentChild[] {
  if (depth > MAX_DEPTH) return [drawing.text.slice(span.from, span.to)];
  const parts: ComponentChild[] = [];
  let at = span.from;
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (child.to <= span.from || child.from >= span.to) continue;
    if (child.from > at) parts.push(drawing.text.slice(at, child.from));
    parts.push(<Fragment key={child.from}>{drawNode(drawing, child, depth + 1)}</Fragment>);
    at = child.to;
  }
  if (at < span.to) parts.push(drawing.text.slice(at, span.to));
  return parts;
}

/** The words between a link's or picture's brackets. */
function labelSpan(node: SyntaxNode): Span {
  const marks = node.getChildren("LinkMark");
  return { from: marks[0]?.to ?? node.from, to: marks[1]?.from ?? node.to };
}

/** Where a link goes: its own address, or that of the reference it names. */
function addressOf(drawing: Drawing, node: SyntaxNode): string {
  const url = node.getChild("URL");
  if (url !== null) return textOf(drawing, url).replace(/^<|>$/g, "");
  const label = node.getChild("LinkLabel");
  const span = labelSpan(node);
  const name = label === null ? drawing.text.slice(span.from, span.to) : textOf(drawing, label).slice(1, -1);
  return drawing.references.get(labelOf(name)) ?? "";
}

interface Addressed {
  readonly address: string;
  readonly label: ComponentChild[];
}

/** A link to the web, to a document of the same root, or, where neither is meant, its words. */
function drawLink({ page, target }: Drawing, { address, label }: Addressed) {
  const outside = outsideLink(address);
  if (outside !== undefined)
    return (
      <a href={outside} target="_blank" rel="noreferrer noopener">
        {label}
      </a>
    );
  const inside = insideLink(address, target);
  if (inside === undefined) return <span>{label}</span>;
  return <Link to={withParameters(page.place, { open: writeTarget(inside) })}>{label}</Link>;
}

/** A picture inside the document, or a link to one elsewhere. */
function drawPicture(drawing: Drawing, node: SyntaxNode) {
  const address = addressOf(drawing, node);
  const { from, to } = labelSpan(node);
  const words = drawing.text.slice(from, to);
  const own = ownPicture(address);
  if (own !== undefined) return <img src={own} alt={words} />;
  return (
    <span class="picture small">{drawLink(drawing, { address, label: [strings.preview.image(words)] })}</span>
  );
}

function drawCode(drawing: Drawing, node: SyntaxNode) {
  const marks = node.getChildren("CodeMark");
  const { text } = drawing;
  return <code>{text.slice(marks[0]?.to ?? node.from, marks.at(-1)?.from ?? node.to)}</code>;
}

function drawAddress(drawing: Drawing, node: SyntaxNode) {
  const written = textOf(drawing, node).replace(/^<|>$/g, "");
  const isMail = /^[^\s@/:]+@[^\s@/]+$/.test(written);
  const address = isMail ? `mailto:${written}` : /^www\./i.test(written) ? `https://${written}` : written;
  return drawLink(drawing, { address, label: [written] });
}

/** One inline node. An unknown one is shown as text. */
function drawNode(drawing: Drawing, node: SyntaxNode, depth: number): ComponentChild {
  const { name } = node;
  const inside = () => drawInline(drawing, node, depth);
  if (name === "URL") return drawAddress(drawing, node);
  if (MARKS.has(name)) return null;
  if (name === "Emphasis") return <em>{inside()}</em>;
  if (name === "StrongEmphasis") return <strong>{inside()}</strong>;
  if (name === "Strikethrough") return <del>{inside()}</del>;
  if (name === "InlineCode") return drawCode(drawing, node);
  if (name === "Autolink") return drawAddress(drawing, node);
  if (name === "Image") return drawPicture(drawing, node);
  if (name === "HardBreak") return <br />;
  if (name === "Escape") return drawing.text.slice(node.from + 1, node.to);
  if (name === "Entity") return decodeEntity(textOf(drawing, node));
  if (name === "HTMLTag")
    return /^<br\s*\/?>$/i.test(textOf(drawing, node)) ? (
      <br />
    ) : (
      <span class="tag">{textOf(drawing, node)}</span>
    );
  if (name !== "Link") return textOf(drawing, node);
  const span = labelSpan(node);
  const label = drawInline(drawing, node, depth, span);
  return drawLink(drawing, { address: addressOf(drawing, node), label });
}
