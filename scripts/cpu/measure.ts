import { percentile } from "../../src/cli/commands/eval/statistics/metrics.ts";
import { type BatchLimits, planBatches } from "../../src/client/push/plan-batches.ts";
import { shortHash } from "../../src/text/hash.ts";
import { ORIGIN } from "../../test/support/client.ts";
import type { BenchDocument } from "../bench/corpus.ts";

/** CPU of requests of one kind, milliseconds: JavaScript, its JSON, and the collector of its garbage. */
export interface Cpu {
  readonly name: string;
  readonly requests: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
}

/** One request and all that it leaves for later. */
export type Work = () => Promise<unknown>;

const MICROSECONDS = 1_000;

/** Of this thread alone, as a Worker's isolate is billed: Node has threads of its own for cryptography and compiling. */
async function cpuOf(work: Work): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / MICROSECONDS;
}

export async function measured(name: string, works: readonly Work[]): Promise<Cpu> {
  const spent: number[] = [];
  for (const work of works) spent.push(await cpuOf(work));
  return { name, requests: works.length, p50Ms: percentile(spent, 0.5), p95Ms: percentile(spent, 0.95) };
}

/** Sends a request and awaits all that it leaves for later; says when it was answered. Throws for an answer that is no success. */
export type Post = (path: string, body: unknown) => Promise<{ readonly answeredMs: number }>;

interface Fetching<Env> {
  fetch(request: Request, env: Env, context: ExecutionContext): Promise<Response>;
}

/** The handlers of an isolate, called with a token as the platform calls them. */
export const poster =
  <Env>(handlers: Fetching<Env>, env: Env, token: string): Post =>
  async (path, body) => {
    const later: Promise<unknown>[] = [];
    const waitUntil = (work: Promise<unknown>) => later.push(work);
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const request = new Request(`https://recall.test${path}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    const startedMs = performance.now();
    const response = await handlers.fetch(request, env, { waitUntil } as unknown as ExecutionContext);
    const text = await response.text();
    const answeredMs = performance.now() - startedMs;
    await Promise.all(later);
    if (!response.ok) throw new Error(text);
    return { answeredMs };
  };

/** Searches that each ask something else. */
export const searches = (
  post: Post,
  queries: readonly string[],
  more: Record<string, unknown>,
): readonly Work[] => queries.map((query) => () => post("/v1/search", { query, ...more }));

const MTIME = 1_760_000_000_000;

/** The upload requests of a push, as its client cuts them. */
export async function uploads(
  post: Post,
  documents: readonly BenchDocument[],
  limits: BatchLimits,
): Promise<readonly Work[]> {
  const sized = documents.map((document) => ({ ...document, bytes: Buffer.byteLength(document.text) }));
  return Promise.all(
    planBatches(sized, limits).map(async (unit) => {
      const sent = await Promise.all(
        unit.map(async ({ path, text }) => ({ path, text, hash: await shortHash(text), mtime: MTIME })),
      );
      const body = { origin: ORIGIN, documents: sent };
      return () => post("/v1/roots/trial/documents", body);
    }),
  );
}
