import type { Env, IndexMessage } from "../../src/env.ts";
import { mintToken, newTokenId } from "../../src/http/token.ts";
import { shortHash } from "../../src/text/hash.ts";

export const SECRET = "a secret for tests only, long enough";

export const ORIGIN = "0".repeat(32);

interface Handlers {
  fetch(request: Request, env: Env, context: ExecutionContext): Response | Promise<Response>;
  queue(batch: { messages: { body: IndexMessage }[] }, env: Env): Promise<void>;
  scheduled(controller: unknown, env: Env): Promise<void>;
}

/** A Worker's handlers called as the platform calls them, with everything they left for later awaited. */
export function createClient(worker: Handlers, env: Env) {
  let bookmark: string | undefined;
  let onAnswer = () => {};
  const call = async (
    method: string,
    path: string,
    options: { token?: string; body?: unknown; headers?: Record<string, string> } = {},
  ) => {
    const later: Promise<unknown>[] = [];
    const context = {
      waitUntil: (work: Promise<unknown>) => later.push(work),
      passThroughOnException: () => undefined,
      props: {},
    };
    const headers = {
      ...(options.token && { authorization: `Bearer ${options.token}` }),
      ...(options.body !== undefined && { "content-type": "application/json" }),
      ...(bookmark && { "x-recall-bookmark": bookmark }),
      ...options.headers,
    };
    const body = options.body === undefined ? null : JSON.stringify(options.body);
    const request = new Request(`https://recall.test${path}`, { method, headers, body });
    const response = await worker.fetch(request, env, context as unknown as ExecutionContext);
    onAnswer();
    bookmark = response.headers.get("x-recall-bookmark") ?? bookmark;
    const text = await response.text();
    await Promise.all(later);
    return { status: response.status, headers: response.headers, body: JSON.parse(text) };
  };
  return {
    call,
    /** Called with each answer, before the work that was left for later begins. */
    watch(observe: () => void) {
      onAnswer = observe;
    },
    /** Runs the cron handler once. */
    sweep: () => worker.scheduled({ cron: "*/5 * * * *" }, env),
    owner: () => mintToken(SECRET, { id: newTokenId(), workspace: null, scope: "owner", expiresAt: null }),
    /** A new workspace and a token of a scope for it. */
    async workspace(slug: string, scope = "admin"): Promise<string> {
      const token = await this.owner();
      await call("POST", "/v1/workspaces", { token, body: { slug } });
      return (await call("POST", "/v1/tokens", { token, body: { scope, workspace: slug } })).body.token;
    },
    async upload(token: string, files: Readonly<Record<string, string>>, root = "notes") {
      const documents = await Promise.all(
        Object.entries(files).map(async ([path, text]) => ({
          path,
          text,
          hash: await shortHash(text),
          mtime: 1_760_000_000_000,
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
  SIGNING_SECRET: SECRET,
  ...more,
});
