import type { Session } from "../../database/session.ts";
import { statement } from "../../database/statement.ts";
import { WINDOW_MS } from "./bucket.ts";

/** Whose limit it is. */
export type UnitKind = "token" | "workspace";

interface Kept {
  /** Milliseconds since 1970; all that any isolate spent has come back then. */
  readonly until: number;
}

/** Nobody writes a time that is further ahead than a window: one that is twice as far is of a clock that ran ahead. */
const KNOWN = `iif(units_until BETWEEN :now AND :now + ${2 * WINDOW_MS}, units_until, :now)`;

const COLUMN = `units_until = min(:now + ${WINDOW_MS}, ${KNOWN} + :ms)`;

const KEEP = {
  token: statement<Kept>(`UPDATE tokens SET ${COLUMN} WHERE id = :key RETURNING units_until AS until`),
  workspace: statement<Kept>(
    `UPDATE workspaces SET ${COLUMN} WHERE num = :key RETURNING units_until AS until`,
  ),
} as const satisfies Record<UnitKind, unknown>;

interface Spending {
  readonly kind: UnitKind;
  readonly key: string | number;
  /** What this isolate has spent and not noted yet, in the time that it takes to come back, milliseconds. */
  readonly ms: number;
  readonly nowMs: number;
}

/** Notes what an isolate has spent, and answers when that of all has come back; undefined: the row is gone. */
export const keepUnits = async (
  db: Session,
  { kind, key, ms, nowMs }: Spending,
): Promise<number | undefined> => (await db.first(KEEP[kind], { key, ms, now: nowMs }))?.until;
