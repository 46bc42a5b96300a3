import { DEFAULTS, PLAN_LIMITS } from "../config.ts";
import { type Databases, FIRST } from "../database/several/databases.ts";
import type { DayCounter } from "../database/day-counter.ts";
import { openSession, type Session } from "../database/session.ts";
import { startRechunk } from "../documents/sql/rechunks.ts";
import { createMeter, spaceKey } from "../models/ports.ts";
import { planGenerations } from "../vectors/sql/generations.ts";
import { retryParked } from "../vectors/sql/outbox.ts";
import { CRON_MS, type Round, roundAt } from "./crons.ts";
import { type DueTask, type DueWork, dueWork } from "./due-work.ts";
import { CRON_TURN, eachTurn, onDatabase, oneDatabase, type TaskQueue, type WorkQueue } from "./messages.ts";
import { runTask, type TaskRun } from "./run-task.ts";
import { recordRun } from "./runs.ts";
import type { BackgroundSettings, TaskContext } from "./task-context.ts";
import { TASKS, type TaskName } from "./tasks.ts";
import type { WorkMessage } from "./work-message.ts";

/** What the daily round runs beside what is due. */
const DAILY_TASKS: readonly TaskName[] = ["caches", "merges", "quality", "audit"];

/** What queue messages and cron set going: work that nobody waits for. */
export interface Background {
  queue(messages: readonly WorkMessage[]): Promise<void>;
  /** The run that is scheduled at a time, milliseconds since 1970. */
  cron(scheduledMs: number): Promise<void>;
  /** Sweeps a little of a workspace's work after the answer to a search. */
  afterSearch(place: { readonly workspace: number; readonly database: number }): Promise<void>;
}

/** The bindings that background work uses. */
interface BackgroundBindings {
  readonly databases: Databases;
  /** What the isolate uses is added up here. @default by each run for itself */
  readonly day?: DayCounter;
  /** False: no text is read for names. @default true */
  readonly readsNames?: boolean;
  readonly queue: WorkQueue;
}

/** What a sweep, whose message each write sends, brings along. */
const AFTER_SWEEP = ["contexts", "names", "memories"] as const;

/**
 * Where each task that may be due stands in a turn of cron, in this order: before what is past its time is cleaned up, or behind it;
 * or apart, in a run of its own, since servers of other people may keep it waiting, or it asks another database, too.
 */
const PLACES: Readonly<Record<DueTask, "before" | "behind" | "apart">> = {
  deletions: "before",
  sweep: "before",
  memories: "before",
  generations: "before",
  rechunk: "before",
  contexts: "before",
  names: "before",
  recalls: "before",
  merges: "behind",
  webhooks: "apart",
  sources: "apart",
  moves: "apart",
};

const isApart = (name: TaskName): boolean =>
  Object.entries(PLACES).some(([one, place]) => one === name && place === "apart");

/** What is due and stands there, in its order. */
const dueAt = (wanted: "before" | "behind" | "apart", { tasks }: DueWork): readonly DueTask[] =>
  (Object.keys(PLACES) as DueTask[]).filter((task) => PLACES[task] === wanted && tasks.has(task));

interface Run extends TaskContext {
  readonly queue: TaskQueue;
  readonly kind: "queue" | "cron" | "search";
  /** Slices of each kind of work. @default the plan's */
  readonly slices?: number;
  /** What is due and has a run of its own begun. @default nothing */
  readonly apart?: readonly TaskName[];
}

/** What a search's invocation does besides: half a minute after the answer the platform ends it. */
const AFTER_SEARCH = { slices: 1, sweep: { rows: 100, slices: 1 } } as const;

/**
 * Each run is bounded by its plan, works on one database, and is logged in `runs` when it did anything. What is left over,
 * and on the free plan everything but the first kind of work, goes on in a run of its own by a queue message; cron finds
 * what no message does.
 */
export function createBackground(settings: BackgroundSettings, bindings: BackgroundBindings): Background {
  const { databases, queue } = bindings;
  const { now } = settings;
  const open = openingWith(settings, bindings);
  const look = (session: Session) =>
    dueWork(session, { identity: spaceKey(settings.models.embedder.space), nowMs: now() });
  const sweepElsewhere: Run["sweepElsewhere"] = ({ workspace, database }) =>
    onDatabase(queue, database).send({ workspace, task: "sweep" });
  const begin = async (database: number) => {
    const session = open(database);
    const due = await look(session);
    return { settings, session, queue: onDatabase(queue, database), due, sweepElsewhere };
  };
  const cron = async (database: number, scheduledMs: number, asked: readonly TaskName[] = []) => {
    const run = await begin(database);
    const round = roundAt(scheduledMs);
    const due = await prepare(run.session, settings, { due: run.due, round });
    const names = new Set([...cronTasks(run, due, round), ...asked]);
    await runAll({ ...run, kind: "cron", workspace: undefined, due, apart: dueAt("apart", due) }, [...names]);
  };
  return {
    async queue(messages) {
      const [mine] = await oneDatabase(messages, queue);
      if (mine === undefined) return;
      const { database, messages: own } = mine;
      if (databases.at(database) === undefined)
        return console.error(`a message is for database ${database}, which is not bound`);
      const names = [...new Set(own.map(({ task }) => task ?? "sweep"))].filter(isTaskName);
      const turn = own.find(({ task }) => task === CRON_TURN);
      if (turn !== undefined) return cron(database, turn.scheduledMs ?? now(), names);
      const run = await begin(database);
      const { due } = run;
      const [workspace, ...others] = new Set(own.map((message) => message.workspace));
      // Memories after the sweep, which embeds what is to be compared. Only a sweep brings them along: where a run does one
      // kind of work, two that wait for the day's calls would send messages for each other without end.
      if (names.includes("sweep"))
        for (const task of AFTER_SWEEP) if (due.tasks.has(task) && !names.includes(task)) names.push(task);
      const one = others.length === 0 ? workspace : undefined;
      // What a write changed is posted at once; sources wait for cron, or for who has them run.
      const posts = names.includes("sweep") && !names.includes("webhooks") && due.tasks.has("webhooks");
      const apart: readonly TaskName[] = posts ? ["webhooks"] : [];
      await runAll({ ...run, kind: "queue", workspace: one, apart }, names);
    },
    async cron(scheduledMs) {
      // First of all: whatever becomes of this database's turn, the others have theirs.
      const failed = await eachTurn(databases, queue, scheduledMs);
      await cron(FIRST, scheduledMs);
      if (failed.length > 0) throw failed[0];
    },
    async afterSearch({ workspace, database }) {
      // The search has taken its share of the free plan's queries: a message has them swept by an invocation of its own.
      if (settings.plan === "free")
        return void (await onDatabase(queue, database).send({ workspace, task: "sweep" }));
      const run = await begin(database);
      await runAll({ ...run, kind: "search", workspace, ...AFTER_SEARCH }, ["sweep"]);
    },
  };
}

/** Opens sessions for runs. */
const openingWith =
  ({ quotas }: BackgroundSettings, { databases, day, readsNames }: BackgroundBindings) =>
  (database: number): Session =>
    openSession(databases, {
      ...{ database, from: "primary", meter: createMeter(), readsNames, usualCalls: quotas.modelCalls },
      ...(day && { day }),
    });

/** What a turn of cron runs: what is due, and what its time brings. */
function cronTasks({ session, settings }: Pick<Run, "session" | "settings">, due: DueWork, round: Round) {
  // One backup holds the workspaces of all databases.
  const isBackupRound = round.isHourly && settings.backups !== undefined && session.database === FIRST;
  return [
    ...dueAt("before", due),
    "clean" as const,
    ...dueAt("behind", due),
    ...(round.isDaily ? DAILY_TASKS : []),
    ...(round.isDaily && session.databases > 1 ? (["directory"] as const) : []),
    ...(isBackupRound ? (["backup"] as const) : []),
  ];
}

/** A message of another version may ask for what is no task here: what it was for, cron finds. */
const isTaskName = (name: string): name is TaskName => Object.hasOwn(TASKS, name);

/** Makes work of what went stale: each time another identity, hourly another chunker, daily what was parked. */
async function prepare(
  session: Session,
  { models, now }: BackgroundSettings,
  { due, round }: { readonly due: DueWork; readonly round: Round },
): Promise<DueWork> {
  const nowMs = now();
  const identity = spaceKey(models.embedder.space);
  if (due.hasStaleIdentity) await planGenerations(session, { identity, nowMs });
  if (round.isDaily) await retryParked(session, { workspace: undefined, nowMs });
  if (round.isHourly) await startRechunk(session, { workspace: undefined, all: false, nowMs });
  const begun: readonly (DueTask | false)[] = [
    due.hasStaleIdentity && "generations",
    // Of what was parked, and of the vectors of what is emptied before it.
    (round.isDaily || due.tasks.has("deletions")) && "sweep",
    round.isHourly && "rechunk",
    // What is past its time, too.
    round.isDaily && "recalls",
  ];
  return { ...due, tasks: new Set([...due.tasks, ...begun.filter((task) => task !== false)]) };
}

/**
 * Runs the kinds of work one after another. A kind that fails, its record and a message that is not sent keep none of the
 * others from their turn; throws the first of what failed.
 */
async function runAll(run: Run, names: readonly TaskName[]): Promise<void> {
  const { plan, now } = run.settings;
  const { tasks, slices: planned } = PLAN_LIMITS[plan].run;
  const { slices = planned } = run;
  const untilMs = now() + DEFAULTS.runBudgetMs;
  const later: TaskName[] = [...names.slice(tasks)];
  const errors: unknown[] = [];
  const tried = (work: Promise<unknown>) => work.catch((error: unknown) => errors.push(error));
  const send = (task: TaskName) => tried(run.queue.send({ workspace: run.workspace, task }));
  // Before all that takes time. Should it fail, cron finds the work.
  for (const task of run.apart ?? []) await send(task);
  for (const name of names.slice(0, tasks)) {
    const startedAt = now();
    // Asked for by a message of the same batch: the others do not wait long for it.
    const most = isApart(name) && names.length > 1 ? 1 : slices;
    const done = await runTask({ name, slice: TASKS[name](run) }, { slices: most, untilMs, now });
    await tried(record(run, name, { startedAt, done }));
    if (done.error !== undefined) errors.push(done.error);
    if (done.hasMore) later.push(name);
    await tried(runAgain(run, name, done));
    if (leftToEmbed(done)) later.push("sweep");
  }
  for (const task of later) await send(task);
  if (errors.length > 0) throw errors[0];
}

/** Chunks with a context are embedded anew; what a source wrote or removed is as what a push did, which wakes the sweep itself. */
const leftToEmbed = ({ counts }: TaskRun): boolean =>
  (counts.contexts ?? 0) > 0 || (counts.sourceDocuments ?? 0) > 0;

/** What is tried again before cron comes has a message that waits; the database knows it, should that be lost. */
async function runAgain({ queue, workspace }: Run, task: TaskName, { againInMs }: TaskRun): Promise<void> {
  if (againInMs === undefined || againInMs >= CRON_MS) return;
  await queue.send({ workspace, task }, { delaySeconds: Math.ceil(againInMs / 1_000) });
}

/** Nothing is written of a run that found nothing to do. */
async function record(
  { session, settings, kind, workspace }: Run,
  name: TaskName,
  { startedAt, done }: { readonly startedAt: number; readonly done: TaskRun },
): Promise<void> {
  const { counts, error } = done;
  if (error === undefined && Object.values(counts).every((count) => count === 0)) return;
  await recordRun(session, {
    workspace,
    kind: name === "sweep" ? kind : name,
    startedAt,
    endedAt: settings.now(),
    work: counts,
    error: error === undefined ? undefined : error instanceof Error ? error.message : String(error),
  });
}
