import { pauseModels } from "../database/day-use.ts";
import { AppError } from "../errors.ts";
import type { AskDeps } from "../jobs/ask.ts";
import type { Serving } from "../models/models.ts";

export interface WorkDeps extends Omit<AskDeps, "generator"> {
  /** Milliseconds one model call may take. */
  readonly callTimeoutMs: number;
}

export interface GenerationDeps extends WorkDeps {
  readonly servingFor: (identity: string) => Serving;
}

export interface SliceLimits {
  readonly workspace?: number | undefined;
  readonly rows: number;
  /** Vectors that may be not shown yet at the switch: what one search compares exactly. */
  readonly maxUnseen: number;
}

/** Counts of one slice, as `runs` keeps them. */
export type GenerationReport = Readonly<Record<string, number>>;

/**
 * Does leased work; when it fails, `giveBack` gives it back for later, and a used-up quota stops all model work. A bug is
 * thrown on, but counted before: work that no run gets past would otherwise keep all younger one from its turn.
 */
export async function workOrGiveBack<Report>(
  { db, now }: Pick<WorkDeps, "db" | "now">,
  work: () => Promise<Report>,
  giveBack: (error: AppError) => Promise<Report>,
): Promise<Report> {
  try {
    return await work();
  } catch (error) {
    const isExpected = error instanceof AppError;
    const failure = isExpected ? error : new AppError("internal", String(error), { cause: error });
    await pauseModels(db, failure, now());
    const report = await giveBack(failure);
    if (!isExpected) throw error;
    return report;
  }
}
