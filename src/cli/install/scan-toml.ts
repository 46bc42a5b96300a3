import { AppError } from "../../errors.ts";

/** A table of a TOML text: from its header to the last of its keys. */
export interface Table {
  /** Of its header; none: what stands before the first one. */
  readonly names: readonly string[];
  /** Names of its keys, dotted ones in their parts. */
  readonly keys: readonly (readonly string[])[];
  readonly from: number;
  /** Behind the line of its last key; comments and empty lines after that are the next table's. */
  readonly to: number;
}

/** A string of some millions is more than a regular expression has a stack for; a configuration is never so large. */
const MAX_CHARS = 1_000_000;

const HEADER = /^[ \t]*\[{1,2}([^\r\n]*?)\]{1,2}[ \t]*(?:#[^\r\n]*)?$/;
const KEY =
  /^[ \t]*((?:[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"|'[^']*')(?:[ \t]*\.[ \t]*(?:[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"|'[^']*'))*)[ \t]*=/;
const PART = /[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"|'[^']*'/g;

/** Eight digits of a character: what JSON has not. */
const LONG_ESCAPE = /\\(?:U([0-9A-Fa-f]{8})|[\s\S])/g;
const LAST_CHARACTER = 0x10_ff_ff;

const character = (written: string, digits: string | undefined): string => {
  const code = Number.parseInt(digits ?? "", 16);
  return code <= LAST_CHARACTER ? JSON.stringify(String.fromCodePoint(code)).slice(1, -1) : written;
};

function unquoted(part: string): string {
  if (part.startsWith("'")) return part.slice(1, -1);
  if (!part.startsWith('"')) return part;
  try {
    return JSON.parse(part.replace(LONG_ESCAPE, character)) as string;
  } catch (cause) {
    throw new AppError("invalid_input", `it has a key that cannot be read, ${part.slice(0, 60)}`, { cause });
  }
}

const partsOf = (dotted: string): readonly string[] => (dotted.match(PART) ?? []).map(unquoted);

/** What a value can consist of: strings of four kinds, comments, brackets, anything else. */
const TOKEN =
  /"""(?:[^\\]|\\[\s\S])*?"{3,5}|'''[\s\S]*?'{3,5}|"(?:[^"\\\r\n]|\\.)*"|'[^'\r\n]*'|#[^\r\n]*|[[{]|[\]}]|\r?\n|[^"'#[\]{}\r\n]+/y;

/** Behind the line that a value ends in. Throws for one that does not end. */
function endOfValue(text: string, from: number): number {
  let depth = 0;
  TOKEN.lastIndex = from;
  for (let token = TOKEN.exec(text); token !== null; token = TOKEN.exec(text)) {
    const [found] = token;
    if (found === "[" || found === "{") depth += 1;
    else if (found === "]" || found === "}") depth -= 1;
    else if (found.endsWith("\n") && found.trim() === "" && depth <= 0) return TOKEN.lastIndex;
    if (TOKEN.lastIndex === text.length) {
      if (depth > 0) break;
      return text.length;
    }
  }
  if (from === text.length) return from;
  throw new AppError("invalid_input", `it is not valid TOML, line ${text.slice(0, from).split("\n").length}`);
}

/**
 * Tables in order, as far as it takes to find them and their keys. Throws `invalid_input` for what is no TOML, or too large.
 */
export function tablesOf(text: string): readonly Table[] {
  if (text.length > MAX_CHARS)
    throw new AppError("invalid_input", `it has over ${MAX_CHARS} characters: put it in by hand`);
  const start = text.startsWith("\uFEFF") ? 1 : 0;
  const tables: { names: readonly string[]; keys: (readonly string[])[]; from: number; to: number }[] = [
    { names: [], keys: [], from: start, to: start },
  ];
  for (let at = start; at < text.length; ) {
    const lineEnd = text.indexOf("\n", at) === -1 ? text.length : text.indexOf("\n", at) + 1;
    const line = text.slice(at, lineEnd).replace(/\r?\n$/, "");
    const table = tables.at(-1);
    const header = HEADER.exec(line)?.[1];
    const key = KEY.exec(line);
    if (key?.[1] !== undefined && table !== undefined) {
      table.keys.push(partsOf(key[1]));
      table.to = endOfValue(text, at + key[0].length);
      at = table.to;
    } else {
      if (header !== undefined) tables.push({ names: partsOf(header), keys: [], from: at, to: lineEnd });
      else if (line.trim() !== "" && !line.trimStart().startsWith("#"))
        throw new AppError(
          "invalid_input",
          `it is not valid TOML, line ${text.slice(0, at).split("\n").length}`,
        );
      at = lineEnd;
    }
  }
  return tables;
}
