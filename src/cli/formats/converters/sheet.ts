import { ConversionError } from "../../../text/markup/conversion-error.ts";
import { type Converter, titleOf } from "../converter.ts";
import { DocumentText } from "../../../text/markup/document-text.ts";
import { localName, readMarkup } from "../../../text/markup/markup.ts";
import { coreProperties, relationsOf } from "./office-text.ts";
import { addRows, type Row } from "./rows.ts";
import { dateStyles, serialDate } from "./sheet-dates.ts";
import { type Parts, partText, unzip } from "./zip.ts";

const WANTED =
  /^(?:xl\/(?:workbook|sharedStrings|styles)\.xml|xl\/worksheets\/[^/]+\.xml|xl\/_rels\/[^/]+\.rels|docProps\/core\.xml)$/;
const WORKBOOK = "xl/workbook.xml";
/** What is read of one sheet: beyond it are formats rather than values. */
const MAX_COLUMNS = 500;
const MAX_ROWS = 200_000;

interface SheetPart {
  readonly name: string;
  readonly part: string;
}

function sheetsOf(parts: Parts): readonly SheetPart[] {
  const relations = relationsOf(parts, WORKBOOK);
  const sheets: SheetPart[] = [];
  readMarkup(partText(parts, WORKBOOK), {
    open(tag, { name = "", "r:id": id = "" }) {
      const part = localName(tag) === "sheet" ? relations.get(id)?.part : undefined;
      if (part !== undefined) sheets.push({ name: name.trim() || String(sheets.length + 1), part });
    },
  });
  return sheets;
}

/** The texts that cells share, without the readings that Japanese texts have beside them. */
function sharedStrings(xml: string): readonly string[] {
  const strings: string[] = [];
  let text = "";
  let isText = false;
  let isReading = false;
  readMarkup(xml, {
    open(tag) {
      const name = localName(tag);
      if (name === "si") text = "";
      if (name === "rPh") isReading = true;
      isText = name === "t" && !isReading;
    },
    text(part) {
      if (isText) text += part;
    },
    close(tag) {
      const name = localName(tag);
      isText = false;
      if (name === "rPh") isReading = false;
      if (name === "si") strings.push(text);
    },
  });
  return strings;
}

/** Column of a cell's name, from 0: `B7` is 1. */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{1,3}/.exec(reference)?.[0] ?? "")
    column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

interface Lookup {
  readonly strings: readonly string[];
  readonly dates: ReadonlySet<number>;
}

/** What a cell shows of what it holds. */
function shownValue(value: string, type: string, style: number, { strings, dates }: Lookup): string {
  if (type === "s") return strings[Number(value)] ?? "";
  if (type === "b") return value === "1" ? "TRUE" : "FALSE";
  if (type !== "" && type !== "n") return value;
  if (dates.has(style)) return serialDate(Number(value)) ?? value;
  // As it is stored, 0.1 + 0.2 has seventeen digits.
  return /\.\d{12,}/.test(value) ? String(Number(Number(value).toPrecision(12))) : value;
}

function rowsOf(xml: string, lookup: Lookup): readonly Row[] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  let type = "";
  let style = 0;
  let value = "";
  let isValue = false;
  readMarkup(xml, {
    open(tag, attributes) {
      const name = localName(tag);
      if (name === "row") row = [];
      if (name === "c") {
        at = attributes.r === undefined ? row.length : columnOf(attributes.r);
        type = attributes.t ?? "";
        style = Number(attributes.s ?? 0);
        value = "";
      }
      isValue = name === "v" || name === "t";
    },
    text(part) {
      if (isValue) value += part;
    },
    close(tag) {
      const name = localName(tag);
      isValue = false;
      if (name === "c" && value !== "" && at >= 0 && at < MAX_COLUMNS) {
        while (row.length < at) row.push("");
        row[at] = shownValue(value, type, style, lookup);
      }
      if (name === "row" && row.length > 0 && rows.length < MAX_ROWS) rows.push(row);
    },
  });
  return rows;
}

/** A workbook sheet by sheet and row by row, with the values that its formulas had when it was saved. */
export const convertSheet: Converter = ({ bytes, name }) => {
  const parts = unzip(bytes, (part) => WANTED.test(part));
  const sheets = sheetsOf(parts);
  if (sheets.length === 0) throw new ConversionError("broken");
  const strings = sharedStrings(partText(parts, "xl/sharedStrings.xml"));
  const dates = dateStyles(partText(parts, "xl/styles.xml"));
  const out = new DocumentText();
  for (const sheet of sheets) {
    const rows = rowsOf(partText(parts, sheet.part), { strings, dates });
    if (rows.length === 0) continue;
    out.anchor({ kind: "sheet", value: sheet.name });
    addRows(out, rows);
  }
  if (out.isEmpty) throw new ConversionError("no_text");
  const { title, author } = coreProperties(partText(parts, "docProps/core.xml"));
  return out.finish("sheet", { title: titleOf(title, name), author, sheets: sheets.length });
};
