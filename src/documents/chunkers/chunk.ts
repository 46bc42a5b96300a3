/**
 * A chunk is a run of whole lines of one document, or, for a line longer than a chunk, a run of its columns.
 *
 *   lines    1-based, inclusive, separated by "\n" only; a final "\n" ends the last line and opens no new one
 *   columns  1-based, inclusive, in UTF-16 code units; only when the chunk is a part of one line
 *   text     the raw slice: lines joined by "\n" as pushed ("\r" stays), without the last line's "\n"
 */
export interface Chunk {
  readonly startLine: number;
  readonly endLine: number;
  readonly startColumn?: number;
  readonly endColumn?: number;
  /** Outermost first: document title, section, subsection; or namespace, class, method. */
  readonly headings: readonly string[];
  readonly text: string;
}

/** A document cut into chunks that together cover every line, in order; neighbours may overlap. */
export interface ChunkedDocument {
  /** From front matter or the first top-level heading. */
  readonly title?: string | undefined;
  /** Lower-case name: markdown, typescript, python, text, … */
  readonly language: string;
  /** Front matter and the like: flat, strings, numbers, booleans and lists of them. */
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly chunks: readonly Chunk[];
}

/** A client's own chunk boundaries: whole lines, ordered, not overlapping. */
export interface ChunkBoundary {
  readonly startLine: number;
  readonly endLine: number;
  readonly headings?: readonly string[] | undefined;
}
