import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mean, percentile } from "../../src/cli/commands/eval/statistics/metrics.ts";
import { listProcesses } from "../../src/cli/local/runtime-process.ts";
import { answerOf } from "../../src/client/client.ts";
import type { TypedClient } from "../../src/client/typed-client.ts";
import type { RecallClient } from "../../src/cli/session/recall-client.ts";
import type { ProfileName } from "../../src/search/contract/constants.ts";

export interface Timing {
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly meanMs: number;
  /** CPU of the process that did the work, per search, user and system; undefined where it cannot be read. */
  readonly cpuMs: number | undefined;
}

export interface SearchMeasure extends Timing {
  readonly rowsMean: number;
  readonly rowsMax: number;
  readonly hopsMax: number;
  /** Answers that lacked something. */
  readonly degraded: number;
}

/** Fields of /proc/<pid>/stat after the name: CPU in user and in system mode, clock ticks (man 5 proc). */
const USER_TIME = 11;
const SYSTEM_TIME = 12;
const MS_PER_SECOND = 1_000;

/** The runtime this process has started; the newest of several. */
export function runtimePid(): number | undefined {
  const own = listProcesses().filter(({ parent, name }) => parent === process.pid && name === "workerd");
  return own.at(-1)?.pid;
}

function ticksPerSecond(): number {
  return Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));
}

/** CPU that a process has used so far, milliseconds; undefined but on Linux. Steps of one tick, mostly 10 ms. */
export function cpuOf(pid: number | undefined): number | undefined {
  if (process.platform !== "linux" || pid === undefined) return undefined;
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const ticks = Number(fields[USER_TIME]) + Number(fields[SYSTEM_TIME]);
  return (ticks / ticksPerSecond()) * MS_PER_SECOND;
}

/** Asks every query once, one at a time, and never again: no answer is repeated from a cache. */
export async function measureSearches(
  client: Pick<RecallClient, "search">,
  queries: readonly string[],
  { profile, pid, limit = 10 }: { profile: ProfileName; pid: number | undefined; limit?: number },
): Promise<SearchMeasure> {
  const before = cpuOf(pid);
  const latencies: number[] = [];
  const rows: number[] = [];
  const hops: number[] = [];
  let degraded = 0;
  for (const query of queries) {
    const startedMs = performance.now();
    const answer = await client.search({ query, profile, limit });
    latencies.push(performance.now() - startedMs);
    rows.push(answer.use.rowsRead);
    hops.push(answer.timings.hops);
    if (answer.degraded.length > 0) degraded++;
  }
  const after = cpuOf(pid);
  return {
    p50Ms: percentile(latencies, 0.5),
    p95Ms: percentile(latencies, 0.95),
    meanMs: mean(latencies),
    cpuMs: before === undefined || after === undefined ? undefined : (after - before) / queries.length,
    rowsMean: mean(rows),
    rowsMax: Math.max(...rows),
    hopsMax: Math.max(...hops),
    degraded,
  };
}

/** Searches of one request; the API takes no more. */
const AT_ONCE = 20;
/** Requests of each kind, by turns. */
const ROUNDS = 12;
/** Behind a query, so that none is ever asked twice. */
const SALTS =
  "amber birch cedar delta ember fjord grove heron inlet jetty knoll larch maple north ochre petal quartz reed";

export interface TogetherMeasure {
  readonly oneMs: number;
  readonly twentyMs: number;
}

/** The time of one search and of twenty in one request, medians of requests by turns; no query is asked twice. */
export async function measureTogether(
  client: TypedClient,
  queries: readonly string[],
  profile: ProfileName,
): Promise<TogetherMeasure> {
  const salts = SALTS.split(" ");
  let asked = 0;
  const next = () => {
    const salt = salts[Math.floor(asked / queries.length) % salts.length];
    return { query: `${queries[asked++ % queries.length]} ${salt}`, profile, limit: 10, log: false };
  };
  const timed = async (count: number): Promise<number> => {
    const searches = Array.from({ length: count }, next);
    const startedMs = performance.now();
    const { results } = await answerOf(client.v1.searches.$post({ json: { searches } }));
    const wrong = results.find(({ status }) => status !== "answered");
    if (wrong !== undefined) throw new Error(`a search failed: ${JSON.stringify(wrong)}`);
    return performance.now() - startedMs;
  };
  await timed(AT_ONCE);
  const [one, twenty]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    one.push(await timed(1));
    twenty.push(await timed(AT_ONCE));
  }
  return { oneMs: percentile(one, 0.5), twentyMs: percentile(twenty, 0.5) };
}

/** Most hops of queries asked the first time, with their models' answers cached, and word for word again. */
export async function measureHops(
  client: Pick<RecallClient, "search">,
  queries: readonly string[],
): Promise<{ readonly cold: number; readonly warm: number; readonly repeated: number }> {
  const hops = { cold: 0, warm: 0, repeated: 0 };
  const ask = async (query: string, limit: number) =>
    (await client.search({ query, profile: "edge", limit })).timings.hops;
  for (const query of queries) {
    hops.cold = Math.max(hops.cold, await ask(query, 5));
    hops.warm = Math.max(hops.warm, await ask(query, 7));
    hops.repeated = Math.max(hops.repeated, await ask(query, 7));
  }
  return hops;
}
