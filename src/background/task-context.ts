import type { Session } from "../database/session.ts";
import type { Settings } from "../settings.ts";
import type { DueWork } from "./due-work.ts";

export type BackgroundSettings = Omit<Settings, "env">;

/** What a run's tasks work with. */
export interface TaskContext {
  readonly settings: BackgroundSettings;
  readonly session: Session;
  /** Undefined: all. */
  readonly workspace: number | undefined;
  readonly due: DueWork;
  /** Has a workspace that has come to another database swept there, as a write has its own. */
  readonly sweepElsewhere: (place: {
    readonly workspace: number;
    readonly database: number;
  }) => Promise<unknown>;
  /** Bounds of one slice of the sweep. @default the plan's */
  readonly sweep?: { readonly rows: number; readonly slices: number };
}
