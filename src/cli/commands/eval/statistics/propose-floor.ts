import type { Asked } from "../evaluation.ts";

/** Questions of this kind have no answer in the corpus. */
const UNANSWERABLE = "none";

/** A floor must not cost more than this share of the questions that have an answer. */
const MAX_LOST = 0.02;

interface FloorRow {
  /** Raw score of the re-ranker. */
  readonly value: number;
  /** Of the answers that it makes "nothing relevant", the share that is right to be so. */
  readonly precision: number;
  /** Of the questions without an answer, the share that it finds out. */
  readonly recall: number;
  /** Questions with an answer that it would take the answer from. */
  readonly lost: number;
}

export interface Floor {
  readonly rows: readonly FloorRow[];
  readonly command?: string;
  readonly note: string;
}

/** What each possible floor would do; proposed is the one of greatest recall that takes at most 2 % of the other answers. */
export function proposeFloor(asked: readonly Asked[]): Floor {
  const judged = asked.flatMap(({ kind, bestRerank }) =>
    bestRerank === undefined ? [] : [{ hasAnswer: kind !== UNANSWERABLE, best: bestRerank }],
  );
  const without = judged.filter(({ hasAnswer }) => !hasAnswer).map(({ best }) => best);
  if (judged.length === 0)
    return { rows: [], note: "no re-ranker gave scores; the embedded parts have none" };
  if (without.length === 0) return { rows: [], note: "no question of kind none was asked" };
  const rows = [...new Set(without)]
    .sort((a, b) => a - b)
    .map((best) => rowFor(best, judged, without.length));
  const answerable = judged.length - without.length;
  const best = rows.filter(({ lost }) => lost <= MAX_LOST * answerable).at(-1);
  if (best === undefined) return { rows, note: "every floor would cost too many answers; leave it unset" };
  return {
    rows,
    command: `recall profiles edge --set rerank.floor=${best.value}`,
    note: "measure it on questions that were not used to choose it",
  };
}

/** The least number that is greater than a score by what re-rankers' scores vary. */
const JUST_ABOVE = 1e-6;

function rowFor(
  best: number,
  judged: readonly { readonly hasAnswer: boolean; readonly best: number }[],
  unanswerable: number,
): FloorRow {
  const value = best + JUST_ABOVE;
  const below = judged.filter((one) => one.best < value);
  const right = below.filter(({ hasAnswer }) => !hasAnswer).length;
  return {
    value,
    precision: right / below.length,
    recall: right / unanswerable,
    lost: below.length - right,
  };
}
