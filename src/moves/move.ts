import type { Session } from "../database/session.ts";
import { AppError } from "../errors.ts";
import { catchUp } from "./catch-up.ts";
import { copySlice } from "./copy.ts";
import { emptySource, undo } from "./empty.ts";
import type { MovePlaces } from "./places.ts";
import {
  beginMove,
  claimMove,
  endStep,
  failStep,
  findMove,
  forgetMove,
  type MoveRow,
  type MoveStep,
} from "./sql/move-rows.ts";
import { isWorkspaceGone } from "./sql/shut.ts";
import { finishSwitch, shutAndSwitch } from "./switch.ts";
import { startNoting } from "./sql/write-log.ts";
import { readWorkspaceRow } from "./sql/workspace-rows.ts";

/** Fewer notes than this are caught up with while writers wait. */
const FEW_NOTES = 100;
/** Milliseconds until a move looks again whether it may go on. */
const WAIT_MS = 5_000;
const RETRY_MS = 10_000;
/** What an audit found wrong waits for somebody. */
const LOOK_AGAIN_MS = 3_600_000;

/** One page of an audit of what has arrived: what is wrong, and where the next page begins. */
export type AuditArrived = (
  session: Session,
  query: { readonly workspace: number; readonly cursor: string | undefined },
) => Promise<{ readonly found: readonly string[]; readonly next: string | undefined }>;

/** What a move works with. */
export interface MoveDeps {
  /** The databases of a move by their numbers. */
  readonly placesOf: (to: number) => MovePlaces;
  readonly audit: AuditArrived;
  readonly now: () => number;
  /** Rows of a slice of emptying. */
  readonly rows: number;
}

/**
 * Begins to move a workspace to another database; the background does it in slices. Throws `conflict` where it is moving
 * already, or where the other database has not let go of it since it was there before.
 */
export async function startMove(
  { source, target, to }: MovePlaces,
  { workspace, nowMs }: { readonly workspace: number; readonly nowMs: number },
): Promise<void> {
  const [moving, there] = await Promise.all([findMove(source, workspace), findMove(target, workspace)]);
  if (moving !== undefined) throw new AppError("conflict", "This workspace is moving already");
  if (there !== undefined)
    throw new AppError(
      "conflict",
      `Database ${to} has just been left by this workspace: try again in an hour`,
    );
  await readWorkspaceRow(source, workspace);
  await source.batch({
    move: beginMove(source, { workspace, side: "from", other: to, claim: 0, now: nowMs }),
    noting: startNoting(source, workspace),
  });
}

/** One slice of a move out of this database; undefined: none is due. What fails is tried again. */
export async function advanceMove(
  deps: MoveDeps,
  source: Session,
  { workspace }: { readonly workspace: number | undefined },
): Promise<{ readonly moved: number; readonly failed: number } | undefined> {
  const move = await claimMove(source, { workspace, nowMs: deps.now() });
  if (move === undefined) return undefined;
  try {
    const step = await slice(deps, deps.placesOf(move.other), move);
    if (step !== undefined) await source.batch({ step: endStep(source, move, step) });
    return { moved: step?.rows ?? 0, failed: 0 };
  } catch (error) {
    const told = error instanceof Error ? error.message : String(error);
    await failStep(source, move, { error: told, nextAt: deps.now() + RETRY_MS });
    return { moved: 0, failed: 1 };
  }
}

const now = (deps: MoveDeps, step: Omit<MoveStep, "nextAt">): MoveStep => ({ ...step, nextAt: deps.now() });

async function slice(deps: MoveDeps, places: MovePlaces, move: MoveRow): Promise<MoveStep | undefined> {
  const { phase, workspace } = move;
  const isCopying = phase === "copy" || phase === "catch_up";
  if (isCopying && (await isWorkspaceGone(places.source, workspace)))
    return undo(places, move, deps.now(), deps.rows);
  switch (phase) {
    case "copy":
      return now(deps, await copySlice(places, move));
    case "catch_up":
      return catchUpSlice(deps, places, move);
    case "switch":
      await finishSwitch(places, move, deps.now());
      return now(deps, { phase: "verify" });
    case "verify":
      return verify(deps, places, move);
    case "empty":
      return emptySource(places, move, deps.now(), deps.rows);
    default:
      return undo(places, move, deps.now(), deps.rows);
  }
}

async function catchUpSlice(deps: MoveDeps, places: MovePlaces, move: MoveRow): Promise<MoveStep> {
  const rows = move.shut === 0 ? await catchUp(places, move, { afterwards: false }) : 0;
  if (rows >= FEW_NOTES) return now(deps, { phase: "catch_up", rows });
  if (await shutAndSwitch(places, move, deps.now())) return now(deps, { phase: "verify", rows });
  return { phase: "catch_up", rows, nextAt: deps.now() + WAIT_MS };
}

/** The audit of what has arrived; only then what was left is emptied. Undefined: it found something, which is noted. */
async function verify(
  deps: MoveDeps,
  { source, target }: MovePlaces,
  move: MoveRow,
): Promise<MoveStep | undefined> {
  const { cursor } = JSON.parse(move.cursor) as { cursor?: string };
  const { found, next } = await deps.audit(target, { workspace: move.workspace, cursor });
  if (found.length > 0) {
    await failStep(source, move, {
      error: `the audit of what has arrived found ${found.slice(0, 5).join("; ")}`,
      nextAt: deps.now() + LOOK_AGAIN_MS,
    });
    return undefined;
  }
  if (next !== undefined) return now(deps, { phase: "verify", cursor: { cursor: next } });
  await target.batch({ move: forgetMove(target, move.workspace, "to") });
  return now(deps, { phase: "empty" });
}
