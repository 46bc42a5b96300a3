/** A chunk of the keyword arm's answer, with what re-scoring looks at. */
export interface KeywordCandidate {
  readonly id: string;
  readonly documentId: string;
  /** How many chunks its document has. */
  readonly documentChunks: number;
  /** Headings, as one text. */
  readonly title: string;
  /** Raw text. */
  readonly text: string;
  /** FTS5's value with its sign turned: 0 or more, higher is better. */
  readonly bm25: number;
}

/** How many chunks contain a term, and how many there are: statistics of one workspace. */
export interface TermStatistics {
  readonly chunkCount: number;
  /** Chunks that contain the term, by stem; a term that is missing occurs nowhere. */
  readonly chunkFrequency: ReadonlyMap<string, number>;
}

/** A chunk and one score; lists of them are ordered best first, ties by id. */
export interface Scored {
  readonly id: string;
  readonly score: number;
}

/** The order of every list of scores: higher first, then by id. */
export const byScore = (a: Scored, b: Scored): number =>
  b.score - a.score || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/** BM25's weight of a term: ln(1 + (N − n + 0.5) / (n + 0.5)). Never negative. */
export const inverseFrequency = (chunkCount: number, frequency: number): number =>
  Math.log(1 + (Math.max(0, chunkCount - frequency) + 0.5) / (frequency + 0.5));
