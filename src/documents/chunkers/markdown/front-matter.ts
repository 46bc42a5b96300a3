import type { SourceLines } from "../lines.ts";
import { lineText } from "../lines.ts";
import { shorten } from "./fit-headings.ts";

/** Value of a metadata key. */
export type MetadataValue = string | number | boolean | readonly (string | number | boolean)[];

export interface FrontMatter {
  /** Lines it takes, both fences included; 0 when there is none. */
  readonly lines: number;
  readonly metadata: Readonly<Record<string, MetadataValue>>;
}

const FENCE = /^\uFEFF?---[ \t\r]*$/;
const CLOSING_FENCE = /^(?:---|\.\.\.)[ \t\r]*$/;
const MAX_LINES = 1000;
const MAX_KEYS = 200;
const MAX_LINE_CHARS = 4000;
const MAX_DEPTH = 8;
/** Characters of a key with the keys around it: longer ones are no names. */
const MAX_KEY_CHARS = 200;
/** Characters kept of one value. */
const MAX_VALUE_CHARS = 2000;
/** Characters of all keys and values as JSON. */
const MAX_METADATA_CHARS = 16_000;

/** The front matter at the start of a text: a small part of YAML, lines outside of it ignored. */
export function readFrontMatter(source: SourceLines): FrontMatter {
  if (source.count === 0 || !FENCE.test(headOf(source, 0))) return { lines: 0, metadata: {} };
  for (let line = 1; line < Math.min(source.count, MAX_LINES); line++) {
    if (!CLOSING_FENCE.test(headOf(source, line))) continue;
    const body = Array.from({ length: line - 1 }, (_, index) => headOf(source, index + 1));
    return { lines: line + 1, metadata: parseFlatYaml(body) };
  }
  return { lines: 0, metadata: {} };
}

function headOf(source: SourceLines, line: number): string {
  return lineText(source, line).slice(0, MAX_LINE_CHARS).trimEnd();
}

const ENTRY = /^( *)("[^"]*"|'[^']*'|[\w$.@/-]+) *:(?: +(.*)|)$/;
const DASHED_KEY = /^( *)-(?= +(?:"[^"]*"|'[^']*'|[\w$.@/-]+) *:(?: |$))/;
const LIST_ITEM = /^( *)- +(\S.*)$/;
const BLOCK_SCALAR = /^[|>][+-]?\d?$/;

interface Found {
  readonly values: Map<string, MetadataValue>;
  /** Characters of them as JSON. */
  chars: number;
}

interface Parent {
  readonly indent: number;
  readonly key: string;
}

/**
 * Flat metadata from YAML lines: `key: value`, lists inline and dashed, nested keys joined by a dot, block scalars
 * as one string; a key given more than once is a list. Anything else is ignored, as is what exceeds the bounds above;
 * `__proto__` is an ordinary key. Linear.
 */
export function parseFlatYaml(lines: readonly string[]): Readonly<Record<string, MetadataValue>> {
  const found: Found = { values: new Map(), chars: 0 };
  let parents: readonly Parent[] = [];
  for (let index = 0; index < lines.length && found.values.size < MAX_KEYS; index++) {
    // A dash counts as indentation, so the keys of a map in a list are children of the list's key.
    const line = (lines[index] ?? "").replace(DASHED_KEY, "$1 ");
    const item = LIST_ITEM.exec(line);
    if (item) {
      const owner = parents.findLast(({ indent }) => indent <= (item[1] ?? "").length);
      if (owner) add(found, owner.key, [scalarOf(item[2] ?? "")]);
      continue;
    }
    const entry = ENTRY.exec(line);
    if (!entry) continue;
    const [, space = "", name = "", rawValue = ""] = entry;
    const outer = parents.filter(({ indent }) => indent < space.length).slice(0, MAX_DEPTH);
    const key = [...outer.slice(-1).map((parent) => parent.key), unquote(name)].join(".");
    parents = [...outer, { indent: space.length, key }];
    const value = rawValue.trim();
    if (BLOCK_SCALAR.test(value)) {
      const scalar = blockScalar(lines, index, space.length);
      add(found, key, scalar.text);
      index = scalar.last;
    } else if (value !== "" && !value.startsWith("#")) add(found, key, valueFrom(value));
  }
  return Object.freeze(Object.fromEntries(found.values));
}

/** Adds a value unless it, or its key, exceeds what is kept. */
function add(found: Found, key: string, value: MetadataValue): void {
  const known = found.values.get(key);
  const short = [value].flat().map(shortValue);
  const chars = JSON.stringify([key, ...short]).length;
  if (key.length > MAX_KEY_CHARS || found.chars + chars > MAX_METADATA_CHARS) return;
  found.chars += chars;
  const isScalar = known === undefined && !Array.isArray(value);
  found.values.set(key, isScalar ? (short[0] ?? "") : [known ?? [], short].flat(2));
}

const shortValue = (value: string | number | boolean): string | number | boolean =>
  typeof value === "string" ? shorten(value, MAX_VALUE_CHARS) : value;

interface BlockScalar {
  readonly text: string;
  /** Index of its last line; of its opener when it is empty. */
  readonly last: number;
}

function blockScalar(lines: readonly string[], opener: number, indent: number): BlockScalar {
  let end = opener + 1;
  while (end < lines.length && isInside(lines[end] ?? "", indent)) end++;
  const text = lines.slice(opener + 1, end).map((line) => line.trim());
  return { text: text.join(" ").trim(), last: end - 1 };
}

const isInside = (line: string, indent: number): boolean => line === "" || line.search(/\S/) > indent;

function valueFrom(value: string): MetadataValue {
  const inner = /^\[(.*)\](?: +#.*)?$/.exec(value)?.[1];
  if (inner === undefined) return scalarOf(value);
  return splitList(inner).map(scalarOf);
}

/** Parts between commas, commas inside quotes left alone. */
function splitList(inner: string): readonly string[] {
  const parts = inner.match(/"[^"]*"|'[^']*'|[^,"']+|,/g) ?? [];
  const list = [""];
  for (const part of parts) {
    if (part === ",") list.push("");
    else list[list.length - 1] += part;
  }
  return list.map((part) => part.trim()).filter((part) => part !== "");
}

const NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/;

function scalarOf(raw: string): string | number | boolean {
  const value = raw.trim();
  if (/^["']/.test(value)) return unquote(value);
  const plain = value.replace(/ #.*$/, "").trimEnd();
  if (plain === "true" || plain === "false") return plain === "true";
  return NUMBER.test(plain) ? Number(plain) : plain;
}

function unquote(value: string): string {
  const quoted = /^"([^"]*)"|^'((?:[^']|'')*)'/.exec(value);
  if (!quoted) return value;
  return quoted[1] ?? (quoted[2] ?? "").replaceAll("''", "'");
}
