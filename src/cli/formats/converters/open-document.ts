import { ConversionError } from "../../../text/markup/conversion-error.ts";
import { type Converter, endingOf, titleOf } from "../converter.ts";
import { DocumentText } from "../../../text/markup/document-text.ts";
import { type Attributes, localName, readMarkup } from "../../../text/markup/markup.ts";
import { addParagraph, coreProperties, type ParagraphKind } from "./office-text.ts";
import { addRows, type Row } from "./rows.ts";
import { partText, unzip } from "./zip.ts";

const WANTED = /^(?:content|meta|META-INF\/manifest)\.xml$/;
/** A cell or row that stands for many is repeated so often at most: sheets end in a million empty ones. */
const MAX_REPEATS = 100;
const MAX_COLUMNS = 500;
const MAX_SPACES = 100;

const HEADING_STYLE = /^Heading_20_([1-6])$/;

const repeats = (attributes: Attributes, name: string): number =>
  Math.min(MAX_REPEATS, Math.max(1, Number(attributes[name] ?? 1) || 1));

/** Reads text, slides and sheets alike: all three are paragraphs in frames, lists and tables. */
class OpenDocumentReader {
  readonly #out: DocumentText;
  readonly #ending: string;
  #text = "";
  #kind: ParagraphKind = {};
  #paragraphs = 0;
  #lists = 0;
  #tables = 0;
  #skipped = 0;
  #slide = 0;
  #placeClass = "";
  #cell: string[] = [];
  #cellRepeats = 1;
  #rowRepeats = 1;
  #row: string[] = [];
  #rows: Row[] = [];
  #sheet = "";
  readonly #parents = new Map<string, string>();
  parts = 0;

  constructor(out: DocumentText, ending: string) {
    this.#out = out;
    this.#ending = ending;
  }

  readonly #opened: Readonly<Record<string, (attributes: Attributes) => void>> = {
    "text:p": (attributes) => this.#begin(this.#paragraphKind(attributes["text:style-name"] ?? "")),
    "text:h": (attributes) => this.#begin({ heading: Number(attributes["text:outline-level"] ?? 1) || 1 }),
    "text:s": (attributes) =>
      this.#add(" ".repeat(Math.min(MAX_SPACES, Number(attributes["text:c"] ?? 1) || 1))),
    "text:tab": () => this.#add("\t"),
    "text:line-break": () => this.#add(this.#tables > 0 ? " " : "\n"),
    "text:list": () => {
      this.#lists++;
    },
    "draw:page": () => {
      this.#slide++;
      this.#part("slide", String(this.#slide));
    },
    "draw:frame": (attributes) => {
      this.#placeClass = attributes["presentation:class"] ?? "";
    },
    "table:table": (attributes) => {
      this.#tables++;
      if (this.#tables > 1) return;
      this.#rows = [];
      this.#sheet = attributes["table:name"]?.trim() ?? "";
    },
    "table:table-row": (attributes) => {
      if (this.#tables > 1) return;
      this.#row = [];
      this.#rowRepeats = repeats(attributes, "table:number-rows-repeated");
    },
    "table:table-cell": (attributes) => {
      if (this.#tables > 1) return;
      this.#cell = [];
      this.#cellRepeats = repeats(attributes, "table:number-columns-repeated");
    },
    "table:covered-table-cell": () => {
      if (this.#tables <= 1) this.#row.push("");
    },
  };

  readonly #closed: Readonly<Record<string, () => void>> = {
    "text:p": () => this.#end(),
    "text:h": () => this.#end(),
    "text:list": () => {
      this.#lists--;
      if (this.#lists === 0) this.#out.gap();
    },
    "draw:frame": () => {
      this.#placeClass = "";
    },
    "table:table-cell": () => this.#endCell(),
    "table:table-row": () => this.#endRow(),
    "table:table": () => this.#endTable(),
  };

  /** What a template fills, remarks, and text that is deleted or only describes. */
  static readonly #SKIPPED = new Set([
    "office:annotation",
    "text:tracked-changes",
    "style:style",
    "svg:desc",
    "presentation:footer-decl",
    "text:note-citation",
  ]);

  open(name: string, attributes: Attributes): void {
    if (name === "style:style")
      this.#parents.set(attributes["style:name"] ?? "", attributes["style:parent-style-name"] ?? "");
    if (OpenDocumentReader.#SKIPPED.has(name)) this.#skipped++;
    else if (this.#skipped === 0 && Object.hasOwn(this.#opened, name)) this.#opened[name]?.(attributes);
  }

  text(part: string): void {
    if (this.#paragraphs > 0 && this.#skipped === 0) this.#add(part);
  }

  close(name: string): void {
    if (OpenDocumentReader.#SKIPPED.has(name)) this.#skipped--;
    else if (this.#skipped === 0 && Object.hasOwn(this.#closed, name)) this.#closed[name]?.();
  }

  /** Some programs write a heading as a paragraph whose style, or that style's parent, is one. */
  #paragraphKind(style: string): ParagraphKind {
    const level = HEADING_STYLE.exec(style)?.[1] ?? HEADING_STYLE.exec(this.#parents.get(style) ?? "")?.[1];
    return level === undefined ? { isItem: this.#lists > 0 } : { heading: Number(level) };
  }

  #add(text: string): void {
    this.#text += text;
  }

  #part(kind: "slide" | "sheet", value: string): void {
    this.#out.gap();
    this.#out.anchor({ kind, value });
    this.parts++;
  }

  #begin(kind: ParagraphKind): void {
    // A paragraph in a frame in a paragraph, as a caption is, comes with it.
    if (this.#paragraphs++ > 0) return;
    this.#text = "";
    this.#kind = this.#placeClass === "title" ? { heading: 2 } : kind;
  }

  #end(): void {
    if (--this.#paragraphs > 0) {
      this.#add(" ");
      return;
    }
    if (this.#tables > 0) this.#cell.push(this.#text.trim());
    else addParagraph(this.#out, this.#text, this.#kind);
    this.#text = "";
  }

  #endCell(): void {
    if (this.#tables > 1) return;
    const text = this.#cell.filter((part) => part !== "").join(" ");
    const times = text === "" ? this.#cellRepeats : Math.min(this.#cellRepeats, MAX_COLUMNS);
    for (let time = 0; time < times && this.#row.length < MAX_COLUMNS; time++) this.#row.push(text);
  }

  #endRow(): void {
    if (this.#tables > 1 || this.#row.every((cell) => cell === "")) return;
    for (let time = 0; time < this.#rowRepeats; time++) this.#rows.push(this.#row);
  }

  #endTable(): void {
    if (--this.#tables > 0 || this.#rows.length === 0) return;
    this.#out.gap();
    if (this.#ending === "ods") {
      this.#part("sheet", this.#sheet || String(this.parts + 1));
      addRows(this.#out, this.#rows);
      return;
    }
    for (const row of this.#rows) this.#out.line(row.join(" | "));
    this.#out.gap();
  }
}

const PART_NAMES: Readonly<Record<string, string>> = { odp: "slides", ods: "sheets" };
const FORMAT_NAMES: Readonly<Record<string, string>> = { odt: "word", odp: "slides", ods: "sheet" };

/** A text with its headings, a presentation slide by slide, a workbook sheet by sheet. */
export const convertOpenDocument: Converter = ({ bytes, name }) => {
  const parts = unzip(bytes, (part) => WANTED.test(part));
  if (partText(parts, "META-INF/manifest.xml").includes("encryption-data"))
    throw new ConversionError("encrypted");
  const content = partText(parts, "content.xml");
  if (content === "") throw new ConversionError("broken");
  const ending = endingOf(name);
  const out = new DocumentText();
  const reader = new OpenDocumentReader(out, ending);
  readMarkup(content, {
    open: (tag, attributes) => reader.open(tag, attributes),
    text: (text) => reader.text(text),
    close: (tag) => reader.close(tag),
  });
  if (out.isEmpty) throw new ConversionError("no_text");
  const { title, author } = coreProperties(partText(parts, "meta.xml"));
  const counted = PART_NAMES[ending];
  const about = {
    title: titleOf(title, name),
    author,
    ...(counted !== undefined && { [counted]: reader.parts }),
  };
  return out.finish(FORMAT_NAMES[ending] ?? localName(ending), about);
};
