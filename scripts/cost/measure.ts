// The production Worker over a real D1, with stand-ins for Workers AI, Vectorize and the queue: what it uses of each is
// counted, never what a stand-in takes.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { HOUR_MS } from "../../src/config.ts";
import type { Env, IndexMessage } from "../../src/env.ts";
import { cloudflareModels } from "../../src/models/models.ts";
import { shortHash } from "../../src/text/hash.ts";
import { createHandlers } from "../../src/wiring.ts";
import { createClient, ORIGIN, type TestClient, testEnv } from "../../test/support/client.ts";
import { fakeAi } from "../../test/support/fakes/fake-ai.ts";
import { meteredDatabase } from "../../test/support/worlds/metered-database.ts";
import { closeQuickDatabases, openQuickDatabase } from "../../test/support/worlds/quick-database.ts";
import { simulatedClock } from "../../test/support/worlds/world.ts";
import { pathOf, textOf } from "../scale/write-texts.ts";
import { fastVectorize } from "./fast-vectorize.ts";

/** What work used. */
export interface Used {
  readonly rowsRead: number;
  readonly rowsWritten: number;
  readonly neurons: number;
  readonly queriedDimensions: number;
  readonly queueOperations: number;
  /** Invocations of the Worker, those by the queue and by cron among them. */
  readonly requests: number;
}

/** What work used, and how often it was done. */
export interface Measured extends Used {
  readonly times: number;
}

export interface Measurements {
  readonly documents: number;
  readonly chunks: number;
  /** Bytes of the database. */
  readonly databaseBytes: number;
  readonly push: Measured;
  readonly change: Measured;
  readonly search: Measured;
  readonly repeated: Measured;
  readonly keyword: Measured;
  /** What is done later about new searches: their kept answers are deleted. */
  readonly cleaned: Measured;
  /** Runs of cron that find nothing to do. */
  readonly idleRun: Measured;
  /** Daily rounds: upkeep, and checks that are chosen at random. */
  readonly dailyRun: Measured;
  /** Rows written by a push for each chunk: of generated words, and of this repository's documentation. */
  readonly rowsPerChunk: { readonly plain: number; readonly withNames: number };
}

/** Documents of an upload, as the command line sends them on the paid plan: under 1 MB. */
const BATCH = 200;
/** Documents that are changed, one line of each, and pushed one at a time. */
const CHANGED = 10;
/** Daily rounds. */
const DAILY_ROUNDS = 5;
/** Searches by keyword. */
const KEYWORD_SEARCHES = 100;
/** Isolates that search at the same time: searches of one isolate that come together are noted together. */
const ISOLATES = 10;
/** Words of a query. */
const QUERY_WORDS = 4;
/** Sweeps that a push may take until its vectors are visible. */
const MAX_SWEEPS = 100;
/** Of every file; only hashes are compared. */
const MTIME = 1_760_000_000_000;
/** Until a vector is visible, and until work that was put off is due, milliseconds. */
const STEP_MS = 120_000;

/** One isolate and all that it uses together with others. */
async function openAccount() {
  const opened = await openQuickDatabase();
  const { database, rows } = meteredDatabase(opened.database);
  const clock = simulatedClock();
  const bindings = { AI: fakeAi(), VECTORIZE: fastVectorize(clock.now) };
  const waiting: IndexMessage[] = [];
  const queue: Env["INDEX_QUEUE"] = {
    async send(message) {
      waiting.push(message);
      return { metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } };
    },
  };
  const handlers = createHandlers({ cloudflare: cloudflareModels }, clock.now);
  let requests = 0;
  const isolate = (): TestClient => {
    const env = testEnv(database, {
      ...{ PLATFORM: "cloudflare", INDEX_QUEUE: queue, ...bindings },
      // All of it happens in moments of a simulated clock: nothing that was spent would come back.
      ...{ TOKEN_UNITS_PER_MINUTE: "0", WORKSPACE_UNITS_PER_MINUTE: "0" },
    });
    const begin = () => {
      requests += 1;
    };
    return createClient(handlers as never, env, { env, begin }, clock.now);
  };
  /** Hands over what was sent, and what that sends. */
  const deliver = async (client: TestClient) => {
    for (let message = waiting.shift(); message !== undefined; message = waiting.shift())
      await client.deliver(message);
  };
  const used = async (): Promise<Used> => {
    const row = await opened.database
      .prepare(
        `SELECT coalesce(sum(neurons), 0) AS neurons, coalesce(sum(queried_dimensions), 0) AS queriedDimensions,
          coalesce(sum(queue_operations), 0) AS queueOperations FROM day_use`,
      )
      .first<Pick<Used, "neurons" | "queriedDimensions" | "queueOperations">>();
    if (row === null) throw new Error("The day's use was not read");
    return { ...row, rowsRead: rows.read, rowsWritten: rows.written, requests };
  };
  /** Vectors that are not visible yet, asked of the database itself: no client that pushes asks for them. */
  const lacking = () =>
    opened.database
      .prepare("SELECT count(*) AS n FROM chunks WHERE vector_state IN ('pending', 'failed', 'embedded')")
      .first<number>("n");
  return { isolate, deliver, used, lacking, clock };
}

type Account = Awaited<ReturnType<typeof openAccount>>;

/** What work used that is done so many times. */
async function measured({ used }: Account, times: number, work: () => Promise<unknown>): Promise<Measured> {
  const before = await used();
  await work();
  const after = await used();
  const difference = Object.entries(after).map(([name, amount]) => [
    name,
    amount - before[name as keyof Used],
  ]);
  return { times, ...(Object.fromEntries(difference) as Used) };
}

interface Place {
  readonly account: Account;
  readonly client: TestClient;
  readonly token: string;
}

const chunksOf = async ({ client, token }: Place): Promise<number> =>
  (await client.call("GET", "/v1/status", { token })).body.chunks;

/** Until every vector is there and visible. */
async function untilVisible({ account, client }: Place): Promise<void> {
  await account.deliver(client);
  for (let sweeps = 0; sweeps < MAX_SWEEPS; sweeps++) {
    if ((await account.lacking()) === 0) return;
    account.clock.advance(STEP_MS);
    await client.sweep();
    await account.deliver(client);
  }
  throw new Error("The vectors did not become visible");
}

type Texts = readonly (readonly [path: string, text: string])[];

/** A push as the command line makes it: a manifest of the whole folder, then the documents that the server lacks. */
async function push(place: Place, folder: Texts): Promise<void> {
  const { client, token, account } = place;
  const call = async (path: string, body: object) => {
    const answer = await client.call("POST", `/v1/roots/texts/${path}`, { token, body });
    if (answer.status !== 200) throw new Error(`A push failed: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const files = await Promise.all(
    folder.map(async ([path, text]) => ({ path, text, hash: await shortHash(text), mtime: MTIME })),
  );
  const listed = files.map(({ path, hash, text, mtime }) => [path, hash, text.length, mtime]);
  const { missing } = await call("manifest", { origin: ORIGIN, files: listed });
  const wanted = files.filter(({ path }) => missing.includes(path));
  for (let at = 0; at < wanted.length; at += BATCH)
    await call("documents", { origin: ORIGIN, documents: wanted.slice(at, at + BATCH) });
  await account.deliver(client);
  await untilVisible(place);
}

/** A few words in a row of a document, each query another. */
function queryOf(index: number, documents: number): string {
  const words = textOf(index % documents, 1).match(/[a-z]{3,}/g) ?? [];
  const from = 20 + Math.floor(index / documents) * QUERY_WORDS + (index % 50);
  return words.slice(from, from + QUERY_WORDS).join(" ");
}

/** Asks each query once, some at the same time, each isolate one after another. */
async function searches(
  { token }: Place,
  isolates: readonly TestClient[],
  queries: readonly string[],
  more: Record<string, unknown> = {},
): Promise<void> {
  const asked = isolates.map(async (client, own) => {
    for (const query of queries.filter((_, at) => at % isolates.length === own)) {
      const { status, body } = await client.search(token, query, more);
      if (status !== 200 || body.degraded.length > 0)
        throw new Error(`A search failed: ${JSON.stringify(body)}`);
    }
  });
  await Promise.all(asked);
}

const generated = (documents: number, revision: number): Texts =>
  Array.from({ length: documents }, (_, index) => [pathOf(index), textOf(index, revision)]);

/** This repository's documentation: prose and code that names things. */
const ownDocumentation = (root: string): Texts =>
  readdirSync(join(root, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => [name, readFileSync(join(root, "docs", name), "utf8")]);

interface MeasureOptions {
  readonly root: string;
  readonly documents: number;
  readonly searches: number;
  readonly say: (line: string) => void;
}

/** All of it, on databases of its own. */
export async function measureAll(options: MeasureOptions): Promise<Measurements> {
  try {
    return { ...(await measureWork(options)), rowsPerChunk: await measureRows(options) };
  } finally {
    await closeQuickDatabases();
  }
}

async function openPlace(): Promise<Place> {
  const account = await openAccount();
  const client = account.isolate();
  return { account, client, token: await client.workspace("default") };
}

async function measureWork({
  documents,
  searches: asked,
  say,
}: MeasureOptions): Promise<Omit<Measurements, "rowsPerChunk">> {
  const place = await openPlace();
  const { account, client } = place;
  const folder = generated(documents, 1);
  const times = <Work>(count: number, work: () => Promise<Work>) => measured(account, count, work);

  say(`pushing ${documents} documents`);
  const pushed = await times(documents, () => push(place, folder));
  const chunks = await chunksOf(place);
  say(`changing ${CHANGED} of them, and searching ${asked} times, twice`);
  const change = await times(CHANGED, async () => {
    for (let changed = 1; changed <= CHANGED; changed++)
      await push(place, [...generated(changed, 2), ...folder.slice(changed)]);
  });
  const isolates = Array.from({ length: ISOLATES }, account.isolate);
  const queries = Array.from({ length: asked }, (_, index) => queryOf(index, documents));
  const search = await times(asked, () => searches(place, isolates, queries));
  const repeated = await times(asked, () => searches(place, isolates, queries));
  const some = queries.slice(0, KEYWORD_SEARCHES);
  const keyword = await times(some.length, () => searches(place, isolates, some, { profile: "keyword" }));
  account.clock.advance(HOUR_MS);
  const cleaned = await times(asked, client.sweep);
  const idleRun = await times(1, client.sweep);
  const dailyRun = await times(DAILY_ROUNDS, async () => {
    for (let round = 0; round < DAILY_ROUNDS; round++) {
      await client.daily();
      await account.deliver(client);
    }
  });
  const { databaseBytes } = (await client.call("GET", "/v1/deployment", { token: await client.owner() }))
    .body;
  return {
    ...{ documents, chunks, databaseBytes, push: pushed, change, search, repeated, keyword, cleaned },
    ...{ dailyRun, idleRun },
  };
}

/** Rows that a push writes for a chunk, with and without names in its text. */
async function measureRows({ root }: MeasureOptions): Promise<Measurements["rowsPerChunk"]> {
  const rowsOf = async (texts: Texts): Promise<number> => {
    const place = await openPlace();
    const { rowsWritten } = await measured(place.account, texts.length, () => push(place, texts));
    return rowsWritten / (await chunksOf(place));
  };
  return { plain: await rowsOf(generated(BATCH, 1)), withNames: await rowsOf(ownDocumentation(root)) };
}
