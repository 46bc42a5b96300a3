import { AppError } from "../../errors.ts";

/** Where a value stands in its text; of an object its members too. */
export interface Value {
  readonly from: number;
  /** Behind its last character. */
  readonly to: number;
  readonly members?: readonly Member[];
}

export interface Member {
  readonly name: string;
  /** Where its name begins. */
  readonly from: number;
  readonly value: Value;
}

/** Objects in objects: deeper is no configuration. */
const MAX_DEPTH = 200;

const SPACE = /(?:[ \t\r\n]|\/\/[^\r\n]*|\/\*[\s\S]*?\*\/)*/y;
const STRING = /"[^"\\\r\n]*(?:\\.[^"\\\r\n]*)*"/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

function wrong(text: string, at: number): AppError {
  const line = text.slice(0, at).split("\n").length;
  return new AppError("invalid_input", `it is not valid JSON, line ${line}`);
}

function match(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

const afterSpace = (text: string, at: number): number => at + (match(SPACE, text, at)?.length ?? 0);

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

function stringAt(text: string, at: number): string {
  const found = match(STRING, text, at);
  if (found === undefined || !isJson(found)) throw wrong(text, at);
  return found;
}

/** Members or elements between brackets, a comma after the last one allowed. Answers where the bracket closes. */
function listAt(text: string, open: number, item: (at: number) => number): number {
  const close = text[open] === "{" ? "}" : "]";
  let at = afterSpace(text, open + 1);
  while (text[at] !== close) {
    at = afterSpace(text, item(at));
    if (text[at] === ",") at = afterSpace(text, at + 1);
    else if (text[at] !== close) throw wrong(text, at);
  }
  return at + 1;
}

function valueAt(text: string, from: number, depth: number): Value {
  if (depth > MAX_DEPTH) throw wrong(text, from);
  const first = text[from];
  if (first === "[") return { from, to: listAt(text, from, (at) => valueAt(text, at, depth + 1).to) };
  if (first === "{") {
    const members: Member[] = [];
    const to = listAt(text, from, (at) => {
      const name = stringAt(text, at);
      const colon = afterSpace(text, at + name.length);
      if (text[colon] !== ":") throw wrong(text, colon);
      const value = valueAt(text, afterSpace(text, colon + 1), depth + 1);
      members.push({ name: JSON.parse(name) as string, from: at, value });
      return value.to;
    });
    return { from, to, members };
  }
  const scalar = first === '"' ? stringAt(text, from) : match(SCALAR, text, from);
  if (scalar === undefined || scalar === "") throw wrong(text, from);
  return { from, to: from + scalar.length };
}

/** The one value of a JSON text, with or without comments and commas at the end. Throws `invalid_input` with the line. */
export function readJson(text: string): Value {
  const value = valueAt(text, afterSpace(text, text.startsWith("\uFEFF") ? 1 : 0), 0);
  const end = afterSpace(text, value.to);
  if (end < text.length) throw wrong(text, end);
  return value;
}
