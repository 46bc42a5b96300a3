/** Counts of what a slice did, as `runs` keeps them. */
export type Counts = Readonly<Record<string, number>>;

export interface Slice {
  readonly counts: Counts;
  /** Nothing more is due, as far as this slice can tell. @default false */
  readonly isLast?: boolean;
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
  /** A slice that failed ends the run; what the others did counts. */
  readonly error: unknown;
}

/** Slices of a task until none is due or the bounds are reached. */
export async function runTask({ slice }: Task, { slices, untilMs, now }: RunLimits): Promise<TaskRun> {
  const counts: Record<string, number> = {};
  for (let done = 0; done < slices && now() <= untilMs; done++) {
    try {
      const report = await slice();
      if (report === undefined) return { counts, hasMore: false, error: undefined };
      for (const [name, count] of Object.entries(report.counts)) counts[name] = (counts[name] ?? 0) + count;
      if (report.isLast) return { counts, hasMore: false, error: undefined };
    } catch (error) {
      return { counts, hasMore: false, error };
    }
  }
  return { counts, hasMore: true, error: undefined };
}
