import { AppError } from "../errors.ts";

/** `40`, `10-40` or `10-` as first and last line. Throws `invalid_input`. */
export function parseLines(text: string | undefined): readonly [number, number] | undefined {
  if (text === undefined) return undefined;
  const match = /^(\d{1,9})(?:(-)(\d{1,9})?)?$/.exec(text);
  const from = Number(match?.[1]);
  const to =
    match?.[2] === undefined ? from : match[3] === undefined ? Number.MAX_SAFE_INTEGER : Number(match[3]);
  if (match === null || from < 1 || to < from)
    throw new AppError("invalid_input", "lines: first and last line, like 10-40, 10- or 12");
  return [from, to];
}
