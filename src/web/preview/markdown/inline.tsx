import type { SyntaxNode } from "@lezer/common";
import { type ComponentChild, Fragment } from "preact";
import { Directed } from "../../components/directed.tsx";
import { Link } from "../../components/link.tsx";
import type { Page } from "../../state/page.ts";
import { type Target, withParameters, writeTarget } from "../../state/place.ts";
import { strings } from "../../strings.ts";
import { Highlighted, type Marked } from "../highlighted.tsx";
import { labelOf } from "./document.ts";
import { insideLink, outsideLink, ownPicture } from "./urls.ts";

/** What drawing a document needs. */
export interface Drawing {
  /** Undefined: an extract, whose links and pictures are their words. */
  readonly page: Page | undefined;
  readonly target: Target;
  readonly text: string;
  readonly references: ReadonlyMap<string, string>;
  /** Places in the text that are marked, by offset, ends excluded. */
  readonly marks?: readonly Marked[];
  /** Of what is marked. */
  readonly markClass?: string;
}

/** Containers deeper than this are shown as text: a hostile document nests thousands. */
export const MAX_DEPTH = 40;

/** Common character references; others are shown as written. */
const NAMED = new Map(
  "amp=& lt=< gt=> quot=\" apos=' nbsp=\u00a0 copy=© reg=® trade=™ hellip=… mdash=— ndash=– lsquo=‘ rsquo=’ ldquo=“ \
rdquo=” laquo=« raquo=» bull=• middot=· times=× larr=← rarr=→ uarr=↑ darr=↓ deg=° para=¶ sect=§"
    .split(" ")
    .map((pair) => [pair.slice(0, -2), pair.slice(-1)] as const),
);

const MAX_CODE_POINT = 0x10_ffff;

/** `&amp;`, `&#39;` or `&#x27;` as the character it stands for. */
export function decodeEntity(entity: string): string {
  const name = entity.slice(1, -1);
  const isNumber = name.startsWith("#");
  if (!isNumber) return NAMED.get(name) ?? entity;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
  const isValid = code > 0 && code <= MAX_CODE_POINT && !(code >= 0xd800 && code <= 0xdfff);
  return isValid ? String.fromCodePoint(code) : "\ufffd";
}

const MARKS: ReadonlySet<string> = new Set(
  "HeaderMark QuoteMark ListMark LinkMark EmphasisMark CodeMark StrikethroughMark TaskMarker TableDelimiter URL \
LinkTitle LinkLabel Comment ProcessingInstruction".split(" "),
);

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The text of a node or of a part of one. */
export const textOf = ({ text }: Drawing, { from, to }: Span): string => text.slice(from, to);

/** A part of the text, its places marked. */
export const drawText = ({ text, marks = [], markClass }: Drawing, { from, to }: Span) => (
  <Directed
    text={text.slice(from, to)}
    {...(marks.length > 0 && {
      draw: (part: string, at: number) => (
        <Highlighted text={part} marks={marks} from={from + at} class={markClass} />
      ),
    })}
  />
);

/** The inline content of a node, without its marks. */
export function drawInline(
  drawing: Drawing,
  node: SyntaxNode,
  depth: number,
  span: Span = node,
): ComponentChild[] {
  if (depth > MAX_DEPTH) return [textOf(drawing, span)];
  const parts: ComponentChild[] = [];
  let at = span.from;
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (child.to <= span.from || child.from >= span.to) continue;
    if (child.from > at)
      parts.push(<Fragment key={at}>{drawText(drawing, { from: at, to: child.from })}</Fragment>);
    parts.push(<Fragment key={child.from}>{drawNode(drawing, child, depth + 1)}</Fragment>);
    at = child.to;
  }
  if (at < span.to) parts.push(<Fragment key={at}>{drawText(drawing, { from: at, to: span.to })}</Fragment>);
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
  const name = label === null ? "" : textOf(drawing, label).slice(1, -1);
  // `[a]` and `[a][]` name it by their words.
  return drawing.references.get(labelOf(name || textOf(drawing, labelSpan(node)))) ?? "";
}

/** A link to the web, to a document of the same root, or, where neither is meant, its words. */
function drawLink({ page, target }: Drawing, address: string, label: ComponentChild[]) {
  if (page === undefined) return <span>{label}</span>;
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
  const words = textOf(drawing, labelSpan(node));
  const own = ownPicture(address);
  if (drawing.page === undefined) return words;
  if (own !== undefined) return <img src={own} alt={words} />;
  return <span class="picture small">{drawLink(drawing, address, [strings.preview.image(words)])}</span>;
}

function drawCode(drawing: Drawing, node: SyntaxNode) {
  const marks = node.getChildren("CodeMark");
  const inside = { from: marks[0]?.to ?? node.from, to: marks.at(-1)?.from ?? node.to };
  return <code dir="ltr">{drawText(drawing, inside)}</code>;
}

function drawAddress(drawing: Drawing, node: SyntaxNode) {
  const written = textOf(drawing, node).replace(/^<|>$/g, "");
  const isMail = /^[^\s@/:]+@[^\s@/]+$/.test(written);
  const address = isMail ? `mailto:${written}` : /^www\./i.test(written) ? `https://${written}` : written;
  return drawLink(drawing, address, [written]);
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
  if (name === "LongText") return drawText(drawing, node);
  if (name === "Escape") return drawing.text.slice(node.from + 1, node.to);
  if (name === "Entity") return decodeEntity(textOf(drawing, node));
  if (name === "HTMLTag")
    return /^<br\s*\/?>$/i.test(textOf(drawing, node)) ? (
      <br />
    ) : (
      <span class="tag">{textOf(drawing, node)}</span>
    );
  if (name !== "Link") return textOf(drawing, node);
  return drawLink(drawing, addressOf(drawing, node), drawInline(drawing, node, depth, labelSpan(node)));
}
