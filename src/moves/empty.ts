import { HOUR_MS } from "../config.ts";
import type { Session } from "../database/session.ts";
import { type Bound, statement } from "../database/statement.ts";
import { emptyWorkspace } from "../workspaces/sql/empty-workspace.ts";
import { FIRST } from "../database/several/databases.ts";
import type { MovePlaces } from "./places.ts";
import { forgetMove, type MoveRow, type MoveStep } from "./sql/move-rows.ts";
import { closed, opened } from "./sql/shut.ts";
import { livesHere } from "./sql/workspace-rows.ts";
import { endNoting, forgetSome } from "./sql/write-log.ts";

/** So long a request that began before the other database took over may still try to write here. */
const LATE_MS = HOUR_MS;

// Vectors stay where they are, and so does what waits to be sent: the other database has it.
const KEPT_ELSEWHERE = ["outbox", "dropped_texts"].map((table) =>
  statement(`DELETE FROM ${table} WHERE workspace = :workspace`),
);
const keptElsewhere = (db: Session, workspace: number): readonly Bound[] =>
  KEPT_ELSEWHERE.map((sql) => db.bind(sql, { workspace }));

/** One slice of emptying what has moved; the triggers that refuse what comes late stay for an hour. */
export async function emptySource(
  { source }: MovePlaces,
  move: MoveRow,
  nowMs: number,
  rows: number,
): Promise<MoveStep | undefined> {
  const { workspace, movedAt } = move;
  const slice = await emptyWorkspace(source, {
    ...{ workspace, rows },
    moved: {
      before: [opened(source, workspace)],
      after: [...keptElsewhere(source, workspace), closed(source, workspace)],
    },
  });
  if (slice !== undefined) return { phase: "empty", nextAt: nowMs };
  const endMs = (movedAt ?? 0) + LATE_MS;
  if (nowMs < endMs) return { phase: "empty", nextAt: endMs };
  return end(source, move, { phase: "empty", nextAt: nowMs });
}

/** The triggers go in slices, then the move. */
async function end(source: Session, move: MoveRow, step: MoveStep): Promise<MoveStep | undefined> {
  if (!(await endNoting(source, move.workspace))) return step;
  await source.batch({ move: forgetMove(source, move.workspace, "from") });
  return undefined;
}

const STOPPED = statement("UPDATE moves SET phase = 'stopped' WHERE workspace = :workspace AND side = 'to'");
const IS_THERE = statement("SELECT 1 FROM moves WHERE workspace = :workspace AND side = 'to'");

/** One slice of undoing a move that the other database has not taken over. */
export async function undo(
  places: MovePlaces,
  move: MoveRow,
  nowMs: number,
  rows: number,
): Promise<MoveStep | undefined> {
  const { source, target, to } = places;
  const { workspace } = move;
  if ((await target.first(IS_THERE, { workspace })) !== undefined) {
    await target.batch({ stopped: target.bind(STOPPED, { workspace }) });
    const slice = await emptyWorkspace(target, {
      ...{ workspace, rows },
      moved: { before: [], after: keptElsewhere(target, workspace) },
    });
    if (slice !== undefined) return { phase: "stopping", nextAt: nowMs };
    await target.batch({
      move: forgetMove(target, workspace, "to"),
      directory: to === FIRST ? undefined : livesHere(target, workspace),
    });
  }
  if ((await forgetSome(source, workspace)) > 0) return { phase: "stopping", nextAt: nowMs };
  return end(source, move, { phase: "stopping", nextAt: nowMs });
}
