import { statSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { newOrigin, pushTexts } from "../../src/cli/commands/eval/push-texts.ts";
import { percentile } from "../../src/cli/commands/eval/statistics/metrics.ts";
import { untilIndexed } from "../../src/cli/commands/eval/with-server.ts";
import type { RecallClient } from "../../src/cli/session/recall-client.ts";
import type { BenchDocument } from "../bench/corpus.ts";
import { databaseFile, measureFloor } from "../judge/floor.ts";
import { measureSearches, runtimePid, type SearchMeasure, type Timing } from "../bench/measure.ts";
import { packageRoot } from "../../src/cli/local/load-runtime.ts";
import { loggedRequests } from "../scale/phase.ts";
import { measureRoundTrip } from "./round-trip.ts";
import type { GrowingTexts } from "./texts.ts";
import { type Spent, spentBetween, usedSoFar } from "./use.ts";

const QUIET = { signal: new AbortController().signal, onProgress: () => undefined };
/** Passages of the root that is pushed and deleted beside the others. */
const ROOT_PASSAGES = 1_000;
/** The root that grows. */
const GROWING = { root: "growing", origin: newOrigin() };
const BESIDE = { root: "beside", origin: newOrigin() };
/** Pages of an audit that are measured. */
const AUDIT_PAGES = 20;
const AUDIT = "GET /v1/audit";
const POLL_MS = 100;

/** A server's home, and clients of the workspace that grows there. */
export interface Growing {
  readonly home: string;
  readonly client: RecallClient;
  /** For audits. */
  readonly admin: RecallClient;
  readonly texts: GrowingTexts;
}

/** What a workspace of one size costs. */
export interface SizeReport {
  readonly passages: number;
  readonly documents: number;
  readonly databaseBytes: number;
  readonly textBytes: number;
  /** From the size before to this one. */
  readonly added: number;
  readonly pushSeconds: number;
  /** Push and embedding. */
  readonly grown: Spent;
  readonly keyword: SearchMeasure;
  readonly edge: SearchMeasure;
  /** The SQL of the searches by keyword, in this process. */
  readonly floor: Timing;
  /** A request that asks the database for nothing, milliseconds. */
  readonly roundTripMs: number;
  /** One changed document of the root beside. */
  readonly change: Spent;
  readonly deletion: Spent & { readonly passages: number };
  readonly audit: {
    readonly pages: number;
    readonly p50Ms: number;
    readonly mostMs: number;
    readonly rowsMost: number;
  };
}

async function grow({ home, client, texts }: Growing, passages: number) {
  const { chunks: before } = await client.status();
  const started = usedSoFar(home);
  await pushTexts(client, inGroups(texts.next(passages - before)), QUIET, GROWING);
  const pushSeconds = (Date.now() - started.atMs) / 1_000;
  await untilIndexed(client, QUIET.signal, QUIET.onProgress);
  const { chunks, documents, bytes } = await client.status();
  const grown = spentBetween(started, usedSoFar(home));
  return { ...{ passages: chunks, documents, textBytes: bytes, added: chunks - before, pushSeconds, grown } };
}

/** `pushTexts` takes a list, or what comes with time. */
async function* inGroups(documents: Iterable<BenchDocument>): AsyncGenerator<BenchDocument> {
  yield* documents;
}

/** Pushes a root beside the others, changes a document of it, and deletes it until nothing of it is left. */
async function changeAndDelete({
  home,
  client,
  texts,
}: Growing): Promise<Pick<SizeReport, "change" | "deletion">> {
  const { chunks: before } = await client.status();
  const documents = [...texts.next(ROOT_PASSAGES)];
  await pushTexts(client, inGroups(documents), QUIET, BESIDE);
  await untilIndexed(client, QUIET.signal, QUIET.onProgress);
  const { chunks: beside } = await client.status();
  const begun = usedSoFar(home);
  await pushTexts(
    client,
    inGroups(documents.slice(0, 1).map((one) => ({ ...one, text: `${one.text}\nMore.\n` }))),
    QUIET,
    BESIDE,
  );
  await untilIndexed(client, QUIET.signal, QUIET.onProgress);
  const changed = usedSoFar(home);
  await client.deleteRoot(BESIDE.root, undefined);
  while ((await client.status()).chunks > before) await delay(POLL_MS);
  const passages = beside - before;
  let deleted = usedSoFar(home);
  // The run that has deleted notes its rows when it ends: a row of each passage at least.
  for (; deleted.rowsWritten < changed.rowsWritten + passages; deleted = usedSoFar(home))
    await delay(POLL_MS);
  return {
    change: spentBetween(begun, changed),
    deletion: { ...spentBetween(changed, deleted), passages },
  };
}

/** Pages of an audit as `recall doctor` asks for them. */
async function audit({ home, admin }: Growing): Promise<SizeReport["audit"]> {
  const startedAt = Date.now();
  const times: number[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < AUDIT_PAGES; page++) {
    const startedMs = performance.now();
    const { nextCursor } = await admin.audit({ full: true, ...(cursor !== undefined && { cursor }) });
    times.push(performance.now() - startedMs);
    if (nextCursor === null) break;
    cursor = nextCursor;
  }
  const logged = () => loggedRequests(home).filter(({ at, route }) => at >= startedAt && route === AUDIT);
  // A line may come after its answer.
  while (logged().length < times.length) await delay(POLL_MS);
  const rows = logged().map(({ rowsRead }) => rowsRead);
  return {
    ...{ pages: times.length, p50Ms: percentile(times, 0.5) },
    ...{ mostMs: Math.max(...times), rowsMost: Math.max(...rows) },
  };
}

/** Lets the workspace grow to so many passages, and measures what it costs then. */
export async function measureSize(
  growing: Growing,
  passages: number,
  say: (line: string) => void,
): Promise<SizeReport> {
  const { home, client, texts } = growing;
  say(`growing to ${passages} passages`);
  const grown = await grow(growing, passages);
  say(`searching ${grown.passages} passages`);
  const { queries } = texts;
  const pid = runtimePid();
  // Asked once before: what is measured reads from memory, on both sides. Another limit, or the answers would be kept ones.
  await measureSearches(client, queries, { profile: "keyword", pid, limit: 9 });
  const keyword = await measureSearches(client, queries, { profile: "keyword", pid });
  const edge = await measureSearches(client, queries, { profile: "edge", pid, limit: 11 });
  const floor = await measureFloor(home, queries, 1);
  const roundTripMs = await measureRoundTrip(packageRoot());
  say("changing and deleting");
  const changed = await changeAndDelete(growing);
  say("auditing");
  const { size: databaseBytes } = statSync(databaseFile(home));
  return {
    ...{ ...grown, databaseBytes, keyword, edge, floor, roundTripMs },
    ...{ ...changed, audit: await audit(growing) },
  };
}
