import { type Asked, UNANSWERABLE } from "../evaluation.ts";

/** A floor must not cost more than this share of the questions that were answered. */
const MAX_LOST = 0.05;

interface FloorRow {
  /** Relevance of an answer. */
  readonly value: number;
  /** Of the answers that it silences, the share that is right to be so. */
  readonly precision: number;
  /** Of the questions without an answer, the share that it finds out. */
  readonly recall: number;
  /** Answers among the first five that it would silence. */
  readonly lost: number;
}

export interface Floor {
  readonly rows: readonly FloorRow[];
  readonly command?: string;
  readonly note: string;
}

/** What each possible floor would do; proposed is the one of greatest recall that takes at most 5 % of the answers. */
export function proposeFloor(asked: readonly Asked[]): Floor {
  const without = asked.filter(({ kind }) => kind === UNANSWERABLE).map(({ relevance }) => relevance);
  const answered = asked.filter(({ isAnswered }) => isAnswered).map(({ relevance }) => relevance);
  if (without.length === 0) return { rows: [], note: "no question of kind none was asked" };
  if (answered.length === 0) return { rows: [], note: "no question was answered" };
  const rows = [...new Set(without.map(justAbove))]
    .sort((a, b) => a - b)
    .map((value) => rowFor(value, { answered, without }));
  const best = rows.filter(({ value, lost }) => value <= 1 && lost <= MAX_LOST * answered.length).at(-1);
  if (best === undefined) return { rows, note: "every floor would cost too many answers" };
  return {
    rows,
    command: `recall profiles edge --set relevance.floor=${best.value}`,
    note: "measure it on questions that were not used to choose it",
  };
}

/** Four decimals are more than anybody can measure. */
const DIGITS = 4;

/** The least floor of four decimals that silences an answer of this relevance. */
function justAbove(relevance: number): number {
  const rounded = Number(relevance.toFixed(DIGITS));
  return rounded > relevance ? rounded : Number((rounded + 10 ** -DIGITS).toFixed(DIGITS));
}

function rowFor(
  value: number,
  { answered, without }: Readonly<Record<"answered" | "without", readonly number[]>>,
): FloorRow {
  const lost = answered.filter((relevance) => relevance < value).length;
  const right = without.filter((relevance) => relevance < value).length;
  return { value, precision: right / (right + lost), recall: right / without.length, lost };
}
