import { backoffMs } from "../database/leases.ts";
import type { Session } from "../database/session.ts";
import { AppError } from "../errors.ts";
import { catchUp } from "./catch-up.ts";
import { copySlice } from "./copy.ts";
import { emptySource, undo } from "./empty.ts";
import type { MoveLimits, MovePlaces } from "./places.ts";
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
import { isWorkspaceGone, shutWorkspace } from "./sql/shut.ts";
import { closeUp, switchOver } from "./switch.ts";
import { SHUT } from "./sql/write-log.ts";

/** Fewer notes than this, or all that there are, are caught up with while writers wait. */
const FEW_NOTES = 100;
/** Milliseconds until a move looks again whether it may go on. */
const WAIT_MS = 15_000;
/** Between two tries while writers wait, at most. */
const MAX_SHUT_RETRY_MS = 10_000;
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
  /** 0 to 1. */
  readonly random: () => number;
  readonly limits: MoveLimits;
}

/**
 * Begins to move a workspace to another database; the background does it in slices. Nothing where it is on its way there
 * already. Throws `conflict` where it is moving elsewhere, or the other database has not let go of it since it was there.
 */
export async function startMove(
  { source, target, to }: MovePlaces,
  { workspace, nowMs }: { readonly workspace: number; readonly nowMs: number },
): Promise<void> {
  const there = await findMove(target, workspace);
  if (there?.side === "from")
    throw new AppError(
      "conflict",
      `Database ${to} has just been left by this workspace: it is emptied there by an hour after the move`,
    );
  await source.batch({
    move: beginMove(source, { workspace, side: "from", other: to, claim: 0, now: nowMs }),
  });
  const moving = await findMove(source, workspace);
  if (moving?.side === "from" && moving.other === to && moving.phase !== "stopping") return;
  throw new AppError("conflict", whyNot(moving), { details: moving && { phase: moving.phase } });
}

function whyNot(moving: MoveRow | undefined): string {
  if (moving?.side === "to") return "The workspace has just come here, and is being checked: try again then";
  if (moving?.phase === "stopping")
    return "A move of this workspace is being undone: try again when that is done";
  return `This workspace is moving to database ${moving?.other}: wait for that, or stop it first`;
}

/** What one slice did. */
export interface MovedSlice {
  /** Rows that were copied. */
  readonly moved: number;
  readonly failed: number;
  /** When the move goes on, if it has to wait, milliseconds. */
  readonly againInMs?: number | undefined;
  /** It is the other database's from now on. */
  readonly arrived?: { readonly workspace: number; readonly database: number };
}

/** One slice of a move out of this database; undefined: none is due. What fails is tried again. */
export async function advanceMove(
  deps: MoveDeps,
  source: Session,
  { workspace }: { readonly workspace: number | undefined },
): Promise<MovedSlice | undefined> {
  const move = await claimMove(source, { workspace, nowMs: deps.now() });
  if (move === undefined) return undefined;
  try {
    const step = await steps(deps, deps.placesOf(move.other), move);
    if (step === undefined) return { moved: 0, failed: 0 };
    await source.batch({ step: endStep(source, move, step) });
    const waits = step.nextAt - deps.now();
    const hasArrived = step.phase === "verify" && move.phase !== "verify";
    return {
      ...{ moved: step.rows ?? 0, failed: 0 },
      ...(waits > 0 && { againInMs: waits }),
      ...(hasArrived && { arrived: { workspace: move.workspace, database: move.other } }),
    };
  } catch (error) {
    const told = error instanceof Error ? error.message : String(error);
    const waitMs = backoffMs(move.failures + 1, deps.random());
    const againInMs = move.phase === "switch" ? Math.min(waitMs, MAX_SHUT_RETRY_MS) : waitMs;
    await failStep(source, move, { error: told, nextAt: deps.now() + againInMs });
    return { moved: 0, failed: 1, againInMs };
  }
}

interface Step extends MoveStep {
  /** Writers wait for the next step. */
  readonly shut?: number;
}

/** A slice is one step; of the handover, for which writers wait, as many as fit. */
async function steps(deps: MoveDeps, places: MovePlaces, begun: MoveRow): Promise<Step | undefined> {
  let move = begun;
  let rows = 0;
  for (let done = 1; ; done++) {
    const step = await stepOf(deps, places, move);
    if (step === undefined) return undefined;
    rows += step.rows ?? 0;
    if (step.shut === undefined || done >= deps.limits.steps) return { ...step, rows };
    move = { ...move, phase: step.phase, shut: step.shut };
  }
}

const now = (deps: MoveDeps, step: Omit<Step, "nextAt">): Step => ({ ...step, nextAt: deps.now() });

async function stepOf(deps: MoveDeps, places: MovePlaces, move: MoveRow): Promise<Step | undefined> {
  const { phase, workspace } = move;
  const { limits } = deps;
  const isCopying = phase === "copy" || phase === "catch_up";
  if (isCopying && (await isWorkspaceGone(places.source, workspace)))
    return undo(places, move, deps.now(), limits.rows);
  switch (phase) {
    case "copy":
      return now(deps, await copySlice(places, move, limits));
    case "catch_up":
      return move.shut === SHUT.nothing ? beforeClosing(deps, places, move) : closing(deps, places, move);
    case "switch": {
      const isOver = await switchOver(places, move, { limits, nowMs: deps.now() });
      return now(deps, isOver ? { phase: "verify" } : { phase, shut: SHUT.all });
    }
    case "verify":
      return verify(deps, places, move);
    case "empty":
      return emptySource(places, move, deps.now(), limits.rows);
    default:
      return undo(places, move, deps.now(), limits.rows);
  }
}

/** Catches up while everything goes on, and refuses writes once little is left. */
async function beforeClosing(deps: MoveDeps, places: MovePlaces, move: MoveRow): Promise<Step> {
  const { notes: rows, isAll } = await catchUp(places, move, deps.limits);
  if (!isAll || rows >= FEW_NOTES) return now(deps, { phase: "catch_up", rows });
  if (await shutWorkspace(places.source, move, deps.now()))
    return now(deps, { phase: "catch_up", rows, shut: SHUT.writes });
  return { phase: "catch_up", rows, nextAt: deps.now() + WAIT_MS };
}

async function closing(deps: MoveDeps, places: MovePlaces, move: MoveRow): Promise<Step> {
  const isClosed = await closeUp(places, move, deps.limits);
  return now(deps, isClosed ? { phase: "switch", shut: SHUT.all } : { phase: "catch_up", shut: SHUT.writes });
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
