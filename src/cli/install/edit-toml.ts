import { parse, TomlError, type TomlTable } from "smol-toml";
import { invalid } from "../failures.ts";
import type { Entry } from "./entry.ts";

type Path = readonly [key: string, name: string];

/** No configuration is so large; reading one would take long. */
const MAX_CHARS = 1_000_000;

/** A JSON string is a basic string of TOML, but for what both need not escape. */
const quoted = (text: string): string => JSON.stringify(text).replaceAll("\u007f", "\\u007f");

/** A table that holds the entry, whole. */
export function tomlText([key, name]: Path, { command, args, env = {} }: Entry): string {
  const variables = Object.entries(env).map(([variable, value]) => `${variable} = ${quoted(value)}`);
  return [
    `[${key}.${name}]`,
    `command = ${quoted(command)}`,
    `args = [${args.map(quoted).join(", ")}]`,
    ...(variables.length === 0 ? [] : [`env = { ${variables.join(", ")} }`]),
    "",
  ].join("\n");
}

function parsed(text: string): TomlTable | TomlError {
  try {
    return parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    if (error instanceof TomlError) return error;
    throw error;
  }
}

function read(text: string): TomlTable {
  if (text.length > MAX_CHARS) throw invalid(`it has over ${MAX_CHARS} characters: put it in by hand`);
  const found = parsed(text);
  if (!(found instanceof TomlError)) return found;
  throw invalid(`it is not valid TOML, line ${found.line}`, { cause: found });
}

const HEADER = /^[ \t]*\[.*\][ \t]*(?:#.*)?\r?$/gm;
/** Empty lines and comments before the next header belong to it. */
const BEFORE_NEXT = /(?<=\n)(?:[ \t]*(?:#[^\n]*)?(?:\r?\n|$))*$/;

interface Table {
  readonly from: number;
  readonly to: number;
}

/** Whether a line that looks like a header is one: what stands before it is whole, no string and no list goes on. */
const isWhole = (before: string): boolean => !(parsed(before) instanceof TomlError);

function isBelow(line: string, [key, name]: Path): boolean {
  const table = parsed(line);
  const outer = table instanceof TomlError ? undefined : table[key];
  return typeof outer === "object" && !Array.isArray(outer) && Object.hasOwn(outer, name);
}

/** The tables at a path and below it, in order. Only at these, which are few, what stands before is read. */
function tablesAt(text: string, path: Path): readonly Table[] {
  const headers = [...text.matchAll(HEADER)];
  const isHeader = ({ index }: RegExpExecArray): boolean => isWhole(text.slice(0, index));
  return headers.flatMap((header, at) => {
    // A parser takes the carriage return of a Windows line end only with its line feed.
    if (!isBelow(header[0].trimEnd(), path) || !isHeader(header)) return [];
    const { index: from } = header;
    const end = headers.slice(at + 1).find(isHeader)?.index ?? text.length;
    return [{ from, to: end - (BEFORE_NEXT.exec(text.slice(from, end))?.[0].length ?? 0) }];
  });
}

function appended(text: string, block: string, newline: string): string {
  if (text === "" || text.endsWith(newline + newline)) return text + block;
  return `${text}${text.endsWith("\n") ? newline : newline.repeat(2)}${block}`;
}

function replaced(text: string, tables: readonly Table[], block: string): string {
  let edited = "";
  let at = 0;
  for (const [index, { from, to }] of tables.entries()) {
    edited += text.slice(at, from) + (index === 0 ? block : "");
    at = to;
  }
  return edited + text.slice(at);
}

/** A TOML text in which one table is as given; every other byte stays. Throws `invalid_input` for another form of the table. */
export function setTomlEntry(text: string, path: Path, entry: Entry): string {
  read(text);
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const block = tomlText(path, entry).replaceAll("\n", newline);
  const tables = tablesAt(text, path);
  const edited = tables.length === 0 ? appended(text, block, newline) : replaced(text, tables, block);
  // A table that is written inline or with dotted keys cannot be given a second time.
  if (parsed(edited) instanceof TomlError)
    throw invalid(`${path[0]} is written without tables of its own: put it in by hand`);
  return edited;
}
