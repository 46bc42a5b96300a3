// The front matter of Markdown: a flat reading of the part of YAML that people write there. A YAML parser refuses what is
// common in it (`title: Notes: part 2`, `@handle`, template marks) and would be a fifteenth of the Worker.

export type Scalar = string | number | boolean;

/** `key: value`, a list, or one item of a list that goes on over lines. */
export interface FrontMatterEntry {
  /** Nested keys joined by a dot. */
  readonly key: string;
  readonly values: readonly Scalar[];
  readonly isList: boolean;
  /** Below another key. */
  readonly isNested: boolean;
}

export interface FrontMatter {
  /** Lines it takes, both fences included; those read when it is not closed; 0 when there is none. */
  readonly lines: number;
  readonly isClosed: boolean;
  readonly entries: readonly FrontMatterEntry[];
}

const FENCE = /^\uFEFF?---[ \t\r]*$/;
const CLOSING_FENCE = /^(?:---|\.\.\.)[ \t\r]*$/;
const MAX_LINES = 1000;
const MAX_LINE_CHARS = 4000;
const MAX_ENTRIES = 3000;
const MAX_DEPTH = 8;
/** Lines, and characters, that one value may go on over: each line more is a look at all of them. */
const MAX_VALUE_LINES = 20;
const MAX_VALUE_CHARS = 4000;

/** The front matter at the start of a text, by its lines (from 0; undefined: there are no more). Linear. */
export function readFrontMatter(lineAt: (line: number) => string | undefined): FrontMatter {
  const head = (line: number) => lineAt(line)?.slice(0, MAX_LINE_CHARS).trimEnd();
  if (!FENCE.test(head(0) ?? "")) return { lines: 0, isClosed: false, entries: [] };
  const body: string[] = [];
  for (let line = 1; line < MAX_LINES; line++) {
    const text = head(line);
    if (text === undefined) break;
    if (CLOSING_FENCE.test(text)) return { lines: line + 1, isClosed: true, entries: readEntries(body) };
    body.push(text);
  }
  return { lines: body.length + 1, isClosed: false, entries: readEntries(body) };
}

const KEY = String.raw`"[^"]*"|'[^']*'|[\w$.@/\u00c0-\u024f-](?:[\w$.@/ \u00c0-\u024f-]*[\w$.@/\u00c0-\u024f-])?`;
const ENTRY = new RegExp(`^( *)(${KEY}) *:(?: +(.*)|)$`);
const DASHED_KEY = new RegExp(`^( *)-(?= +(?:${KEY}) *:(?: |$))`);
const LIST_ITEM = /^( *)- +(\S.*)$/;
const BLOCK_SCALAR = /^[|>][+-]?\d?$/;

interface Parent {
  readonly indent: number;
  readonly key: string;
}

/**
 * Entries of YAML lines: scalars, lists inline and dashed, nested keys, block text as one line, values that go on over
 * more indented lines. Anything else is ignored.
 */
export function readEntries(lines: readonly string[]): readonly FrontMatterEntry[] {
  const entries: FrontMatterEntry[] = [];
  let parents: readonly Parent[] = [];
  for (let at = 0; at < lines.length && entries.length < MAX_ENTRIES; at++) {
    // A dash counts as indentation, so the keys of a map in a list are children of the list's key.
    const line = (lines[at] ?? "").replace(DASHED_KEY, "$1 ");
    const item = LIST_ITEM.exec(line);
    if (item) {
      const owner = parents.findLast(({ indent }) => indent <= (item[1] ?? "").length);
      const isNested = parents.length > 1;
      if (owner) entries.push({ key: owner.key, values: [scalarOf(item[2] ?? "")], isList: true, isNested });
      continue;
    }
    const entry = ENTRY.exec(line);
    if (!entry) continue;
    const [, space = "", name = "", rawValue = ""] = entry;
    const outer = parents.filter(({ indent }) => indent < space.length).slice(0, MAX_DEPTH);
    const key = [...outer.slice(-1).map((parent) => parent.key), unquote(name)].join(".");
    parents = [...outer, { indent: space.length, key }];
    const value = rawValue.trim();
    if (value === "" || value.startsWith("#")) continue;
    const whole = wholeValue(value, lines, { at, indent: space.length });
    at = whole.last;
    entries.push({ key, ...whole.value, isNested: outer.length > 0 });
  }
  return entries;
}

type Value = Pick<FrontMatterEntry, "values" | "isList">;

interface Place {
  /** Line that the value begins on. */
  readonly at: number;
  /** Of its key. */
  readonly indent: number;
}

/** A value with the lines that it goes on over; `last` is its last line. */
function wholeValue(
  value: string,
  lines: readonly string[],
  { at, indent }: Place,
): { readonly value: Value; readonly last: number } {
  const isBlock = BLOCK_SCALAR.test(value);
  let text = isBlock ? "" : value;
  let last = at;
  for (const line of lines.slice(at + 1, isBlock ? lines.length : at + 1 + MAX_VALUE_LINES)) {
    const isInside = line === "" || line.search(/\S/) > indent;
    const isMore = isOpen(text) ? isInside || line.startsWith("]") : isInside && isPlainText(text, line);
    const goesOn = isBlock ? isInside : text.length < MAX_VALUE_CHARS && isMore;
    if (!goesOn) break;
    text = `${text} ${line.trim()}`;
    last += 1;
  }
  if (isBlock) return { value: { values: [text.trim()], isList: false }, last };
  return isOpen(text) ? { value: parsedValue(value), last: at } : { value: parsedValue(text), last };
}

/** A list or a quoted text that has not ended yet. */
const isOpen = (text: string): boolean =>
  /^\[[^\]]*$/.test(text) || /^"(?:[^"\\]|\\.)*$/.test(text) || /^'(?:[^']|'')*$/.test(text);

/** A more indented line that is no entry goes on with the plain text before it. */
const isPlainText = (text: string, line: string): boolean =>
  line.trim() !== "" &&
  !/^["'[{]/.test(text) &&
  !ENTRY.test(line) &&
  !LIST_ITEM.test(line) &&
  !/^\s*#/.test(line);

function parsedValue(value: string): Value {
  const inner = /^\[(.*)\](?: +#.*)?$/.exec(value)?.[1];
  if (inner === undefined) return { values: [scalarOf(value)], isList: false };
  return { values: splitList(inner).map(scalarOf), isList: true };
}

/** Parts between commas, commas inside quotes left alone. */
function splitList(inner: string): readonly string[] {
  const parts = inner.match(/"(?:[^"\\]|\\.)*"|'[^']*'|[^,"']+|,|["']/g) ?? [];
  const list = [""];
  for (const part of parts) {
    if (part === ",") list.push("");
    else list[list.length - 1] += part;
  }
  return list.map((part) => part.trim()).filter((part) => part !== "");
}

const NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/;

function scalarOf(raw: string): Scalar {
  const value = raw.trim();
  if (/^["']/.test(value)) return unquote(value);
  const plain = value.replace(/ #.*$/, "").trimEnd();
  if (plain === "true" || plain === "false") return plain === "true";
  return NUMBER.test(plain) ? Number(plain) : plain;
}

const ESCAPED: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r" };

function unquote(value: string): string {
  const quoted = /^"((?:[^"\\]|\\.)*)"|^'((?:[^']|'')*)'/.exec(value);
  if (!quoted) return value;
  const [, double, single = ""] = quoted;
  return (
    double?.replace(/\\(.)/g, (_, char: string) => ESCAPED[char] ?? char) ?? single.replaceAll("''", "'")
  );
}
