/** A chunk and one score; lists of them are ordered best first, ties by id. */
export interface Scored {
  readonly id: string;
  readonly score: number;
}

/** The order of every list of scores: higher first, then by id. */
export const byScore = (a: Scored, b: Scored): number =>
  b.score - a.score || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
