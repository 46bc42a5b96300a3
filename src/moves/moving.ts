import { overDatabases } from "../database/several/over-databases.ts";
import { FIRST } from "../database/several/databases.ts";
import type { Session } from "../database/session.ts";
import { AppError } from "../errors.ts";
import type { RequestContext } from "../workspaces/context.ts";
import { homeOf } from "../workspaces/sql/directory-store.ts";
import { EPOCH, learnEpoch } from "../workspaces/sql/epoch-store.ts";
import { assertRoom } from "../workspaces/sql/make-workspace.ts";
import type { MoveAnswer } from "./contract.ts";
import { startMove } from "./move.ts";
import { type LeavingRow, findLeaving, stopMove } from "./sql/move-rows.ts";

// What an owner asks of moves.

interface Wanted {
  readonly to: number;
  /** What a database may hold, by its plan. */
  readonly maxDatabaseBytes: number;
}

/** Where a workspace lives, and how far its move is. Throws `not_found`. */
export async function readMove({ session }: RequestContext, slug: string): Promise<MoveAnswer> {
  const { session: home, row } = await homeOf(session, slug);
  const { databases } = session;
  const found = databases === 1 ? [] : await overDatabases(session, (db) => leavingOf(db, row.num));
  // What is left of the move before may still be emptied elsewhere.
  const [last] = found.flat().toSorted((a, b) => b.startedAt - a.startedAt);
  return { workspace: slug, database: home.database, databases, move: last ? progressOf(last) : null };
}

const leavingOf = async (db: Session, workspace: number) =>
  (await findLeaving(db, workspace)).map((row) => ({ ...row, from: db.database }));

function progressOf({ from, other, phase, cursor, ...row }: LeavingRow & { readonly from: number }) {
  const { table = null } = JSON.parse(cursor) as { table?: string | null };
  return {
    ...{ from, to: other, phase: phase === "stopped" ? ("stopping" as const) : phase, table },
    ...{ rows: row.copied, startedAt: new Date(row.startedAt).toISOString(), error: row.lastError },
  };
}

/**
 * Has a workspace move to another database, in the background; nothing where it lives there already, or is on its way. Throws
 * `not_found`, `invalid_input` for a database that there is not, `limit_reached` for a full one, `conflict` while it moves elsewhere.
 */
export async function moveWorkspace(
  context: RequestContext,
  slug: string,
  { to, maxDatabaseBytes }: Wanted,
): Promise<MoveAnswer> {
  const { session, nowMs } = context;
  const { session: source, row } = await homeOf(session, slug);
  assertThere(session, to);
  if (source.database === to) return readMove(context, slug);
  const [first, target] = [session.on(FIRST), session.on(to)];
  await assertRoom(first, to, maxDatabaseBytes);
  const epoch = await first.first(EPOCH);
  await target.batch({ epoch: epoch && learnEpoch(target, epoch) });
  const places = { source, target, first, from: source.database, to };
  await startMove(places, { workspace: row.num, nowMs });
  return readMove(context, slug);
}

function assertThere({ databases }: Session, to: number): void {
  if (databases === 1)
    throw new AppError(
      "invalid_input",
      "to: this deployment has one database, so nothing can move: npm run deploy -- --databases 2 adds another one in an account",
    );
  if (to > databases)
    throw new AppError("invalid_input", `to: this deployment has the databases 1 to ${databases}`);
}

/** Has a move undone; nothing where none is under way. Throws `not_found`, `conflict` once the other database takes over. */
export async function stopMoving(context: RequestContext, slug: string): Promise<MoveAnswer> {
  const { session, nowMs } = context;
  const before = await readMove(context, slug);
  const { move } = before;
  if (move === null) return before;
  const { row } = await homeOf(session, slug);
  if (await stopMove(session.on(move.from), row.num, nowMs)) return readMove(context, slug);
  const now = await readMove(context, slug);
  if (now.move === null) return now;
  throw new AppError(
    "conflict",
    now.database === move.to
      ? `It lives in database ${move.to} by now: move it back, an hour after it came there at the earliest`
      : `It is being handed over to database ${move.to} right now: ask again in a moment`,
    { details: { phase: now.move.phase } },
  );
}
