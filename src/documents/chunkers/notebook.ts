import { parseJson } from "../../text/parse-json.ts";
import type { Steps } from "../../text/steps.ts";
import { type LineRange, lineStart, lineText, type SourceLines } from "./lines.ts";
import { type Heading, headingText, pathTo } from "./markdown/headings.ts";
import {
  BOUNDARY,
  indentations,
  type Outline,
  paragraphStrengths,
  type Section,
} from "./markdown/outline.ts";

const CELLS = /^\s*"cells"\s*:\s*\[\s*$/;
const MARKDOWN_CELL = /^\s*"cell_type"\s*:\s*"markdown"/;
const STRING_LINE = /^("(?:[^"\\]|\\.)*")\s*,?$/;
const SOURCE = /^\s*"source"\s*:\s*(?:\[\s*)?("(?:[^"\\]|\\.)*")?/;
const HEADING = /^(#{1,6})[ \t]+\S/;
const CODE_FENCE = /^ {0,3}(?:```|~~~)/;
const MAX_LINE_CHARS = 4000;

/** Jupyter notebooks as written: lines of JSON, cut between cells, headings from the Markdown cells. */
export function* outlineNotebook(source: SourceLines): Steps<Outline> {
  const indents = indentations(source);
  const cells = findCells(source, indents);
  yield source.text.length;
  const strengths = paragraphStrengths(indents);
  for (const { from } of cells) strengths[from] = BOUNDARY.block;
  const sections: Section[] = [];
  let path: readonly Heading[] = [];
  let title: string | undefined;
  let from = 0;
  for (const cell of cells) {
    yield lineStart(source, cell.to) - lineStart(source, cell.from);
    const headings = cellHeadings(source, cell);
    if (headings.length === 0) continue;
    // What comes before the first cell goes with it.
    const isLed = cell.from > from && cell !== cells[0];
    if (isLed) sections.push({ from, to: cell.from, headings: path.map(({ text }) => text) });
    if (isLed) from = cell.from;
    for (const heading of headings) path = pathTo(path, heading);
    title ??= headings.find(({ level }) => level === 1)?.text;
  }
  sections.push({ from, to: source.count, headings: path.map(({ text }) => text) });
  return { title, sections, strengths, blocks: cells };
}

/** Lines of each cell: from an opening brace at the indentation of the first to the next one. */
function findCells(source: SourceLines, indents: Int32Array): readonly LineRange[] {
  let start = 0;
  while (start < source.count && !CELLS.test(lineText(source, start).slice(0, MAX_LINE_CHARS))) start++;
  const indent = indents[start + 1] ?? 0;
  const starts: number[] = [];
  let line = start + 1;
  for (; line < source.count; line++) {
    const own = indents[line] ?? 0;
    if (own >= 0 && own < indent) break;
    if (own === indent && lineText(source, line).trim() === "{") starts.push(line);
  }
  return starts.map((from, index) => ({ from, to: starts[index + 1] ?? line }));
}

function cellHeadings(source: SourceLines, cell: LineRange): readonly Heading[] {
  const lines = Array.from({ length: cell.to - cell.from }, (_, index) =>
    lineText(source, cell.from + index).slice(0, MAX_LINE_CHARS),
  );
  if (!lines.some((line) => MARKDOWN_CELL.test(line))) return [];
  const opener = lines.findIndex((line) => SOURCE.test(line));
  if (opener === -1) return [];
  const first = SOURCE.exec(lines[opener] ?? "")?.[1];
  const rest = lines.slice(opener + 1).map((line) => STRING_LINE.exec(line.trim())?.[1]);
  return markdownHeadings([first, ...rest].filter((text) => text !== undefined).flatMap(unescapeLines));
}

const unescapeLines = (quoted: string): readonly string[] => String(parseJson(quoted) ?? "").split("\n");

function markdownHeadings(lines: readonly string[]): readonly Heading[] {
  const headings: Heading[] = [];
  let isInsideFence = false;
  for (const line of lines) {
    if (CODE_FENCE.test(line)) isInsideFence = !isInsideFence;
    const marks = isInsideFence ? undefined : HEADING.exec(line)?.[1];
    if (marks !== undefined) headings.push({ level: marks.length, text: headingText(line) });
  }
  return headings;
}
