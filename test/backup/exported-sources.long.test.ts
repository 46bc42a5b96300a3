import { beforeEach, describe, expect, it } from "vitest";
import { type ExportRecord, ImportRequest } from "../../src/backup/contract.ts";
import { exportWorkspace } from "../../src/backup/export.ts";
import { importRecords } from "../../src/backup/import.ts";
import { checkedSource } from "../../src/sources/new-source.ts";
import { addSource, changeSource, removeSource, rowOf } from "../../src/sources/sources.ts";
import { insertSource } from "../../src/sources/sql/source-store.ts";
import { findWorkspace } from "../../src/workspaces/sql/workspace-store.ts";
import { pageOf } from "../support/web-site.ts";
import { sourceWorld } from "../sources/source-world.ts";

const world = sourceWorld();
const { here, all, clock, site, source, pull, pullAgain, read, paths, newWorkspace, allowedHosts } = world;

const birds = (): Record<string, string> => ({
  "/": pageOf("Start", "Here it begins.", ["/heron", "/stork"]),
  "/heron": pageOf("Heron", "Herons fish."),
  "/stork": pageOf("Stork", "Storks wade."),
});

const contextOf = async (workspace: number) => {
  const [named] = await all<{ slug: string }>(`SELECT slug FROM workspaces WHERE num = ${workspace}`);
  const row = await findWorkspace(here.db, named?.slug ?? "");
  const session = { ...here.db, toPrimary: () => here.db };
  return { session, workspace, row, nowMs: clock.ms } as unknown as Parameters<typeof importRecords>[0];
};

async function exported(workspace: number): Promise<readonly ExportRecord[]> {
  const records: ExportRecord[] = [];
  let cursor: string | undefined;
  do {
    const query = { vectors: false, ...(cursor !== undefined && { cursor }) };
    const page = await exportWorkspace(await contextOf(workspace), "paid", query);
    records.push(...page.records);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return records;
}

const bring = async (workspace: number, records: readonly ExportRecord[]) =>
  importRecords(
    await contextOf(workspace),
    "paid",
    ImportRequest.parse({ identity: "fake|cls|2|1", records: [...records] }),
  );

const options = { maxItems: 2_000 };

describe("a source in an export", () => {
  let made: Awaited<ReturnType<typeof site>>;
  let records: readonly ExportRecord[];
  let from: number;
  beforeEach(async () => {
    made = await site(birds());
    from = await source({ location: made.url });
    await pull();
    records = await exported(from);
  });

  /** As an owner adds it, paused until its documents are there. */
  const added = async (workspace: number, more: object = {}) => {
    const request = { location: made.url, root: "docs", everyHours: 24, paused: true, ...options, ...more };
    const checked = checkedSource(request, { allowedHosts, buckets: {} });
    await insertSource(here.db, rowOf(checked, { session: here.db, workspace, nowMs: clock.ms }), clock.ms);
  };
  const goOn = (workspace: number) =>
    changeSource({ session: here.db, workspace, nowMs: clock.ms }, "docs", { paused: false });

  it("comes with what it has a document of, and nothing of its runs; its origin is no machine's", () => {
    const sources = records.filter(({ type }) => type === "source");
    expect(sources).toEqual([
      { type: "source", root: "docs", kind: "site", location: made.url, options, everyHours: 24 },
    ]);
    expect(records.filter(({ type }) => type === "sourceItem")).toEqual([
      { type: "sourceItem", root: "docs", key: made.url, path: "index.md", depth: 0 },
      { type: "sourceItem", root: "docs", key: `${made.url}heron`, path: "heron.md", depth: 1 },
      { type: "sourceItem", root: "docs", key: `${made.url}stork`, path: "stork.md", depth: 1 },
    ]);
    expect(records.filter(({ type }) => type === "root")).toEqual([]);
  });

  it("is refused where no owner has added it, and its documents are taken in all the same", async () => {
    const to = await newWorkspace();
    expect(await bring(to, records)).toMatchObject({
      written: 3,
      failed: [{ root: "docs", path: made.url, code: "forbidden" }],
    });
    expect(await all(`SELECT 1 FROM sources WHERE workspace = ${to}`)).toEqual([]);
    expect(await all(`SELECT 1 FROM source_items WHERE workspace = ${to}`)).toEqual([]);
  });

  it("goes on with its next run, writes nothing again, and deletes what two runs do not see", async () => {
    const to = await newWorkspace();
    await added(to);
    expect((await bring(to, records)).failed).toEqual([]);
    delete made.pages["/stork"];
    made.pages["/"] = pageOf("Start", "Here it begins.", ["/heron"]);
    await goOn(to);
    await pull();
    expect(await paths(to)).toEqual(["heron.md", "index.md", "stork.md"]);
    expect((await read(to)).counts).toMatchObject({ written: 1, unchanged: 1, leftOut: 1, removed: 0 });
    await pullAgain();
    expect(await paths(to)).toEqual(["heron.md", "index.md"]);
  });

  it("takes up its root though another folder pushes to it, and the import may be repeated", async () => {
    const to = await newWorkspace();
    const root = { type: "root", root: "docs", origin: "0".repeat(32), joinedAt: 1 } as const;
    await added(to);
    await bring(to, [root, ...records]);
    expect((await bring(to, [root, ...records])).failed).toEqual([]);
    await goOn(to);
    await pull();
    expect(await read(to)).toMatchObject({ lastError: null, documents: 3, counts: { unchanged: 3 } });
  });

  it("is refused where the root has another one, and takes nothing of things without a document", async () => {
    const to = await newWorkspace();
    await added(to, { everyHours: 6 });
    const things = records.filter(({ type }) => type !== "document");
    expect((await bring(to, things)).failed).toMatchObject([{ root: "docs", code: "conflict" }]);
    expect(await all(`SELECT 1 FROM source_items WHERE workspace = ${to}`)).toEqual([]);
  });

  it("stays away where its address has a secret, and says when it is paused", async () => {
    const secret = `${made.url}?key=ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;
    const to = await newWorkspace();
    await added(to, { location: secret, kind: "feed" });
    expect(await exported(to)).toEqual([]);
    await changeSource({ session: here.db, workspace: from, nowMs: clock.ms }, "docs", { paused: true });
    const [paused] = (await exported(from)).filter(({ type }) => type === "source");
    expect(paused).toMatchObject({ paused: true });
  });

  it("has a backup made of it: a new version when it is added, paused or removed", async () => {
    const version = async () => (await contextOf(from)).row.version;
    const context = { session: here.db, workspace: from, nowMs: clock.ms };
    const { slug } = (await contextOf(from)).row;
    const rules = { allowedHosts, buckets: {} };
    const versions = [await version()];
    const request = { location: made.url, root: "again", everyHours: 24, paused: true, ...options };
    await addSource(context, rules, slug, request);
    versions.push(await version());
    await changeSource(context, "again", { paused: false });
    versions.push(await version());
    await removeSource(context, "again", { keepDocuments: true });
    versions.push(await version());
    expect(versions).toEqual([0, 1, 2, 3].map((more) => Number(versions[0]) + more));
  });

  it("can be added again to the root that it left its documents in", async () => {
    const context = { session: here.db, workspace: from, nowMs: clock.ms };
    await removeSource(context, "docs", { keepDocuments: true });
    const { slug } = (await contextOf(from)).row;
    const request = { location: made.url, root: "docs", everyHours: 24, paused: false, ...options };
    await addSource(context, { allowedHosts, buckets: {} }, slug, request);
    await pull();
    expect(await read(from)).toMatchObject({ lastError: null, documents: 3, counts: { unchanged: 3 } });
  });
});
