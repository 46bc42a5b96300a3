import type { Hit } from "../../../../search/contract/hits.ts";

type Traced = Pick<Hit, "id" | "arms" | "trace">;

/** A stage of the chart; several that moved no result are one. */
export interface Column {
  readonly steps: readonly string[];
  /** Arms rank side by side, not one after the other. */
  readonly isArm: boolean;
}

const rankAt = ({ trace = [] }: Traced, step: string | undefined): number | undefined =>
  trace.find((standing) => standing.step === step)?.rank;

/** The stages of a search as columns: neighbours after which every shown result has the same rank are drawn as one. */
export function columnsOf(steps: readonly string[], hits: readonly Traced[]): readonly Column[] {
  const columns: { steps: string[]; isArm: boolean }[] = [];
  for (const step of steps) {
    const isArm = hits.some(({ arms }) => step in arms);
    const last = columns.at(-1);
    const isSame =
      last !== undefined &&
      !last.isArm &&
      hits.every((hit) => rankAt(hit, step) === rankAt(hit, last.steps.at(-1)));
    if (isSame && !isArm) last.steps.push(step);
    else columns.push({ steps: [step], isArm });
  }
  return columns;
}

/** One result's way through the columns: its rank in each; undefined where it was not among them. */
export const ranksOf = (hit: Traced, columns: readonly Column[]): readonly (number | undefined)[] =>
  columns.map(({ steps }) => rankAt(hit, steps.at(-1)));

/** The height of a rank, 0 at the top to 1: on a logarithmic scale, since first and second differ more than 31 and 32. */
export const heightOf = (rank: number, worst: number): number =>
  worst <= 1 ? 0.5 : Math.log(rank) / Math.log(worst);

/** Lines between neighbouring columns: each arm runs to the first stage after the arms. */
export function linesOf(
  ranks: readonly (number | undefined)[],
  columns: readonly Column[],
): readonly { readonly from: number; readonly to: number; readonly isArm: boolean }[] {
  const first = columns.findIndex(({ isArm }) => !isArm);
  return columns.flatMap(({ isArm }, from) => {
    const to = isArm ? first : from + 1;
    if (to < 1 || ranks[from] === undefined || ranks[to] === undefined) return [];
    return [{ from, to, isArm }];
  });
}
