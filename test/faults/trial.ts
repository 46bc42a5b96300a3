import type { Env, IndexMessage } from "../../src/env.ts";
import { cloudflareModels } from "../../src/models/models.ts";
import { createHandlers } from "../../src/wiring.ts";
import { inAccount } from "../support/account/account.ts";
import { createClient, type TestClient, testEnv } from "../support/client.ts";
import { type FakeAi, fakeAi } from "../support/fakes/fake-ai.ts";
import { type FakeVectorize, fakeVectorize } from "../support/fakes/fake-vectorize.ts";
import { type SimulatedClock, simulatedClock } from "../support/worlds/world.ts";
import { checkIndex, UNUSED_EMBEDDING } from "./check-index.ts";
import { type Fault, faulty, type Meeting } from "./fault.ts";
import { DOCUMENTS, type Operation, type Stage } from "./operations.ts";
import { watchPorts } from "./port-calls.ts";

/** What one trial came to. */
export interface Trial {
  /** Calls of the operation, by name, in their order. */
  readonly calls: readonly string[];
  /** The call that the fault met; undefined: the operation ended before. */
  readonly met: string | undefined;
  readonly problems: readonly string[];
}

/** Vectors are visible so much after the call, milliseconds. */
const VISIBLE_AFTER_MS = 90_000;

/** Past every lease and the first steps of every back-off, milliseconds. */
const LATER_MS = 600_000;

/** Sweeps after which nothing of a fault may be left. */
const SWEEPS = 2;

interface Place {
  readonly database: D1Database;
  readonly ai: FakeAi;
  readonly vectorize: FakeVectorize;
  readonly clock: SimulatedClock;
  /** Queue messages that were sent and not yet handed over. */
  readonly queue: IndexMessage[];
  readonly handlers: ReturnType<typeof createHandlers>;
}

function newPlace(database: D1Database): Place {
  const clock = simulatedClock();
  const handlers = createHandlers({ cloudflare: cloudflareModels, local: cloudflareModels }, clock.now);
  const vectorize = fakeVectorize({ now: clock.now, visibleAfterMs: VISIBLE_AFTER_MS });
  return { database, ai: fakeAi(), vectorize, clock, queue: [], handlers };
}

const sentTo = (queue: IndexMessage[]): Env["INDEX_QUEUE"] => ({
  send: async (message) => {
    queue.push(message);
    return { metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } };
  },
});

/** A fresh isolate, its calls watched when there is a meeting. */
function isolate(
  place: Place,
  settings: Partial<Env> = {},
  meeting?: Meeting,
): { client: TestClient; deliver: Stage["deliver"] } {
  const { database, ai, vectorize, queue, handlers } = place;
  const plain = testEnv(database, {
    PLATFORM: "cloudflare",
    AI: ai,
    VECTORIZE: vectorize,
    INDEX_QUEUE: sentTo(queue),
    ...settings,
  });
  const env = meeting === undefined ? plain : watchPorts(plain, meeting.intercept);
  const client = createClient(handlers as never, env, inAccount(env, place.clock), place.clock.now);
  return {
    client,
    async deliver() {
      for (let message = queue.shift(); message !== undefined; message = queue.shift())
        await client.deliver(message);
    },
  };
}

/** Empties every table, faster than another database could be started. */
export async function emptyDatabase(database: D1Database): Promise<void> {
  const { results } = await database
    .prepare(
      "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
    )
    .all<{ name: string; sql: string }>();
  const isVirtual = ({ sql }: { sql: string }) => sql.startsWith("CREATE VIRTUAL");
  const virtual = results.filter(isVirtual).map(({ name }) => name);
  const plain = results
    .map(({ name }) => name)
    .filter((name) => !virtual.some((table) => name === table || name.startsWith(`${table}_`)));
  // Twice: the triggers of the first pass write into tables that it has emptied already.
  const deletes = [...plain, ...plain].map((name) => `DELETE FROM ${name}`);
  const drops = virtual
    .toSorted()
    .toReversed()
    .map((name) => `DROP TABLE IF EXISTS ${name}`);
  const all = ["PRAGMA defer_foreign_keys = on", ...deletes, ...drops];
  await database.batch(all.map((sql) => database.prepare(sql)));
}

/** What is needed to ask, once all that was there before is indexed. */
async function prepared(
  place: Place,
  { before, always, holding = DOCUMENTS }: Operation,
): Promise<Pick<Stage, "token" | "known">> {
  const { client, deliver } = isolate(place, always);
  const token = await client.workspace("default");
  const { ai, clock } = place;
  const known = new Map<string, string>();
  await holding.prepare({ client, deliver, token, ai, advance: clock.advance, known }, before);
  await deliver();
  clock.advance(LATER_MS);
  await client.sweep();
  return { token, known };
}

type Acknowledged = Map<string, string | null>;

/** Runs the steps and notes what was acknowledged. A failed request ends its caller, the platform goes on. */
async function runSteps({ steps }: Operation, stage: Stage, acknowledged: Acknowledged): Promise<void> {
  let hasStopped = false;
  for (const { by, run, acknowledges } of steps) {
    if (by === "request" && hasStopped) continue;
    try {
      await run(stage);
      for (const [path, text] of Object.entries(acknowledges ?? {})) acknowledged.set(path, text);
    } catch {
      hasStopped = true;
    }
  }
}

/** Lets time pass and cron run. */
async function sweepAfter(
  { client, advance, deliver }: Stage,
  { sweepsByMessage, sweeps = SWEEPS }: Operation,
): Promise<void> {
  for (let sweep = 0; sweep < sweeps; sweep++) {
    advance(LATER_MS);
    await client.sweep();
    if (sweepsByMessage) await deliver();
  }
  // What the last of them has sent is visible.
  advance(VISIBLE_AFTER_MS);
}

/** One operation with one fault (or none) on an empty database, and what is wrong two or three sweeps later. */
export async function runTrial(
  database: D1Database,
  operation: Operation,
  fault: Fault | undefined,
): Promise<Trial> {
  await emptyDatabase(database);
  const place = newPlace(database);
  const asker = await prepared(place, operation);
  const meeting = faulty(fault);
  const stage = (watched?: Meeting): Stage => ({
    ...isolate(place, { ...operation.always, ...operation.settings }, watched),
    ...asker,
    ai: place.ai,
    advance: place.clock.advance,
  });
  const acknowledged: Acknowledged = new Map();
  await Promise.race([runSteps(operation, stage(meeting), acknowledged), meeting.killed]);
  place.ai.failure = undefined;
  const next = stage();
  await sweepAfter(next, operation);
  const { before, after } = operation;
  const either = (path: string) =>
    acknowledged.has(path) ? [acknowledged.get(path)] : [before[path] ?? null, after[path] ?? null];
  const found = await problemsOf(place, next, { ...operation, allowed: either });
  const isTolerated = (problem: string): boolean =>
    operation.mayLeaveEmbeddings === true && problem.startsWith(UNUSED_EMBEDDING);
  const problems = found.filter((problem) => !isTolerated(problem));

  // The caller who got no answer asks again: now everything must be as it asked.
  await runSteps(operation, next, new Map());
  await sweepAfter(next, operation);
  const again = await problemsOf(place, next, { ...operation, allowed: (path) => [after[path] ?? null] });
  problems.push(...again.map((problem) => `after another try: ${problem}`));
  return { calls: meeting.calls, met: meeting.met(), problems };
}

interface Expected extends Pick<Operation, "before" | "after" | "holding"> {
  /** Texts that a key may have; null: none. */
  readonly allowed: (key: string) => readonly (string | null | undefined)[];
}

/** Damage of the index, and things that are not what they may be, or not found by keyword and by vector. */
async function problemsOf(
  { database, vectorize }: Place,
  stage: Stage,
  { before, after, allowed, holding = DOCUMENTS }: Expected,
): Promise<string[]> {
  const { client, token } = stage;
  const problems = [...(await checkIndex(database, vectorize)), ...(await auditProblems(client, token))];
  const read = await holding.read(stage);
  const present = new Map(read);
  if (present.size < read.length) problems.push(`doubled: ${read.map(([key]) => key).join()}`);
  for (const key of new Set([...Object.keys({ ...before, ...after }), ...present.keys()])) {
    const text = present.get(key) ?? null;
    if (!allowed(key).includes(text)) problems.push(`${key} is ${JSON.stringify(text)}`);
  }
  for (const profile of ["keyword", "vector"]) {
    const request = { profile, limit: 100, view: "full", settings: { "relevance.floor": 0 } };
    const { body } = await client.search(token, holding.query, request);
    const found = new Set<string>(body.hits?.map(holding.keyOf));
    const missing = [...present.keys()].filter((key) => !found.has(key));
    const gone = [...found].filter((key) => !present.has(key));
    problems.push(...missing.map((key) => `${key} not found by ${profile}`));
    problems.push(...gone.map((key) => `${key} still found`));
    if (body.degraded?.length !== 0) problems.push(`search by ${profile} lacks ${body.degraded}`);
  }
  return problems;
}

/** What the service itself finds wrong. */
async function auditProblems(client: TestClient, token: string): Promise<string[]> {
  const problems: string[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const page: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const { status, body } = await client.call("GET", `/v1/audit?full=true${page}`, { token });
    if (status !== 200) return [...problems, `audit: ${status}`];
    const checks: readonly { check: string; failed: number; examples: unknown }[] = body.checks;
    for (const { check, failed, examples } of checks)
      if (failed > 0) problems.push(`audit: ${check} failed for ${failed}: ${JSON.stringify(examples)}`);
    cursor = body.nextCursor;
  }
  return problems;
}
