import type { Env, IndexMessage } from "../../src/env.ts";
import { shortHash } from "../../src/text/hash.ts";
import { mintProof } from "../../src/workspaces/token.ts";
import { type Account, inAccount } from "./account/account.ts";
import { checkAnswer } from "./check-answer.ts";

export const SECRET = "a secret for tests only, long enough";

export const ORIGIN = "0".repeat(32);

/** Times of a run that is neither hourly nor daily, and of one of each. */
export const ROUNDS = {
  sweep: Date.UTC(2026, 10, 20, 12, 0),
  hourly: Date.UTC(2026, 10, 20, 12, 15),
  daily: Date.UTC(2026, 10, 20, 3, 40),
} as const;

const MTIME = 1_760_000_000_000;

interface Handlers {
  fetch(request: Request, env: Env, context: ExecutionContext): Response | Promise<Response>;
  queue(batch: { messages: { body: IndexMessage }[] }, env: Env): Promise<void>;
  scheduled(controller: unknown, env: Env): Promise<void>;
}

interface CallOptions {
  readonly token?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** A server on one's own machine answers to its own names alone. */
const baseOf = ({ PLATFORM }: Env): string =>
  PLATFORM === "local" ? "http://localhost" : "https://recall.test";

/**
 * Calls `fetch` as the platform does, awaits everything left for later, and keeps the bookmark as a client does. Every
 * answer is checked against the OpenAPI document.
 */
function createCaller(worker: Handlers, env: Env, begin: () => unknown) {
  let bookmark: string | undefined;
  const state = { onAnswer: (): void => undefined };
  const raw = async (
    method: string,
    path: string,
    init: { headers: Record<string, string>; body: string | null },
  ) => {
    const later: Promise<unknown>[] = [];
    const waitUntil = (work: Promise<unknown>) => later.push(work);
    const context = { waitUntil, passThroughOnException: () => undefined, props: {} };
    const request = new Request(`${baseOf(env)}${path}`, { method, ...init });
    begin();
    const response = await worker.fetch(request, env, context as unknown as ExecutionContext);
    state.onAnswer();
    bookmark = response.headers.get("x-recall-bookmark") ?? bookmark;
    const text = await response.text();
    await Promise.all(later);
    const { status, headers } = response;
    const body = JSON.parse(text);
    checkAnswer({ method, path, status, body });
    return { status, headers, body };
  };
  const call = (method: string, path: string, { token, body, headers }: CallOptions = {}) =>
    raw(method, path, {
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(bookmark !== undefined && { "x-recall-bookmark": bookmark }),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
  return { raw, call, state };
}

const accounts = new WeakMap<Env, Account>();

/** The account that an environment belongs to: an isolate that is called in two ways stays one. */
function accountOf(env: Env): Account {
  const account = accounts.get(env) ?? inAccount(env);
  accounts.set(env, account);
  return account;
}

/** A Worker's handlers, called as the platform calls them, with bindings that refuse what an account of the plan refuses. */
export function createClient(
  worker: Handlers,
  given: Env,
  { env, begin }: Pick<Account, "env" | "begin"> = accountOf(given),
  now: () => number = Date.now,
) {
  const { raw, call, state } = createCaller(worker, env, begin);
  const scheduled = (scheduledTime: number) => {
    begin();
    return worker.scheduled({ scheduledTime }, env);
  };
  let first: Promise<string> | undefined;
  /** The owner's token, made as a new deployment makes it: once a client. */
  const owner = (): Promise<string> => {
    first ??= mintProof(given.SIGNING_SECRET, now()).then(async (token) => {
      const { body } = await call("POST", "/v1/tokens", { token, body: { scope: "owner" } });
      return body.token;
    });
    return first;
  };
  return {
    raw,
    call,
    owner,
    /** Called with each answer, before the work that was left for later begins. */
    watch(observe: () => void) {
      state.onAnswer = observe;
    },
    /** Runs the cron handler once. */
    sweep: () => scheduled(ROUNDS.sweep),
    /** Hands messages to the queue's consumer. */
    deliver(...bodies: IndexMessage[]) {
      begin();
      return worker.queue({ messages: bodies.map((body) => ({ body })) }, env);
    },
    /** Runs the hourly cron handler once. */
    hourly: () => scheduled(ROUNDS.hourly),
    /** Runs the daily cron handler once. */
    daily: () => scheduled(ROUNDS.daily),
    /** A new workspace and a token of a scope for it, which outlives what simulated clocks run through. */
    async workspace(slug: string, scope = "admin"): Promise<string> {
      const token = await owner();
      await call("POST", "/v1/workspaces", { token, body: { slug } });
      return (
        await call("POST", "/v1/tokens", { token, body: { scope, workspace: slug, expiresInDays: 3_650 } })
      ).body.token;
    },
    async upload(token: string, files: Readonly<Record<string, string>>, root = "notes") {
      const documents = await Promise.all(
        Object.entries(files).map(async ([path, text]) => ({
          path,
          text,
          hash: await shortHash(text),
          mtime: MTIME,
        })),
      );
      const manifest = documents.map(({ path, hash, text, mtime }) => [path, hash, text.length, mtime]);
      await call("POST", `/v1/roots/${root}/manifest`, { token, body: { origin: ORIGIN, files: manifest } });
      return call("POST", `/v1/roots/${root}/documents`, { token, body: { origin: ORIGIN, documents } });
    },
    search: (token: string, query: string, more: Record<string, unknown> = {}) =>
      call("POST", "/v1/search", { token, body: { query, ...more } }),
  };
}

export type TestClient = ReturnType<typeof createClient>;

/** An environment on a real database, with a queue that only remembers. */
export const testEnv = (database: D1Database, more: Partial<Env> = {}): Env => ({
  DB: database,
  INDEX_QUEUE: { send: async () => ({ metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } }) },
  PLATFORM: "local",
  LISTENS_AT: "127.0.0.1:8787",
  SIGNING_SECRET: SECRET,
  ...more,
});
