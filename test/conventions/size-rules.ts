import type { Rule } from "./source-files.ts";

const MAX_FILE_LINES = 300;
const MAX_FUNCTION_LINES = 60;

/** A file has at most 300 lines. */
export const fileSize: Rule = ({ path, text }) => {
  const lines = text.trimEnd().split("\n").length;
  return lines > MAX_FILE_LINES ? [`${path} has ${lines} lines, at most ${MAX_FILE_LINES}`] : [];
};

/** The last line of a function's head: a block after parameters, or an arrow whose body follows. */
const HEAD_END = /(?:\)(?:: .+)? \{|=>(?: [([{])?)$/;
/** Blocks after brackets that are no functions, and test groups, which only hold functions. */
const NO_FUNCTION =
  /^(?:\} )?(?:if|else if|for|while|switch|catch|with)\b|^(?:describe|test\.describe)(?:\.\w+)*\(/;

const indentOf = (line: string): number => line.length - line.trimStart().length;

/** Where a head that goes over several lines begins: `) {` closes what a line of the same indentation opened. */
function headStart(lines: readonly string[], end: number): number {
  if (!lines[end]?.trimStart().startsWith(")")) return end;
  let at = end - 1;
  while (at > 0 && (lines[at] === "" || indentOf(lines[at] ?? "") > indentOf(lines[end] ?? ""))) at--;
  return at;
}

/**
 * A function has at most 60 lines, head and closing brace counted. Read off the indentation, which the formatter
 * guarantees: what is indented deeper than a head belongs to it.
 */
export const functionSize: Rule = ({ path, text }) => {
  const lines = text.split("\n");
  return lines.flatMap((line, end) => {
    const start = headStart(lines, end);
    if (!HEAD_END.test(line) || NO_FUNCTION.test((lines[start] ?? "").trim())) return [];
    const indent = indentOf(lines[start] ?? "");
    let last = end + 1;
    while (last < lines.length && (lines[last] === "" || indentOf(lines[last] ?? "") > indent)) last++;
    const isClosed = /^[)\]}]/.test((lines[last] ?? "").trim());
    const length = last - start + (isClosed ? 1 : 0);
    return length > MAX_FUNCTION_LINES
      ? [`${path}:${start + 1} a function of ${length} lines, at most ${MAX_FUNCTION_LINES}`]
      : [];
  });
};
