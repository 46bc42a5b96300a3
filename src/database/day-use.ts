import type { AppError } from "../errors.ts";
import { nextUtcMidnight, utcDay } from "../text/dates/utc-day.ts";
import type { Counted } from "./day-counter.ts";
import { CALLS_ALLOWED, CALLS_USED, callValues } from "./fragments/model-calls.ts";
import type { Session } from "./session.ts";
import { type Bound, statement } from "./statement.ts";

/** What a UTC day has used so far, by all workspaces together. */
export interface DayUse extends Counted {
  /** Model calls. */
  readonly calls: number;
  /** Texts embedded. */
  readonly texts: number;
  /** Passages re-ranked. */
  readonly passages: number;
  /** Milliseconds: model work stands still until then. */
  readonly pausedUntil: number | null;
}

const COLUMNS = `calls, texts, passages, paused_until AS pausedUntil, rows_read AS rowsRead, rows_written AS rowsWritten,
  neurons, vector_queries AS vectorQueries, queried_dimensions AS queriedDimensions, queue_operations AS queueOperations`;

const TODAY = statement<DayUse>(`SELECT ${COLUMNS} FROM day_use WHERE day = :day`);

const SINCE = statement<Day>(
  `SELECT day, ${COLUMNS} FROM day_use WHERE day BETWEEN :from AND :to ORDER BY day`,
);

const NONE: DayUse = {
  ...{ calls: 0, texts: 0, passages: 0, pausedUntil: null },
  ...{ rowsRead: 0, rowsWritten: 0, neurons: 0, vectorQueries: 0, queriedDimensions: 0, queueOperations: 0 },
};

/** Today's use. */
export const readDayUse = async (db: Session, nowMs: number): Promise<DayUse> =>
  (await db.first(TODAY, { day: utcDay(nowMs) })) ?? NONE;

/** The days of this calendar month up to today, oldest first; a day without use is left out. */
export const readMonthUse = (db: Session, nowMs: number): Promise<readonly Day[]> =>
  db.all(SINCE, { from: `${utcDay(nowMs).slice(0, 7)}-01`, to: utcDay(nowMs) });

type Day = DayUse & { readonly day: string };

/** Days of several databases, whose amounts of one day are added up; oldest first. */
export function addedUp(days: readonly Day[]): readonly Day[] {
  const sums = new Map<string, Day>();
  for (const one of days) {
    const before = sums.get(one.day);
    sums.set(one.day, before === undefined ? one : sumOf(before, one));
  }
  return [...sums.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1));
}

const AMOUNTS = [
  "calls",
  "texts",
  "passages",
  "rowsRead",
  "rowsWritten",
  "neurons",
  "vectorQueries",
  "queriedDimensions",
  "queueOperations",
] as const satisfies readonly (keyof DayUse)[];

const sumOf = (a: Day, b: Day): Day => ({
  ...a,
  ...Object.fromEntries(AMOUNTS.map((name) => [name, a[name] + b[name]])),
  pausedUntil:
    a.pausedUntil === null && b.pausedUntil === null
      ? null
      : Math.max(a.pausedUntil ?? 0, b.pausedUntil ?? 0),
});

const ADD =
  statement(`INSERT INTO day_use (day, calls, texts, passages, paused_until, rows_read, rows_written, neurons,
    vector_queries, queried_dimensions, queue_operations)
  VALUES (:day, :calls, :texts, :passages, :pausedUntil, :rowsRead, :rowsWritten, :neurons, :vectorQueries,
    :queriedDimensions, :queueOperations)
  ON CONFLICT (day) DO UPDATE SET calls = calls + excluded.calls, texts = texts + excluded.texts,
    passages = passages + excluded.passages, paused_until = coalesce(excluded.paused_until, paused_until),
    rows_read = rows_read + excluded.rows_read, rows_written = rows_written + excluded.rows_written,
    neurons = neurons + excluded.neurons, vector_queries = vector_queries + excluded.vector_queries,
    queried_dimensions = queried_dimensions + excluded.queried_dimensions,
    queue_operations = queue_operations + excluded.queue_operations`);

type Own = Omit<DayUse, keyof Counted>;
type Use = { readonly [Field in keyof Own]?: Own[Field] | undefined };

/**
 * Has `send` write the note of the day in a batch of its own choice: model use, where a new `pausedUntil` replaces the one
 * before, and all that waits in the isolate. Where the batch fails, what waited waits on.
 */
export async function withDayUse<Answer>(
  db: Session,
  { nowMs, ...use }: Use & { readonly nowMs: number },
  send: (note: Bound) => Promise<Answer>,
): Promise<Answer> {
  const counted = db.day.take();
  const { calls = 0, texts = 0, passages = 0, pausedUntil = null } = use;
  const models = { calls, texts, passages, pausedUntil };
  try {
    return await send(db.bind(ADD, { day: utcDay(nowMs), ...models, ...counted }));
  } catch (error) {
    db.day.add(counted);
    throw error;
  }
}

/** Adds to the day's use at once. */
export async function recordDayUse(db: Session, nowMs: number, use: Use): Promise<void> {
  await withDayUse(db, { ...use, nowMs }, (note) => db.batch({ note }));
}

/** Model calls of one workspace. */
export interface Charge {
  readonly workspace: number;
  readonly calls: number;
}

// Of a workspace that is there: a call may end after its workspace was emptied.
const CHARGE = statement(`INSERT INTO search_days (workspace, day, model_calls)
  SELECT w.num, :day, value->>'calls' FROM json_each(:charges) CROSS JOIN workspaces w
    ON w.num = value->>'workspace' AND w.gone_at IS NULL WHERE true
  ON CONFLICT (workspace, day) DO UPDATE SET model_calls = model_calls + excluded.model_calls`);

/** Counts calls for the quotas of their workspaces. */
export const chargeCalls = (db: Session, charges: readonly Charge[], nowMs: number): Bound =>
  db.bind(CHARGE, { day: utcDay(nowMs), charges: JSON.stringify(charges) });

/** Adds to the day's use, and to what each workspace's quota counts, at once. */
export async function recordCalls(
  db: Session,
  nowMs: number,
  { charges, ...use }: Use & { readonly charges: readonly Charge[] },
): Promise<void> {
  await withDayUse(db, { ...use, nowMs }, (note) =>
    db.batch({ note, charged: chargeCalls(db, charges, nowMs) }),
  );
}

type CallsRow = { readonly workspace: number; readonly used: number; readonly allowed: number };
const CALLS =
  statement<CallsRow>(`SELECT w.num AS workspace, ${CALLS_USED} AS used, ${CALLS_ALLOWED} AS allowed
  FROM json_each(:workspaces) j CROSS JOIN workspaces w ON w.num = j.value`);

/** Today's use, and the calls of these workspaces. */
export async function readCalls(db: Session, workspaces: readonly number[], nowMs: number) {
  const values = callValues(db, nowMs);
  const { today, calls } = await db.batch({
    today: db.bind(TODAY, values),
    calls: db.bind(CALLS, { ...values, workspaces: JSON.stringify(workspaces) }),
  });
  const { day } = values;
  const found = new Map(calls.map(({ workspace, ...row }) => [workspace, { day, ...row }]));
  return {
    today: today[0] ?? NONE,
    /** Of a workspace that is gone nothing is counted. */
    of: (workspace: number) => found.get(workspace) ?? { day, used: 0, allowed: 0 },
  };
}

/** Notes what waits, where it is enough and no batch has taken it along meanwhile. */
export async function noteDue(db: Session, nowMs: number): Promise<void> {
  if (db.day.isDue()) await recordDayUse(db, nowMs, {});
}

/** Notes that the platform's daily quota is used up, where that is what a call failed by: model work stands still. */
export async function pauseModels(db: Session, error: AppError, nowMs: number): Promise<void> {
  if (error.code === "quota") await recordDayUse(db, nowMs, { pausedUntil: nextUtcMidnight(nowMs) });
}
