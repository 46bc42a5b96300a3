import type { Session } from "../../database/session.ts";
import { type Bound, statement } from "../../database/statement.ts";
import type { MoveRow } from "./move-rows.ts";
import { SHUT } from "./write-log.ts";

// The time in which writes of a moving workspace are refused (`write-log.ts` has the triggers that do it).

/** What comes over in one transaction is no more than this, rows. */
const MAX_WORK = 5_000;

const LEASED = ["contexts", "name_requests", "webhooks", "sources"];

/** Nothing works on the workspace: what a run does outside the database would be noted nowhere. */
const IS_QUIET = [
  "NOT EXISTS (SELECT 1 FROM generations WHERE workspace = :workspace)",
  `NOT EXISTS (SELECT 1 FROM claims k CROSS JOIN json_each(k.chunks) j
    WHERE k.lease_until > :now AND j.value->>1 = :workspace)`,
  ...LEASED.map(
    (table) => `NOT EXISTS (SELECT 1 FROM ${table} WHERE workspace = :workspace AND lease_until > :now)`,
  ),
  `(SELECT count(*) FROM (SELECT 1 FROM outbox WHERE workspace = :workspace LIMIT ${MAX_WORK} + 1)) <= ${MAX_WORK}`,
  `(SELECT count(*) FROM (SELECT 1 FROM dropped_texts WHERE workspace = :workspace LIMIT ${MAX_WORK} + 1)) <= ${MAX_WORK}`,
  `(SELECT count(*) FROM (SELECT 1 FROM chunks WHERE workspace = :workspace AND vector_state = 'embedded'
    LIMIT ${MAX_WORK} + 1)) <= ${MAX_WORK}`,
  "EXISTS (SELECT 1 FROM workspaces WHERE num = :workspace AND gone_at IS NULL)",
].join(" AND ");

const REFUSE = statement<{ readonly shut: number }>(`UPDATE moves SET shut = ${SHUT.writes}, shut_at = :now
  WHERE workspace = :workspace AND claim = :claim AND phase = 'catch_up' AND ${IS_QUIET} RETURNING shut`);

/** Has writes refused from now on. False: a run is still working on the workspace, or much is left to send. */
export const shutWorkspace = async (db: Session, { workspace, claim }: MoveRow, nowMs: number) =>
  (await db.first(REFUSE, { workspace, claim, now: nowMs })) !== undefined;

const COMMIT = statement<{
  readonly phase: string;
}>(`UPDATE moves SET phase = 'switch', cursor = '{}', shut = ${SHUT.all}
  WHERE workspace = :workspace AND claim = :claim AND phase = 'catch_up' AND shut = ${SHUT.writes} RETURNING phase`);

/** From here on the move only goes forward, and nothing is written here any more. False: another slice has it. */
export const commitSwitch = async (db: Session, { workspace, claim }: MoveRow): Promise<boolean> =>
  (await db.first(COMMIT, { workspace, claim })) !== undefined;

const MAY_LEAVE = statement(`INSERT INTO write_guards (push) SELECT 0
  WHERE EXISTS (SELECT 1 FROM moved_keys WHERE workspace = :workspace)
    OR NOT EXISTS (SELECT 1 FROM moves WHERE workspace = :workspace AND claim = :claim AND phase = 'switch')`);
const OPEN = statement(
  `UPDATE moves SET shut = ${SHUT.nothing} WHERE workspace = :workspace AND side = 'from'`,
);
const CLOSE = statement(
  `UPDATE moves SET shut = ${SHUT.moved} WHERE workspace = :workspace AND side = 'from'`,
);
const MOVED = statement(
  `UPDATE moves SET phase = 'verify', cursor = '{}', moved_at = :now WHERE workspace = :workspace`,
);

// Between both, in one transaction, the mover itself may write, and nobody else.

/** The statement from which on the mover may write. */
export const opened = (db: Session, workspace: number): Bound => db.bind(OPEN, { workspace });
/** The statement from which on nobody may. */
export const closed = (db: Session, workspace: number): Bound => db.bind(CLOSE, { workspace });

/** This database gives the workspace up. It fails where another slice has the move. */
export const takeOver = (
  db: Session,
  { workspace, claim }: MoveRow,
  { nowMs, moved }: { readonly nowMs: number; readonly moved: readonly Bound[] },
): Promise<unknown> =>
  db.batch({
    may: db.bind(MAY_LEAVE, { workspace, claim }),
    moved: [opened(db, workspace), ...moved, closed(db, workspace)],
    phase: db.bind(MOVED, { workspace, now: nowMs }),
  });

const GONE = statement("SELECT 1 FROM workspaces WHERE num = :workspace AND gone_at IS NOT NULL");

/** The workspace was deleted since. */
export const isWorkspaceGone = async (db: Session, workspace: number): Promise<boolean> =>
  (await db.first(GONE, { workspace })) !== undefined;
