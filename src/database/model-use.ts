import type { AppError } from "../errors.ts";
import { nextUtcMidnight, utcDay } from "../text/dates/utc-day.ts";
import type { Session } from "./session.ts";
import { type Bound, statement } from "./statement.ts";

/** Model use of a UTC day, by all workspaces together. */
export interface ModelUse {
  readonly calls: number;
  /** Texts embedded. */
  readonly texts: number;
  /** Passages re-ranked. */
  readonly passages: number;
  /** Milliseconds: model work stands still until then. */
  readonly pausedUntil: number | null;
}

const TODAY = statement<ModelUse>(
  "SELECT calls, texts, passages, paused_until AS pausedUntil FROM model_use WHERE day = :day",
);

const NONE: ModelUse = { calls: 0, texts: 0, passages: 0, pausedUntil: null };

/** Today's model use. */
export const readModelUse = async (db: Session, nowMs: number): Promise<ModelUse> =>
  (await db.first(TODAY, { day: utcDay(nowMs) })) ?? NONE;

const ADD = statement(`INSERT INTO model_use (day, calls, texts, passages, paused_until)
  VALUES (:day, :calls, :texts, :passages, :pausedUntil)
  ON CONFLICT (day) DO UPDATE SET calls = calls + excluded.calls, texts = texts + excluded.texts,
    passages = passages + excluded.passages, paused_until = coalesce(excluded.paused_until, paused_until)`);

type Use = { readonly [Field in keyof ModelUse]?: ModelUse[Field] | undefined };

/** Adds to the day's model use; a new `pausedUntil` replaces the one before. */
export const modelUseStatement = (db: Session, nowMs: number, use: Use): Bound =>
  db.bind(ADD, {
    day: utcDay(nowMs),
    calls: use.calls ?? 0,
    texts: use.texts ?? 0,
    passages: use.passages ?? 0,
    pausedUntil: use.pausedUntil ?? null,
  });

/** Adds to the day's model use at once. */
export async function recordModelUse(db: Session, nowMs: number, use: Use): Promise<void> {
  await db.batch({ use: modelUseStatement(db, nowMs, use) });
}

/** Notes that the platform's daily quota is used up, where that is what a call failed by: model work stands still. */
export async function pauseModels(db: Session, error: AppError, nowMs: number): Promise<void> {
  if (error.code === "quota") await recordModelUse(db, nowMs, { pausedUntil: nextUtcMidnight(nowMs) });
}
