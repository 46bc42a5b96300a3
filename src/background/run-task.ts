import { letOthersGoOn } from "../text/steps.ts";

/** Counts of what a slice did, as `runs` keeps them. */
export type Counts = Readonly<Record<string, number>>;

export interface Slice {
  readonly counts: Counts;
  /** Nothing more is due, as far as this slice can tell. @default false */
  readonly isLast?: boolean;
  /** What failed is tried again after so many milliseconds. @default when cron finds it */
  readonly againInMs?: number | undefined;
}

/** Work that is done in slices, each of which can be broken off and done again. */
export interface Task {
  readonly name: string;
  /** One slice; undefined: nothing is due. */
  readonly slice: () => Promise<Slice | undefined>;
}

interface RunLimits {
  readonly slices: number;
  /** No slice begins after this time, milliseconds since 1970. */
  readonly untilMs: number;
  readonly now: () => number;
}

export interface TaskRun {
  readonly counts: Counts;
  /** The bounds were reached: more may be due. */
  readonly hasMore: boolean;
  /** When the first of what failed is tried again, milliseconds. */
  readonly againInMs?: number | undefined;
  /** A slice that failed ends the run; what the others did counts. */
  readonly error: unknown;
}

/** Slices of a task until none is due or the bounds are reached. */
export async function runTask({ slice }: Task, { slices, untilMs, now }: RunLimits): Promise<TaskRun> {
  const counts: Record<string, number> = {};
  let againInMs: number | undefined;
  const ended = (hasMore: boolean, error?: unknown): TaskRun => ({
    ...{ counts, hasMore, error },
    ...(againInMs !== undefined && { againInMs }),
  });
  for (let done = 0; done < slices && now() <= untilMs; done++) {
    try {
      // What waits for the database alone lets nobody in where that shares the thread.
      await letOthersGoOn();
      const report = await slice();
      if (report === undefined) return ended(false);
      for (const [name, count] of Object.entries(report.counts)) counts[name] = (counts[name] ?? 0) + count;
      againInMs =
        report.againInMs === undefined ? againInMs : Math.min(report.againInMs, againInMs ?? Infinity);
      if (report.isLast) return ended(false);
    } catch (error) {
      return ended(false, error);
    }
  }
  return ended(true);
}
