import { DAY_MS } from "../../config.ts";

/** One ranked list of an arm; an arm that did not run, or failed, has none, and so is not in a denominator either. */
export interface ArmList {
  /** Unique among the lists of one search: "keyword", "keyword rewrite 1". */
  readonly name: string;
  /** The arm whose weight it has, and whose scores are on the same scale. */
  readonly arm: string;
  /** Found by another form of the query: it has a share of its arm's weight. */
  readonly isExpansion?: true;
  /** Of the arm's own scale, higher is better, best first. Empty: the arm ran and found nothing. */
  readonly entries: readonly ArmEntry[];
}

export interface ArmEntry extends Scored {
  /** Of the keyword arm: FTS5's value with its sign turned, before it was scored again. */
  readonly bm25?: number;
}

/** The arms' own lists by arm, for rules that look at particular ones. */
export type ListsByArm = Readonly<Record<string, readonly Scored[] | undefined>>;

export const byArm = (lists: readonly ArmList[]): ListsByArm =>
  Object.fromEntries(
    lists.filter(({ isExpansion }) => !isExpansion).map(({ arm, entries }) => [arm, entries]),
  );

/** What a fusion may know of a candidate besides its scores; undefined where its row is not known. */
export type TraitsOf = (
  id: string,
) => { readonly ageDays: number | undefined; readonly priority: number | undefined } | undefined;

/** Age in days, never negative; undefined: it has no date. */
export const ageDays = (datedAt: number | undefined, asOfMs: number): number | undefined =>
  datedAt === undefined ? undefined : Math.max(0, asOfMs - datedAt) / DAY_MS;

/** A keyword score on the scale of 0 to 1: r / (1 + r), r in idf units; a score of 4 → 0.8. */
export const keywordShare = (score: number): number => {
  const positive = Math.max(0, score);
  return positive / (1 + positive);
};

/** A list with the rank of each id, 1 is best. */
export const ranked = (
  list: readonly Scored[] | undefined,
): ReadonlyMap<string, { readonly rank: number; readonly score: number }> =>
  new Map(list?.map(({ id, score }, at) => [id, { rank: at + 1, score }]));

/** A chunk and one score; lists of them are ordered best first, ties by id. */
export interface Scored {
  readonly id: string;
  readonly score: number;
}

/** The order of every list of scores: higher first, then by id. */
export const byScore = (a: Scored, b: Scored): number =>
  b.score - a.score || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
