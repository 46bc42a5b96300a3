import { Agent, request } from "node:http";
import { text as textOf } from "node:stream/consumers";
import { Miniflare } from "miniflare";
import { refuseAnswer, refuseStatement } from "../account/statement-refusals.ts";
import { migrate, type TestDatabase } from "./database.ts";
import { type DatabaseFiles, databaseFiles } from "./database-files.ts";

// The stubs of `getD1Database` ask workerd for every prepare and every bind: a batch of twelve statements is two dozen
// round trips. Here a batch is one, to a Worker beside the same real D1, past Miniflare's own front door.

const WORKER = `export default {
  async fetch(request, env) {
    const { name, start, statements, isRaw } = await request.json();
    const session = env[name].withSession(start);
    const prepared = statements.map(({ sql, params }) => session.prepare(sql).bind(...params));
    try {
      const answers = isRaw ? await prepared[0].raw() : await session.batch(prepared);
      return Response.json({ answers, bookmark: session.getBookmark() });
    } catch (error) {
      return Response.json({ message: error.message, cause: error.cause?.message });
    }
  },
};`;

interface Bound {
  readonly sql: string;
  readonly params: readonly unknown[];
}

type Answer = { readonly answers: unknown; readonly bookmark: string | null } | Failure;

interface Failure {
  readonly message: string;
  readonly cause?: string;
}

type Ask = (question: { statements: readonly Bound[]; isRaw?: boolean }) => Promise<unknown>;

/** Databases of one workerd: starting another takes as long as a dozen tests. */
const DATABASES = 48;

/** Migrated once a runtime, for the others to begin as: the migrations take far longer than a copy of the file. */
const MIGRATED = "DB_MIGRATED";

const idOf = (name: string): string => `test-${name}`;

interface Runtime {
  readonly miniflare: Miniflare;
  readonly files: DatabaseFiles;
  /** Fulfilled once the migrated one is kept. */
  migrated?: Promise<void>;
  /** Where its Worker is listened at. */
  readonly url: Promise<URL>;
  /** Databases that have been given out. */
  used: number;
  /** Those that are still in use. */
  open: number;
}

let runtime: Runtime | undefined;

function startRuntime(): Runtime {
  const names = [MIGRATED, ...Array.from({ length: DATABASES }, (_, at) => `DB${at}`)];
  const env = Object.fromEntries(names.map((name) => [name, { type: "d1" as const, id: idOf(name) }]));
  const files = databaseFiles();
  const miniflare = new Miniflare({
    cf: false,
    telemetry: { enabled: false },
    enableDevRegistry: false,
    resourcePersistencePath: files.folder,
    workers: [
      {
        dev: { unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }] },
        config: {
          name: "database",
          compatibilityDate: "2026-11-01",
          manifest: { mainModule: "main.js", modules: { "main.js": { type: "esm", contents: WORKER } } },
          env,
        },
      },
    ],
  });
  return { miniflare, files, url: miniflare.unsafeGetDirectURL("database"), used: 0, open: 0 };
}

async function stop({ miniflare, files }: Runtime): Promise<void> {
  await miniflare.dispose();
  files.remove();
}

async function keepMigrated({ url, files }: Runtime): Promise<void> {
  await migrate(databaseOver(await url, MIGRATED, { isOver: false }));
  files.keep(idOf(MIGRATED));
}

/**
 * A real, empty D1 on workerd, with every migration or none, at a round trip a batch; it refuses what D1 refuses. The
 * test files that one process runs share its workerd, and never a database.
 */
export async function openQuickDatabase({ isMigrated = true } = {}): Promise<TestDatabase> {
  if (runtime === undefined || runtime.used === DATABASES) runtime = startRuntime();
  const mine = runtime;
  const name = `DB${mine.used}`;
  mine.used += 1;
  mine.open += 1;
  const use = { isOver: false };
  if (isMigrated) {
    mine.migrated ??= keepMigrated(mine);
    await mine.migrated;
    mine.files.restore(idOf(name));
  }
  const database = databaseOver(await mine.url, name, use);
  return {
    database,
    async dispose() {
      use.isOver = true;
      mine.open -= 1;
      if (mine.open === 0 && mine.used === DATABASES) await stop(mine);
    },
  };
}

/** Ends the shared workerd, which would keep the process alive: for scripts, since a test runner ends its processes itself. */
export async function closeQuickDatabases(): Promise<void> {
  if (runtime !== undefined) await stop(runtime);
  runtime = undefined;
}

const KEPT_ALIVE = new Agent({ keepAlive: true });

/** A kept connection that workerd has closed meanwhile took nothing: it is sent again on another one, as Node advises. */
const post = (url: URL, body: string): Promise<string> =>
  new Promise((answered, failed) => {
    const sent = request(url, { agent: KEPT_ALIVE, method: "POST" }, (response) =>
      textOf(response).then(answered, failed),
    );
    sent.on("error", (error: NodeJS.ErrnoException) => {
      const isStale = sent.reusedSocket && error.code === "ECONNRESET";
      if (isStale) post(url, body).then(answered, failed);
      else failed(error);
    });
    sent.end(body);
  });

/** Never answered: what a test's Worker still asks after the test is over, as the platform stops an isolate's work. */
const UNANSWERED = new Promise<never>(() => undefined);

function databaseOver(url: URL, name: string, use: { readonly isOver: boolean }): D1Database {
  const withSession = (start = "first-unconstrained") => {
    let bookmark: string | null = null;
    const ask: Ask = async (question) => {
      const body = JSON.stringify({ ...question, name, start: bookmark ?? start });
      question.statements.forEach(refuseStatement);
      const text = await (use.isOver ? UNANSWERED : post(url, body)).catch((error: unknown) => {
        if (use.isOver) return UNANSWERED;
        throw error;
      });
      const answer = JSON.parse(text) as Answer;
      if ("message" in answer)
        throw new Error(answer.message, answer.cause ? { cause: new Error(answer.cause) } : {});
      bookmark = answer.bookmark;
      if (question.isRaw !== true) refuseAnswer(text, answer.answers);
      return answer.answers;
    };
    const batch = (statements: readonly Bound[]) =>
      ask({ statements: statements.map(({ sql, params }) => ({ sql, params })) });
    return {
      prepare: (sql: string) => statement(ask, { sql, params: [] }),
      batch,
      getBookmark: () => bookmark,
    };
  };
  return { ...withSession(), withSession } as unknown as D1Database;
}

function statement(ask: Ask, bound: Bound): Bound & Record<string, unknown> {
  const all = async () => ((await ask({ statements: [bound] })) as D1Result[])[0];
  return {
    ...bound,
    bind(...params: unknown[]) {
      // JSON would make null of it, which D1 does not.
      if (params.includes(undefined)) throw new Error("D1_TYPE_ERROR: Type 'undefined' not supported");
      return statement(ask, { sql: bound.sql, params });
    },
    all,
    run: all,
    raw: () => ask({ statements: [bound], isRaw: true }),
    async first(column?: string) {
      const row = (await all())?.results[0] as Record<string, unknown> | undefined;
      return (column === undefined ? row : row?.[column]) ?? null;
    },
  };
}
