import type { ChunkRow } from "../../sql/search-types.ts";

/** `path#L3-L9`, with columns where the passage is a part of one line. */
export function citation(
  row: Pick<ChunkRow, "path" | "startLine" | "endLine" | "startColumn" | "endColumn">,
): string {
  const { path, startLine, endLine, startColumn, endColumn } = row;
  if (startColumn !== null)
    return `${path}#L${startLine}C${startColumn}-L${endLine}C${endColumn ?? startColumn}`;
  return startLine === endLine ? `${path}#L${startLine}` : `${path}#L${startLine}-L${endLine}`;
}

/** The same with `root:` before it. */
export const rootedCitation = (root: string, cited: string): string => `${root}:${cited}`;
