import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer } from "../../src/cli/local/start-server.ts";
import type { BenchCorpus } from "./corpus.ts";
import { measureFloor } from "../judge/floor.ts";
import {
  cpuOf,
  measureHops,
  measureSearches,
  measureTogether,
  runtimePid,
  type SearchMeasure,
  type TogetherMeasure,
  type Timing,
} from "./measure.ts";
import { startModelsServer } from "./models-server.ts";
import { type Indexed, index, pushAgain, typedClientFor, type UnchangedPush } from "./workspaces.ts";

export interface BenchOptions {
  readonly root: string;
  readonly say: (line: string) => void;
}

/** Everything measured on embedded parts. */
export interface EmbeddedPhase {
  readonly indexed: Omit<Indexed, "client">;
  readonly indexCpuMs: number | undefined;
  readonly keyword: SearchMeasure;
  readonly floor: Timing;
  readonly edge: SearchMeasure;
  readonly again: UnchangedPush;
  /** The queries a second time, when the isolate knows the vocabulary of the letters they misspell. */
  readonly keywordWarm: SearchMeasure;
  /** The same with another workspace of the same size in the database. */
  readonly beside: SearchMeasure;
  readonly besideEdge: SearchMeasure;
}

/** The default profile with models that answer late. */
export interface ModelsPhase {
  readonly indexed: Omit<Indexed, "client">;
  readonly edge: SearchMeasure;
  readonly together: TogetherMeasure;
  readonly hops: { readonly cold: number; readonly warm: number; readonly repeated: number };
}

/** Queries for the caches' hops; they are not among those that are timed. */
const HOP_QUERIES = 20;
/** Queries that only warm the isolate up. */
const WARM_UP = 20;

const newSecret = (): string => randomBytes(32).toString("base64url");

async function withHome<T>(work: (home: string) => Promise<T>): Promise<T> {
  const home = mkdtempSync(join(tmpdir(), "recall-bench-"));
  try {
    return await work(home);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

const withoutClient = ({ client: _, ...rest }: Indexed): Omit<Indexed, "client"> => rest;

/** Queries that are no query of the measured ones, so that nothing measured is repeated. */
const warmUps = (queries: readonly string[]): readonly string[] =>
  queries.slice(0, WARM_UP).map((query, at) => `${query} ${queries.at(-1 - at) ?? ""}`);

/** Indexes and searches on the local server, and the same SQL in this process. */
export function measureEmbedded(corpus: BenchCorpus, { root, say }: BenchOptions): Promise<EmbeddedPhase> {
  const { documents, queries } = corpus;
  return withHome(async (home) => {
    const secret = newSecret();
    const server = await startServer({ root, home, port: 0, secret });
    const pid = runtimePid();
    try {
      say(`indexing ${documents.length} documents`);
      const cpuBefore = cpuOf(pid);
      const indexed = await index({ ...server, secret, slug: "one" }, documents);
      const cpuAfter = cpuOf(pid);
      const { client } = indexed;
      await measureSearches(client, warmUps(queries), { profile: "edge", pid });
      say("searching, and the same SQL in this process");
      const keyword = await measureSearches(client, queries, { profile: "keyword", pid });
      const floor = await measureFloor(home, queries, 1);
      const edge = await measureSearches(client, queries, { profile: "edge", pid });
      // Another limit each time, or the answers would come from the cache.
      const keywordWarm = await measureSearches(client, queries, { profile: "keyword", pid, limit: 11 });
      const again = await pushAgain(client, documents);
      say("indexing another workspace beside it");
      await index({ ...server, secret, slug: "two" }, documents);
      const beside = await measureSearches(client, queries, { profile: "keyword", pid, limit: 12 });
      const besideEdge = await measureSearches(client, queries, { profile: "edge", pid, limit: 11 });
      return {
        indexed: withoutClient(indexed),
        indexCpuMs: cpuBefore === undefined || cpuAfter === undefined ? undefined : cpuAfter - cpuBefore,
        ...{ keyword, floor, edge, keywordWarm, again, beside, besideEdge },
      };
    } finally {
      await server.stop();
    }
  });
}

/** Searches the deployed Worker with stand-ins for its models. */
export function measureModels(corpus: BenchCorpus, { root, say }: BenchOptions): Promise<ModelsPhase> {
  const { documents, queries } = corpus;
  return withHome(async (home) => {
    const secret = newSecret();
    const server = await startModelsServer(root, home, secret);
    try {
      say("indexing again with models that answer after 40, 60 and 120 ms");
      // The index shows everything at once, but only a sweep notices.
      const indexed = await index({ ...server, secret, slug: "one" }, documents, server.sweep);
      const { client } = indexed;
      const pid = runtimePid();
      say("searching with them");
      const hops = await measureHops(client, warmUps(queries).slice(0, HOP_QUERIES));
      const edge = await measureSearches(client, queries, { profile: "edge", pid });
      const typed = await typedClientFor(server.url, secret, "one");
      const together = await measureTogether(typed, queries, "edge");
      return { indexed: withoutClient(indexed), edge, hops, together };
    } finally {
      await server.stop();
    }
  });
}
