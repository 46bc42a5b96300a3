import { DEFAULTS } from "../../config.ts";
import { type Anchor, anchorHeading, anchorIn } from "../places/anchors.ts";
import { ConversionError } from "./conversion-error.ts";

/** What a document says about itself: filters and dates are read from it. */
export type About = Readonly<Record<string, string | number | undefined>>;

const MAX_ABOUT_CHARS = 500;
const MAX_HEADING_LEVEL = 6;

/** Of a list within another: enough behind a dash and behind a number. */
const INDENT = "   ";

const onOneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

/** Marks that Markdown would read at the start of a line: what was no heading must not become one. */
const MARKS = /^(?=#{1,6}(?:\s|$)|```|~~~|<|[=-]+\s*$)/;

/** Lines of plain text that Markdown reads as just that, without spaces at their ends. */
const plainLine = (line: string): string =>
  line
    .replace(/[ \t\u00a0]+/g, " ")
    .trim()
    .replace(MARKS, "\\");

/**
 * Collects the text of a document as Markdown. Throws ConversionError as soon as it is longer than a document may be, so
 * that no file makes much work.
 */
export class DocumentText {
  readonly #parts: string[] = [];
  #chars = 0;

  #add(part: string): void {
    this.#chars += part.length + 1;
    if (this.#chars > DEFAULTS.maxFileBytes) throw new ConversionError("too_long");
    this.#parts.push(part);
  }

  get isEmpty(): boolean {
    return this.#parts.length === 0;
  }

  /** What was added so far. */
  get body(): string {
    return this.#parts.join("\n");
  }

  /** Begins a part that a citation can name. */
  anchor(anchor: Anchor, level = 1): void {
    this.#add(`${"#".repeat(level)} ${onOneLine(anchorHeading(anchor))}\n`);
  }

  /** A heading of the document itself; 1 is the outermost level. One that reads like a part's becomes a paragraph. */
  heading(level: number, text: string): void {
    const line = onOneLine(text);
    if (line === "") return;
    if (anchorIn(line) !== undefined) this.paragraph(line);
    else this.#add(`${"#".repeat(Math.min(MAX_HEADING_LEVEL, Math.max(1, level)))} ${line}\n`);
  }

  /** Lines that belong together; empty ones are left out. */
  paragraph(text: string): void {
    const lines = text.split(/\r\n|[\n\r]/).map(plainLine);
    const kept = lines.filter((line) => line !== "");
    if (kept.length > 0) this.#add(`${kept.join("\n")}\n`);
  }

  /** One line without an empty one after it: an item of a list, a row of a table. */
  line(text: string): void {
    const line = onOneLine(text);
    if (line !== "") this.#add(plainLine(line));
  }

  /** An item of a list behind its mark, indented by how many lists are around its own. */
  item(mark: string, text: string, depth: number): void {
    const line = onOneLine(text);
    if (line !== "") this.#add(INDENT.repeat(Math.max(0, depth)) + plainLine(`${mark} ${line}`));
  }

  /** An empty line, which ends a list or a table. */
  gap(): void {
    const last = this.#parts.at(-1) ?? "";
    if (last !== "" && !last.endsWith("\n")) this.#add("");
  }

  /** Text that is kept as it is written: code, between fences that it does not have itself. */
  code(text: string, language = ""): void {
    const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([run]) => run.length));
    const fence = "`".repeat(longest + 1);
    if (text.trim() !== "") this.#add(`${fence}${language}\n${text.replace(/\n+$/, "")}\n${fence}\n`);
  }

  /** Markdown that was written as such. */
  markdown(text: string): void {
    if (text.trim() !== "") this.#add(`${text.trim()}\n`);
  }

  /** All of it under front matter, which names the format first. */
  finish(format: string, about: About): string {
    const entries = Object.entries(about).flatMap(([key, value]) => aboutLine(key, value));
    const text = `---\nconverted: ${format}\n${entries.join("")}---\n\n${this.body}`;
    return `${clean(text).trimEnd()}\n`;
  }
}

function aboutLine(key: string, value: string | number | undefined): readonly string[] {
  if (typeof value === "number") return [`${key}: ${value}\n`];
  const text = onOneLine(value ?? "")
    .slice(0, MAX_ABOUT_CHARS)
    .replaceAll('"', "'");
  return text === "" ? [] : [`${key}: "${text}"\n`];
}

/** Only what a document may hold: no NUL, no other control characters, no half characters. */
const clean = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  text.toWellFormed().replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, "");
