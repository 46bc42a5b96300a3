import { PLAN_LIMITS, type Plan } from "../config.ts";
import { FIRST } from "../database/several/databases.ts";
import { servingOf } from "../models/models.ts";
import { auditArrived } from "../moves/audit-arrived.ts";
import { advanceMove } from "../moves/move.ts";
import type { MoveLimits, MovePlaces } from "../moves/places.ts";
import { handedOverUntil } from "../moves/sql/move-rows.ts";
import type { Slice, Task } from "./run-task.ts";
import type { TaskContext } from "./task-context.ts";

/** On the free plan each step of a handover has an invocation's 50 queries for itself, so that writers wait for some messages. */
const LIMITS: Readonly<Record<Plan, MoveLimits>> = {
  paid: { bytes: PLAN_LIMITS.paid.maxBatchBytes, rows: 500, notes: 500, tables: 100, steps: 50 },
  free: { bytes: PLAN_LIMITS.free.maxBatchBytes, rows: 50, notes: 50, tables: 4, steps: 1 },
};

/** Workspaces go to other databases; one slice of the move that has waited longest. */
export function moveTask({ settings, session, workspace, sweepElsewhere }: TaskContext): Task["slice"] {
  const { models, plan, secrets, now } = settings;
  const servingFor = servingOf(models);
  const vectorsFor = (identity: string) => servingFor(identity).vectors;
  const placesOf = (to: number): MovePlaces => ({
    ...{ source: session, target: session.on(to), first: session.on(FIRST) },
    ...{ from: session.database, to },
  });
  const audit = auditArrived({ plan, secrets, random: Math.random, vectorsFor, now });
  const deps = { placesOf, audit, now, random: Math.random, limits: LIMITS[plan] };
  return async () => {
    const report = await advanceMove(deps, session, { workspace });
    if (report === undefined) return lookAgain(await handedOverUntil(session, now()), now());
    const { moved, failed, againInMs, arrived } = report;
    // What it brought along waits for nobody; should this fail, cron finds it.
    if (arrived !== undefined) await sweepElsewhere(arrived);
    return { counts: { rowsMoved: moved, movesFailed: failed }, againInMs };
  };
}

/** Writers wait for whoever has the move: should that one have died, they do not wait until cron comes. */
const lookAgain = (untilMs: number | undefined, nowMs: number): Slice | undefined =>
  untilMs === undefined ? undefined : { counts: {}, isLast: true, againInMs: untilMs - nowMs };
