/** A line of front matter: what is said of the document, and of which of its names. */
interface FrontMatterEntry {
  readonly key: string;
  /** Each value of a list; without quotes, brackets and wiki marks. */
  readonly values: readonly string[];
}

export interface FrontMatter {
  readonly entries: readonly FrontMatterEntry[];
  /** Where the text after it begins. */
  readonly end: number;
}

/** Longer front matter is data; its rest is not read. */
const MAX_LINES = 200;
const MAX_VALUE_CHARS = 120;
const MAX_VALUES = 20;
const OPEN = /^---[ \t]*\r?\n/;
const CLOSE = /^(?:---|\.\.\.)[ \t]*\r?$/;
const ENTRY = /^([A-Za-z\u00c0-\u024f][\w .\u00c0-\u024f-]{0,40}?)[ \t]*:(?:[ \t]+(.*))?$/;
const ITEM = /^[ \t]*-[ \t]+(.*)$/;

/** The front matter at the beginning of a Markdown text; without entries when there is none. */
export function readFrontMatter(text: string): FrontMatter {
  const open = OPEN.exec(text)?.[0];
  if (open === undefined) return { entries: [], end: 0 };
  const entries: { key: string; values: string[] }[] = [];
  let at = open.length;
  for (let line = 0; line < MAX_LINES && at < text.length; line++) {
    const newline = text.indexOf("\n", at);
    const end = newline === -1 ? text.length : newline;
    const written = text.slice(at, end);
    at = Math.min(end + 1, text.length);
    if (CLOSE.test(written)) return { entries, end: at };
    if (written.length < 1000) readLine(written.trimEnd(), entries);
  }
  return { entries, end: entries.length > 0 ? at : 0 };
}

function readLine(line: string, entries: { key: string; values: string[] }[]): void {
  const item = ITEM.exec(line);
  const last = entries.at(-1);
  if (item !== null && last !== undefined) last.values.push(...valuesOf(item[1] ?? "").slice(0, 1));
  const entry = item === null ? ENTRY.exec(line) : null;
  if (entry !== null) entries.push({ key: entry[1] ?? "", values: valuesOf(entry[2] ?? "") });
}

function valuesOf(written: string): string[] {
  const inner = /^\[(?!\[)(.*)\]$/.exec(written.trim())?.[1];
  return (inner === undefined ? [written] : inner.split(","))
    .slice(0, MAX_VALUES)
    .map((value) =>
      value
        .trim()
        .replace(/^["']|["']$/g, "")
        .replace(/^\[\[|\]\]$/g, "")
        .trim(),
    )
    .filter((value) => value !== "" && value.length <= MAX_VALUE_CHARS);
}
