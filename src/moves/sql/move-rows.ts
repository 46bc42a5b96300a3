import type { moves } from "../../database/schema/moves.ts";
import { isFree } from "../../database/leases.ts";
import type { Session } from "../../database/session.ts";
import { type Bound, statement } from "../../database/statement.ts";

export type MoveRow = Pick<
  typeof moves.$inferSelect,
  "workspace" | "side" | "other" | "phase" | "shut" | "claim" | "cursor" | "copied" | "movedAt" | "failures"
>;
export type MovePhase = MoveRow["phase"];

/** A slice that takes longer counts as dead, milliseconds: while a workspace is shut its writers wait for it. */
const MOVE_LEASE_MS = 30_000;

/** SQL: a move out of this database is due at `:now`, and nobody works on it. */
export const IS_MOVE_DUE = `moves.side = 'from' AND ${isFree("moves")}`;

const COLUMNS = "workspace, side, other, phase, shut, claim, cursor, copied, moved_at AS movedAt, failures";

const CLAIM = statement<MoveRow>(`UPDATE moves SET claim = claim + 1, lease_until = :leaseUntil
  WHERE workspace = (SELECT workspace FROM moves WHERE ${IS_MOVE_DUE} AND (:workspace IS NULL OR workspace = :workspace)
    ORDER BY next_at, workspace LIMIT 1) RETURNING ${COLUMNS}`);

/** Takes the next move for one slice; undefined: none is due. */
export const claimMove = (
  db: Session,
  { workspace, nowMs }: { readonly workspace: number | undefined; readonly nowMs: number },
): Promise<MoveRow | undefined> =>
  db.first(CLAIM, { workspace: workspace ?? null, now: nowMs, leaseUntil: nowMs + MOVE_LEASE_MS });

const HANDOVER = statement<{ readonly until: number | null }>(
  "SELECT min(lease_until) AS until FROM moves WHERE side = 'from' AND shut IN (1, 2) AND lease_until > :now",
);

/** Until when somebody has a move at work on which writers wait, milliseconds; undefined: nobody has. */
export const handedOverUntil = async (db: Session, nowMs: number): Promise<number | undefined> =>
  (await db.first(HANDOVER, { now: nowMs }))?.until ?? undefined;

const BEGIN = statement(`INSERT INTO moves (workspace, side, other, phase, claim, started_at, next_at)
  VALUES (:workspace, :side, :other, 'copy', :claim, :now, :now) ON CONFLICT DO NOTHING`);

/** The statement that begins a move on one side; it does nothing where the workspace is moving already. */
export const beginMove = (
  db: Session,
  move: Pick<MoveRow, "workspace" | "side" | "other" | "claim"> & { readonly now: number },
): Bound => db.bind(BEGIN, move);

const FIND = statement<MoveRow>(`SELECT ${COLUMNS} FROM moves WHERE workspace = :workspace`);

/** The move of a workspace, seen from this database. */
export const findMove = (db: Session, workspace: number) => db.first(FIND, { workspace });

/** A move out of this database as its owner sees it. */
export type LeavingRow = Pick<
  typeof moves.$inferSelect,
  "other" | "phase" | "cursor" | "copied" | "startedAt" | "lastError"
>;

const LEAVING = statement<LeavingRow>(`SELECT other, phase, cursor, copied, started_at AS startedAt,
  last_error AS lastError FROM moves WHERE workspace = :workspace AND side = 'from'`);

/** The move of a workspace out of this database: one or none. */
export const findLeaving = (db: Session, workspace: number): Promise<readonly LeavingRow[]> =>
  db.all(LEAVING, { workspace });

const STEP =
  statement(`UPDATE moves SET phase = iif(phase = 'stopping', phase, :phase), cursor = :cursor, copied = copied + :rows, next_at = :nextAt,
  lease_until = NULL, failures = 0, last_error = NULL WHERE workspace = :workspace AND claim = :claim`);

export interface MoveStep {
  readonly phase: MovePhase;
  /** Where the next slice goes on. @default the beginning of the phase */
  readonly cursor?: object;
  /** Rows that reached the other database. @default 0 */
  readonly rows?: number;
  /** No slice before, milliseconds. */
  readonly nextAt: number;
}

/** The statement that ends a slice; it does nothing where the slice was taken for dead. What was stopped meanwhile stays so. */
export const endStep = (
  db: Session,
  move: MoveRow,
  { phase, cursor = {}, rows = 0, nextAt }: MoveStep,
): Bound =>
  db.bind(STEP, {
    ...{ workspace: move.workspace, claim: move.claim, phase, rows, nextAt },
    cursor: JSON.stringify(cursor),
  });

const FAIL =
  statement(`UPDATE moves SET failures = failures + 1, last_error = :error, next_at = :nextAt, lease_until = NULL,
  shut = iif(phase = 'catch_up', 0, shut) WHERE workspace = :workspace AND claim = :claim`);

/** Has the slice tried again later. Writers need not wait for that. */
export const failStep = (
  db: Session,
  move: MoveRow,
  failure: { readonly error: string; readonly nextAt: number },
) => db.all(FAIL, { workspace: move.workspace, claim: move.claim, ...failure });

const STOP = statement<{
  readonly workspace: number;
}>(`UPDATE moves SET phase = 'stopping', cursor = '{}', next_at = :now
  WHERE workspace = :workspace AND side = 'from' AND phase IN ('copy', 'catch_up', 'stopping') AND shut = 0 RETURNING workspace`);

/** Has a move undone. False: there is none, or the other database is taking over. */
export const stopMove = async (db: Session, workspace: number, nowMs: number): Promise<boolean> =>
  (await db.first(STOP, { workspace, now: nowMs })) !== undefined;

const END = statement("DELETE FROM moves WHERE workspace = :workspace AND side = :side");

/** The statement that forgets a move. */
export const forgetMove = (db: Session, workspace: number, side: MoveRow["side"]): Bound =>
  db.bind(END, { workspace, side });

const HELD = statement(`INSERT INTO write_guards (push) SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM moves
  WHERE workspace = :workspace AND side = 'to' AND phase = 'copy' AND claim <= :claim)`);
const TAKE = statement("UPDATE moves SET claim = :claim WHERE workspace = :workspace AND side = 'to'");

/** The statements before what a slice writes into the other database: its batch fails when a later slice has written there. */
export function heldBy(db: Session, { workspace, claim }: MoveRow): readonly Bound[] {
  const values = { workspace, claim };
  return [db.bind(HELD, values), db.bind(TAKE, values)];
}
