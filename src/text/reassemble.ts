/** A run of whole lines of a text, or of columns of one line; lines and columns from 1, inclusive. */
export interface Piece {
  readonly startLine: number;
  readonly endLine: number;
  /** Only of a part of one line. */
  readonly startColumn?: number | null;
  readonly endColumn?: number | null;
  /** Lines joined by "\n", without the last line's. */
  readonly text: string;
}

/**
 * The exact text of a document from its chunks in order, overlaps removed. `endsWithNewline` says whether the
 * document's last line has a "\n", which no chunk tells.
 */
export function reassemble(chunks: readonly Piece[], endsWithNewline: boolean): string {
  const parts: string[] = [];
  let line = 0;
  let column = 0;
  for (const chunk of chunks) {
    const text = unseen(chunk, line, column);
    if (text !== undefined) {
      const continuesLine = chunk.startLine <= line && typeof chunk.startColumn === "number";
      if (parts.length > 0 && !continuesLine) parts.push("\n");
      parts.push(text);
    }
    if (chunk.endLine > line) column = 0;
    line = Math.max(line, chunk.endLine);
    column = Math.max(column, chunk.endColumn ?? 0);
  }
  if (endsWithNewline) parts.push("\n");
  return parts.join("");
}

/** What a chunk adds to the text up to and including `line` (1-based), of which `column` columns are known. */
function unseen(chunk: Piece, line: number, column: number): string | undefined {
  if (chunk.startLine > line) return chunk.text;
  if (typeof chunk.startColumn === "number")
    return chunk.text.slice(Math.max(0, column - chunk.startColumn + 1));
  if (chunk.endLine <= line) return undefined;
  let at = 0;
  for (let skipped = chunk.startLine; skipped <= line; skipped++) at = chunk.text.indexOf("\n", at) + 1;
  return chunk.text.slice(at);
}
