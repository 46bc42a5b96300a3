import { afterEach, beforeEach } from "vitest";
import { HOUR_MS, PLAN_LIMITS } from "../../src/config.ts";
import { heldTo } from "../../src/database/session.ts";
import type { SourceBucket } from "../../src/sources/adapter.ts";
import { ADAPTERS } from "../../src/sources/adapters/adapters.ts";
import type { SourceRequest } from "../../src/sources/contract.ts";
import { checkedSource } from "../../src/sources/new-source.ts";
import type { PullDeps } from "../../src/sources/pull/deps.ts";
import { pullDue } from "../../src/sources/pull/pull-due.ts";
import { readSource, rowOf } from "../../src/sources/sources.ts";
import { insertSource } from "../../src/sources/sql/source-store.ts";
import { type Page, webSite } from "../support/web-site.ts";
import { NOW_MS, sqlWorld } from "../support/worlds/sql-world.ts";

export { NOW_MS };

export const NO_QUOTAS = { bytes: 0, documents: 0, memories: 0, tokens: 0, modelCalls: 0 };

/** A database, servers of this machine, and sources pulled from them under a clock that the tests set. */
export function sourceWorld() {
  const world = sqlWorld();
  const { here, all, empty, newWorkspace } = world;
  const clock = { ms: NOW_MS };
  const slept: number[] = [];
  const allowedHosts = new Set<string>();
  const lastAsked = new Map<string, number>();
  const buckets: Record<string, SourceBucket> = {};
  const opened: { close(): void }[] = [];
  beforeEach(async () => {
    clock.ms = NOW_MS;
    slept.splice(0);
    lastAsked.clear();
    await empty(
      "sources",
      "source_items",
      "chunks",
      "documents",
      "outbox",
      "changes",
      "root_origins",
      "workspaces",
    );
  });
  afterEach(() => {
    for (const site of opened.splice(0)) site.close();
  });
  const site = async (pages: Record<string, Page> = {}) => {
    const made = await webSite(pages);
    opened.push(made);
    allowedHosts.add(made.host);
    return made;
  };
  const deps = (more: Partial<PullDeps> = {}): PullDeps => ({
    db: heldTo(here.db, NO_QUOTAS),
    http: {
      ...{ fetch, rules: { allowedHosts }, now: () => clock.ms, pauseMs: 1_000, timeoutMs: 2_000, lastAsked },
      sleep: async (ms) => {
        slept.push(ms);
        clock.ms += ms;
      },
    },
    ...{ buckets, adapters: ADAPTERS, identity: "fake|cls|2|1", upload: PLAN_LIMITS.paid },
    limits: { things: 20, budgetMs: 20_000, deletions: 200 },
    ...{ now: () => clock.ms, newLease: () => crypto.randomUUID() },
    ...more,
  });
  /** A source of a new workspace. */
  const source = async (request: Partial<SourceRequest> & { location: string }): Promise<number> => {
    const workspace = await newWorkspace();
    const whole = { root: "docs", everyHours: 24, paused: false, maxItems: 2_000, ...request };
    const checked = checkedSource(whole, { allowedHosts, buckets });
    const row = rowOf(checked, { session: here.db, workspace, nowMs: NOW_MS });
    if (!(await insertSource(here.db, row, NOW_MS))) throw new Error("not kept");
    return workspace;
  };
  /** One slice. */
  const slice = (more: Partial<PullDeps> = {}) => pullDue(deps(more), { workspace: undefined });
  /** Slices until nothing is due; how many there were. */
  const pull = async (more: Partial<PullDeps> = {}): Promise<number> => {
    let slices = 0;
    while ((await slice(more)) !== undefined) slices += 1;
    return slices;
  };
  /** A day later, so that the next run is due. */
  const pullAgain = (more: Partial<PullDeps> = {}): Promise<number> => {
    clock.ms += 25 * HOUR_MS;
    return pull(more);
  };
  const read = (workspace: number, root = "docs") =>
    readSource({ session: here.db, workspace, nowMs: clock.ms }, root);
  /** Paths of a workspace's documents. */
  const paths = async (workspace: number): Promise<readonly string[]> =>
    (
      await all<{ path: string }>(`SELECT path FROM documents WHERE workspace = ${workspace} ORDER BY path`)
    ).map(({ path }) => path);
  /** The text of a document. */
  const text = async (workspace: number, path: string): Promise<string> =>
    (
      await all<{ text: string }>(`SELECT c.text FROM documents d JOIN chunks c ON c.document = d.num
        WHERE d.workspace = ${workspace} AND d.path = '${path}' ORDER BY c.ordinal`)
    )
      .map((chunk) => chunk.text)
      .join("\n");
  return {
    ...world,
    clock,
    slept,
    site,
    source,
    slice,
    pull,
    pullAgain,
    read,
    paths,
    text,
    deps,
    buckets,
    allowedHosts,
  };
}
