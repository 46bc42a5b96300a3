import { CHARS_A_STEP, type Steps } from "../../text/steps.ts";
import { lineText, type SourceLines } from "./lines.ts";
import { shorten } from "./markdown/headings.ts";
import { BOUNDARY, type Chunker, type Outline } from "./markdown/outline.ts";

const MAX_HEADER_CHARS = 2000;
const MAX_COLUMN_CHARS = 60;
const DOUBLE_QUOTE = 34;
const LINES_A_STEP = CHARS_A_STEP / 10;

/** Tables in text form: groups of records under the names of the columns. */
export function tableChunker(delimiter: "," | "\t"): Chunker {
  return function* (source): Steps<Outline> {
    const strengths = new Uint8Array(source.count).fill(BOUNDARY.line);
    let isInsideField = false;
    for (let line = 0; line < source.count; line++) {
      if (line % LINES_A_STEP === 0) yield CHARS_A_STEP;
      if (!isInsideField) strengths[line] = BOUNDARY.item;
      if (hasOddQuotes(source, line)) isInsideField = !isInsideField;
    }
    const headings = columnNames(lineText(source, 0).slice(0, MAX_HEADER_CHARS), delimiter);
    const section = { from: 0, to: source.count, headings, withoutOverlap: true };
    return { sections: [section], strengths, blocks: [] };
  };
}

function hasOddQuotes(source: SourceLines, line: number): boolean {
  const end = source.starts[line + 1] ?? source.text.length;
  let isOdd = false;
  for (let at = source.starts[line] ?? end; at < end; at++) {
    if (source.text.charCodeAt(at) === DOUBLE_QUOTE) isOdd = !isOdd;
  }
  return isOdd;
}

/** The header record as one heading; none when a column has no name or only digits. */
function columnNames(header: string, delimiter: string): readonly string[] {
  const names = header
    .replace(/^\uFEFF/, "")
    .split(delimiter)
    .map((name) => shorten(name.trim().replace(/^"|"$/g, ""), MAX_COLUMN_CHARS));
  const isHeader = names.every((name) => name !== "" && !/^[-+\d.,:/ ]+$/.test(name));
  return isHeader ? [names.join(", ")] : [];
}
