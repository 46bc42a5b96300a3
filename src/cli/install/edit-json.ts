import { type Node, type ParseError, parseTree } from "jsonc-parser";
import { parseJson } from "../../text/parse-json.ts";
import { invalid } from "../failures.ts";

type Path = readonly [key: string, name: string];

/** A file that holds nothing but the entry. */
export const jsonText = ([key, name]: Path, entry: object): string =>
  `${JSON.stringify({ [key]: { [name]: entry } }, null, 2)}\n`;

function treeOf(text: string, errors: ParseError[]): Node | undefined {
  try {
    // A byte order mark at the start is no part of the JSON.
    return parseTree(text.replace(/^\uFEFF/, " "), errors, { allowTrailingComma: true });
  } catch (error) {
    // Brackets in brackets without end.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The one value of a JSON text, with or without comments and commas at the end. Throws `invalid_input` with the line. */
export function readJson(text: string): Node {
  const errors: ParseError[] = [];
  const root = treeOf(text, errors);
  if (root !== undefined && errors.length === 0) return root;
  const line = text.slice(0, errors[0]?.offset ?? 0).split("\n").length;
  throw invalid(`it is not valid JSON, line ${line}`);
}

/** Where a value ends. */
export const endOf = ({ offset, length }: Node): number => offset + length;

/** The member of an object with this name; of several the last one counts, as readers of JSON have it. */
function memberOf(object: Node | undefined, name: string): Node | undefined {
  if (object?.type !== "object") return undefined;
  return object.children?.findLast(({ children: [key] = [] }) => key?.value === name);
}

/** The value of that member. */
export const memberValue = (object: Node | undefined, name: string): Node | undefined =>
  memberOf(object, name)?.children?.[1];

function indentAt(text: string, at: number): string {
  const line = text.lastIndexOf("\n", at - 1) + 1;
  return /^[ \t]*/.exec(text.slice(line, at))?.[0] ?? "";
}

interface Style {
  readonly newline: string;
  readonly step: string;
}

function styleOf(text: string, { children: [first] = [] }: Node): Style {
  const step = first === undefined ? "" : indentAt(text, first.offset);
  return { newline: text.includes("\r\n") ? "\r\n" : "\n", step: step === "" ? "  " : step };
}

const written = (value: object, { newline, step }: Style, indent: string): string =>
  JSON.stringify(value, null, step).replaceAll("\n", `${newline}${indent}`);

function added(text: string, object: Node, member: { name: string; value: object }, style: Style): string {
  const outer = indentAt(text, object.offset);
  const last = object.children?.at(-1);
  const inner = last === undefined ? outer + style.step : indentAt(text, last.offset);
  const line = `${style.newline}${inner}${JSON.stringify(member.name)}: ${written(member.value, style, inner)}`;
  if (last !== undefined) return `${text.slice(0, endOf(last))},${line}${text.slice(endOf(last))}`;
  const at = object.offset + 1;
  const isEmpty = text.slice(at, endOf(object) - 1).trim() === "";
  const rest = isEmpty ? `${style.newline}${outer}${text.slice(endOf(object) - 1)}` : text.slice(at);
  return `${text.slice(0, at)}${line}${rest}`;
}

function assertObject({ type }: Node, what: string): void {
  if (type !== "object") throw invalid(`${what} is no JSON object`);
}

/**
 * A JSON text, with or without comments, in which one entry of one of its objects is as given. Every other byte stays,
 * which `modify` of the parser's library would not leave: it formats whole lines again. Throws `invalid_input` for a text
 * that is no JSON.
 */
export function setJsonEntry(text: string, path: Path, entry: object): string {
  const [key, name] = path;
  if (text.replace(/^\uFEFF/, "").trim() === "") return `${text}${jsonText(path, entry)}`;
  const root = readJson(text);
  assertObject(root, "It");
  const style = styleOf(text, root);
  const servers = memberValue(root, key);
  if (servers === undefined) return added(text, root, { name: key, value: { [name]: entry } }, style);
  assertObject(servers, `"${key}"`);
  const [member, before] = [memberOf(servers, name), memberValue(servers, name)];
  if (member === undefined || before === undefined)
    return added(text, servers, { name, value: entry }, style);
  const known = parseJson(text.slice(before.offset, endOf(before)));
  if (JSON.stringify(known) === JSON.stringify(entry)) return text;
  const value = written(entry, style, indentAt(text, member.offset));
  return `${text.slice(0, before.offset)}${value}${text.slice(endOf(before))}`;
}
