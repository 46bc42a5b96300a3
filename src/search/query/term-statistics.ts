/** How many chunks contain a term, and how many there are: statistics of one workspace. */
export interface TermStatistics {
  readonly chunkCount: number;
  /** Chunks that contain the term, by stem; a term that is missing occurs nowhere. */
  readonly chunkFrequency: ReadonlyMap<string, number>;
}

/** BM25's weight of a term: ln(1 + (N − n + 0.5) / (n + 0.5)). Never negative. */
export const inverseFrequency = (chunkCount: number, frequency: number): number =>
  Math.log(1 + (Math.max(0, chunkCount - frequency) + 0.5) / (frequency + 0.5));
