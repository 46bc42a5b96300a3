import { setTimeout as delay } from "node:timers/promises";
import { newOrigin, pushTexts } from "../../src/cli/commands/eval/push-texts.ts";
import { percentile } from "../../src/cli/commands/eval/statistics/metrics.ts";
import { untilIndexed } from "../../src/cli/commands/eval/with-server.ts";
import type { RecallClient } from "../../src/cli/session/recall-client.ts";
import { watchVictim } from "../attack/watched-victim.ts";
import { runtimePid } from "../bench/measure.ts";
import { waitedSince } from "../bench/waiting.ts";
import { adminClient, newWorkspace, tokenFor } from "../bench/workspaces.ts";
import type { GrowingTexts } from "./texts.ts";

const QUIET = { signal: new AbortController().signal, onProgress: () => undefined };
/** Passages that the other tenant searches. */
const SEARCHED = 5_000;
/** Between the begins of two searches, milliseconds. */
const PACE_MS = 150;
/** How long it searches with nothing beside it, milliseconds. */
const ALONE_MS = 20_000;
const POLL_MS = 2_000;
/** The first search of a stretch asks for so many hits, that of the next for one more: no answer is a kept one. */
const FIRST_LIMIT = 5;

/** How one tenant's searches went for a while. */
interface Stretch {
  readonly searches: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly mostMs: number;
  /** Share of the time that the server wanted to compute in which it waited for a core. */
  readonly waited: number;
}

/** A push by one tenant, and the other's searches just before and meanwhile. */
export interface BesideStretch {
  readonly alone: Stretch;
  readonly beside: Stretch;
  readonly passages: number;
  readonly pushSeconds: number;
}

/** What one tenant's pushes cost another's searches. */
export interface BesideReport {
  readonly stretches: readonly BesideStretch[];
  readonly passages: number;
  /** Medians of the stretches: meanwhile through before. */
  readonly p50Ratio: number;
  readonly p95Ratio: number;
}

interface Tenants {
  readonly url: string;
  readonly searcherToken: string;
  readonly pusher: RecallClient;
  /** For what a re-index has done. */
  readonly admin: RecallClient;
  readonly texts: GrowingTexts;
}

async function tenants(server: { readonly url: string; readonly secret: string }, texts: GrowingTexts) {
  const { url, secret } = server;
  const searcher = await newWorkspace(url, secret, "searcher");
  await pushTexts(searcher, [...texts.next(SEARCHED)], QUIET);
  await untilIndexed(searcher, QUIET.signal, QUIET.onProgress);
  const pusher = await newWorkspace(url, secret, "pusher");
  const [searcherToken, admin] = [
    await tokenFor(url, secret, "searcher"),
    await adminClient(url, secret, "pusher"),
  ];
  return { url, searcherToken, pusher, admin, texts };
}

/** Searches at a steady pace, in a process of its own, while something else is done. */
async function searching(
  { url, searcherToken: token, texts }: Tenants,
  limit: number,
  meanwhile: () => Promise<unknown>,
): Promise<Stretch> {
  const waited = waitedSince(runtimePid());
  const order = { url, token, name: "searcher", from: 0, paceMs: PACE_MS };
  const watched = watchVictim({ ...order, only: { queries: texts.queries, limit } });
  await meanwhile();
  const {
    times: { search },
    problems,
  } = await watched.end();
  if (problems.length > 0) throw new Error(`the other tenant was answered ${problems.join(", ")}`);
  if (search.length > texts.queries.length)
    console.error("growth: some searches were asked twice: more --queries");
  return {
    ...{ searches: search.length, waited: waited() },
    ...{ p50Ms: percentile(search, 0.5), p95Ms: percentile(search, 0.95), mostMs: Math.max(...search) },
  };
}

/** Until nothing is left to do for the tenant that pushes; vectors that nobody looks at any more wait for cron, minutes later. */
async function untilQuiet({ pusher, admin }: Tenants): Promise<void> {
  await untilIndexed(pusher, QUIET.signal, QUIET.onProgress);
  const isUnderWay = async () => (await admin.status()).reindex.some(({ kind }) => kind !== "old_vectors");
  while (await isUnderWay()) await delay(POLL_MS);
}

/** What is searched just before, then the push, with all that was pushed before to be indexed anew beside it. */
async function stretch(tenants: Tenants, at: number, passages: number): Promise<BesideStretch> {
  const { pusher, admin, texts } = tenants;
  const documents = [...texts.next(passages)];
  const alone = await searching(tenants, FIRST_LIMIT + 2 * at, () => delay(ALONE_MS));
  const { chunks: before } = await pusher.status();
  let pushSeconds = 0;
  const beside = await searching(tenants, FIRST_LIMIT + 2 * at + 1, async () => {
    const begunMs = performance.now();
    await admin.reindex({ failed: false, all: true });
    await pushTexts(pusher, documents, QUIET, { root: "growing", origin: ORIGIN });
    pushSeconds = (performance.now() - begunMs) / 1_000;
  });
  const { chunks } = await pusher.status();
  return { alone, beside, passages: chunks - before, pushSeconds };
}

const ORIGIN = newOrigin();

/**
 * Two tenants of one server: one pushes without pause, its index due to be made anew at the same time, the other searches
 * at a steady pace. Each stretch is compared with the same searches just before it.
 */
export async function measureBeside(
  server: { readonly url: string; readonly secret: string },
  texts: GrowingTexts,
  { passages, stretches: count }: { readonly passages: number; readonly stretches: number },
  say: (line: string) => void,
): Promise<BesideReport> {
  const both = await tenants(server, texts);
  await searching(both, FIRST_LIMIT - 1, () => delay(ALONE_MS));
  const stretches: BesideStretch[] = [];
  for (let at = 0; at < count; at++) {
    if (at > 0) await untilQuiet(both);
    const done = await stretch(both, at, Math.ceil(passages / count));
    stretches.push(done);
    const [before, meanwhile] = [done.alone, done.beside].map(
      ({ p50Ms, p95Ms }) => `${p50Ms.toFixed(1)} / ${p95Ms.toFixed(1)} ms`,
    );
    say(`stretch ${at + 1} of ${count}, p50 / p95: ${before}, beside the push ${meanwhile}`);
  }
  const ratio = (of: (one: Stretch) => number): number =>
    percentile(
      stretches.map(({ alone, beside }) => of(beside) / of(alone)),
      0.5,
    );
  return {
    stretches,
    passages: stretches.reduce((sum, { passages: some }) => sum + some, 0),
    p50Ratio: ratio(({ p50Ms }) => p50Ms),
    p95Ratio: ratio(({ p95Ms }) => p95Ms),
  };
}
