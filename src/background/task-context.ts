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
  /** Bounds of one slice of the sweep. @default the plan's */
  readonly sweep?: { readonly rows: number; readonly slices: number };
}
