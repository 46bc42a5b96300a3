import { byScore, type Scored } from "../fusion/lists.ts";

export interface TraceStep {
  readonly step: string;
  readonly in: number;
  readonly out: number;
  readonly dropped: readonly { readonly id: string; readonly reason: string }[];
  /** Scores of what came out; null when nothing did. */
  readonly lowest: number | null;
  readonly highest: number | null;
  readonly ms: number;
  /** The vector arm's share, 0 to 1, of a step that adds its scores to the keyword arm's; undefined: another step. */
  readonly vectorWeight?: number;
}

export interface Standing {
  readonly step: string;
  /** 1 is best. */
  readonly rank: number;
  readonly score: number;
}

/** Notes every step of one search; a search that nobody asks to explain has none. */
export type Trace = ReturnType<typeof createTrace>;

interface Step {
  readonly before: readonly Scored[];
  readonly after: readonly Scored[];
  readonly reason?: string | undefined;
  readonly vectorWeight?: number | undefined;
}

/** @param now Milliseconds; a Worker's clock stands still while it computes, so only waiting shows there. */
export function createTrace(now: () => number) {
  const steps: TraceStep[] = [];
  const places: { readonly step: string; readonly ranks: ReadonlyMap<string, Standing> }[] = [];
  let last = now();
  const note = (
    { step, dropped = [], ...more }: Pick<TraceStep, "step"> & Partial<TraceStep>,
    before: number,
    after: readonly Scored[],
  ) => {
    const scores = after.map(({ score }) => score);
    const [lowest, highest] = after.length === 0 ? [null, null] : [Math.min(...scores), Math.max(...scores)];
    steps.push({ step, in: before, out: after.length, dropped, lowest, highest, ms: now() - last, ...more });
    places.push({
      step,
      ranks: new Map(after.map(({ id, score }, at) => [id, { step, rank: at + 1, score }])),
    });
    last = now();
  };
  return {
    /** An arm's list: all of it came in. */
    arm(step: string, list: readonly Scored[] | undefined): void {
      if (list !== undefined) note({ step }, list.length, [...list].sort(byScore));
    },
    /** What came in, what came out in its order, and why the rest was dropped. */
    step(step: string, { before, after, reason = "dropped", vectorWeight }: Step): void {
      const kept = new Set(after.map(({ id }) => id));
      const dropped = before.filter(({ id }) => !kept.has(id)).map(({ id }) => ({ id, reason }));
      note({ step, dropped, ...(vectorWeight !== undefined && { vectorWeight }) }, before.length, after);
    },
    steps: (): readonly TraceStep[] => steps,
    standings: (id: string): readonly Standing[] => places.flatMap(({ ranks }) => ranks.get(id) ?? []),
  };
}
