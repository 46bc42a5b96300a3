import { AppError } from "../../errors.ts";
import { type Member, readJson, type Value } from "./scan-json.ts";

type Path = readonly [key: string, name: string];

/** A file that holds nothing but the entry. */
export const jsonText = ([key, name]: Path, entry: object): string =>
  `${JSON.stringify({ [key]: { [name]: entry } }, null, 2)}\n`;

/** White space at the start of the line that a place is in. */
function indentAt(text: string, at: number): string {
  const line = text.lastIndexOf("\n", at - 1) + 1;
  return /^[ \t]*/.exec(text.slice(line, at))?.[0] ?? "";
}

interface Style {
  readonly newline: string;
  /** One step. */
  readonly step: string;
}

function styleOf(text: string, root: Value): Style {
  const [first] = root.members ?? [];
  const step = first === undefined ? "" : indentAt(text, first.from);
  return { newline: text.includes("\r\n") ? "\r\n" : "\n", step: step === "" ? "  " : step };
}

const written = (value: object, { newline, step }: Style, indent: string): string =>
  JSON.stringify(value, null, step).replaceAll("\n", `${newline}${indent}`);

/** Adds a member at the end of an object, on a line of its own; what is there stays where it is. */
function added(text: string, object: Value, member: { name: string; value: object }, style: Style): string {
  const outer = indentAt(text, object.from);
  const last = object.members?.at(-1);
  const inner = last === undefined ? outer + style.step : indentAt(text, last.from);
  const line = `${style.newline}${inner}${JSON.stringify(member.name)}: ${written(member.value, style, inner)}`;
  if (last !== undefined) return `${text.slice(0, last.value.to)},${line}${text.slice(last.value.to)}`;
  const at = object.from + 1;
  const isEmpty = text.slice(at, object.to - 1).trim() === "";
  const rest = isEmpty ? `${style.newline}${outer}${text.slice(object.to - 1)}` : text.slice(at);
  return `${text.slice(0, at)}${line}${rest}`;
}

/** Of several with a name the last one counts, as readers of JSON have it. */
const memberOf = (object: Value, name: string): Member | undefined =>
  object.members?.findLast((member) => member.name === name);

function assertObject(value: Value, what: string): void {
  if (value.members === undefined) throw new AppError("invalid_input", `${what} is no JSON object`);
}

/**
 * A JSON text, with or without comments, in which one entry of one of its objects is as given. Every other byte stays.
 * Throws `invalid_input` for a text that is none.
 */
export function setJsonEntry(text: string, path: Path, entry: object): string {
  const [key, name] = path;
  if (text.replace(/^\uFEFF/, "").trim() === "") return `${text}${jsonText(path, entry)}`;
  const root = readJson(text);
  assertObject(root, "It");
  const style = styleOf(text, root);
  const servers = memberOf(root, key);
  if (servers === undefined) return added(text, root, { name: key, value: { [name]: entry } }, style);
  assertObject(servers.value, `"${key}"`);
  const before = memberOf(servers.value, name);
  if (before === undefined) return added(text, servers.value, { name, value: entry }, style);
  const { from, to } = before.value;
  if (isSame(text.slice(from, to), entry)) return text;
  return `${text.slice(0, from)}${written(entry, style, indentAt(text, before.from))}${text.slice(to)}`;
}

function isSame(text: string, entry: object): boolean {
  try {
    return JSON.stringify(JSON.parse(text)) === JSON.stringify(entry);
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
