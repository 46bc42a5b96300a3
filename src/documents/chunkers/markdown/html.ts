import { CHARS_A_STEP, type Steps } from "../../../text/steps.ts";
import { isBlankRange, lineText, type SourceLines } from "../lines.ts";
import { type Heading, headingsOf, pathTo } from "./headings.ts";
import { BOUNDARY, indentations, type Outline, paragraphStrengths, type Section } from "./outline.ts";

const MAX_LINE_CHARS = 2000;
const LINES_A_STEP = CHARS_A_STEP / 20;
const MAX_HEADING_LINES = 5;
const HEADING = /<h([1-6])(?=[\s>])[^>]{0,300}>/i;
const HEADING_END = /<\/h[1-6]\s{0,8}>/i;
const TITLE = /<title(?=[\s>])[^>]{0,200}>([^<]{1,400})/i;
const MAX_TITLE_SEARCH = 20_000;
const BLOCK_TAG =
  /^\s{0,200}<(?:address|article|aside|blockquote|body|details|div|dl|fieldset|figure|footer|form|header|main|nav|ol|p|pre|section|table|template|ul)(?=[\s/>])/i;
const ITEM_TAG = /^\s{0,200}<(?:br|dd|dt|hr|img|li|option|td|th|tr)(?=[\s/>])/i;
const CLOSING_TAG = /^\s{0,200}<\//;

/** Text that is no prose: how it opens and ends, and whether it is a section of its own. */
const RAW_TEXT = [
  { open: "<script", close: "</script", heading: "script" },
  { open: "<style", close: "</style", heading: "style" },
  { open: "<!--", close: "-->", heading: undefined },
] as const;

interface Reader {
  readonly source: SourceLines;
  readonly sections: Section[];
  readonly title: string | undefined;
  path: readonly Heading[];
  from: number;
  /** First line after the headings that the open section begins with. */
  bodyFrom: number;
  /** Ends the script, style or comment that is open. */
  close: string | undefined;
}

/** HTML by headings and block tags; scripts and styles are sections of their own. */
export function* outlineHtml(source: SourceLines): Steps<Outline> {
  const found = TITLE.exec(source.text.slice(0, MAX_TITLE_SEARCH))?.[1];
  const title = found === undefined ? undefined : plainText(found);
  const reader: Reader = { source, sections: [], title, path: [], from: 0, bodyFrom: 0, close: undefined };
  const strengths = paragraphStrengths(indentations(source));
  for (let line = 0; line < source.count; line++) {
    if (line % LINES_A_STEP === 0) yield CHARS_A_STEP;
    const text = lineText(source, line);
    if (reader.close === undefined) strengths[line] = Math.max(strengths[line] ?? 0, strengthOf(text));
    readLine(reader, line, text);
  }
  endSection(reader, source.count);
  return { title, sections: reader.sections, strengths, blocks: [] };
}

function strengthOf(text: string): number {
  const head = text.slice(0, MAX_LINE_CHARS);
  if (BLOCK_TAG.test(head)) return BOUNDARY.paragraph;
  if (ITEM_TAG.test(head)) return BOUNDARY.item;
  return CLOSING_TAG.test(head) ? BOUNDARY.poor : BOUNDARY.line;
}

function readLine(reader: Reader, line: number, text: string): void {
  const small = text.toLowerCase();
  if (reader.close !== undefined) {
    readRawText(reader, line, small);
    return;
  }
  const raw = RAW_TEXT.find(({ open }) => small.includes(open));
  if (raw !== undefined) {
    const openAt = small.indexOf(raw.open);
    if (raw.heading !== undefined && text.slice(0, openAt).trim() === "") endSection(reader, line);
    if (!small.includes(raw.close, openAt)) reader.close = raw.close;
    else if (raw.heading !== undefined && reader.from === line) endSection(reader, line + 1, raw.heading);
    return;
  }
  const heading = HEADING.exec(text.slice(0, MAX_LINE_CHARS));
  if (heading === null) return;
  // A heading without a body goes with the section that follows.
  if (!isBlankRange(reader.source, reader.bodyFrom, line)) endSection(reader, line);
  const level = Number(heading[1]);
  const { name, end, isAlone } = headingAt(reader.source, line, heading.index + heading[0].length);
  const isBare = isAlone && text.slice(0, heading.index).trim() === "";
  reader.bodyFrom = isBare ? end : line;
  reader.path = pathTo(reader.path, { level, text: name });
}

function readRawText(reader: Reader, line: number, small: string): void {
  if (reader.close === undefined || !small.includes(reader.close)) return;
  const heading = RAW_TEXT.find(({ close }) => close === reader.close)?.heading;
  reader.close = undefined;
  if (heading !== undefined) endSection(reader, line + 1, heading);
}

/** Ends the open section before `line`; blank lines alone stay with what follows. */
function endSection(reader: Reader, line: number, heading?: string): void {
  const { from, source, path, title } = reader;
  const isLast = line === source.count;
  if (from >= line || (!isLast && isBlankRange(source, from, line))) return;
  const headings = [...headingsOf(path, title), ...(heading === undefined ? [] : [heading])];
  reader.sections.push({ from, to: line, headings });
  reader.from = line;
  reader.bodyFrom = line;
}

/** A heading's text, the first line after it (or after its opening tag), and whether it ends its line. */
function headingAt(source: SourceLines, line: number, column: number) {
  let text = lineText(source, line).slice(column);
  const isAlone = text.trim() === "";
  text = text.slice(0, MAX_LINE_CHARS);
  let next = line + 1;
  const stop = Math.min(source.count, line + MAX_HEADING_LINES);
  while (next < stop && !HEADING_END.test(text))
    text += ` ${lineText(source, next++).slice(0, MAX_LINE_CHARS)}`;
  const close = HEADING_END.exec(text);
  if (close === null) return { name: plainText(text), end: line + 1, isAlone };
  const rest = text.slice(close.index + close[0].length);
  return { name: plainText(text.slice(0, close.index)), end: next, isAlone: rest.trim() === "" };
}

const ENTITIES = new Map(Object.entries({ amp: "&", lt: "<", gt: ">", quot: '"', nbsp: " ", "#39": "'" }));
const MAX_HEADING_CHARS = 300;

function plainText(html: string): string {
  return html
    .replace(/<[^<>]{0,300}>/g, "")
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (entity, name: string) => ENTITIES.get(name) ?? entity)
    .split(/\s/)
    .filter((word) => word !== "")
    .join(" ")
    .slice(0, MAX_HEADING_CHARS);
}
