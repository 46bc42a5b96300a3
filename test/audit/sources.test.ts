import { beforeEach, describe, expect, it } from "vitest";
import { HOUR_MS } from "../../src/config.ts";
import { auditDatabase, NOW_MS } from "./audit-database.ts";

const ID = "01990000-0000-7000-8000-000000000001";
const ORIGIN = ID.replaceAll("-", "");
const MONTH_MS = 31 * 24 * HOUR_MS;

describe("sources and what they have", () => {
  const { place, all, column, write, run, scan, mend } = auditDatabase();
  beforeEach(() => run("DELETE FROM sources", "DELETE FROM source_items", "DELETE FROM root_origins"));

  const source = (more: object = {}) => {
    const row = {
      ...{
        id: ID,
        workspace: place.workspace,
        root: "docs",
        kind: "site",
        location: "https://docs.acme.io/",
      },
      ...{ every_hours: 24, next_at: 2 * NOW_MS, created_at: 1, run: 3, memo: '{"commit":"c"}', ...more },
    };
    return `INSERT INTO sources (${Object.keys(row)}) VALUES (${values(row)})`;
  };
  const item = (path: string, more: object = {}) => {
    const row = {
      ...{ source: ID, key: `https://docs.acme.io/${path}`, workspace: place.workspace, path, run: 3 },
      ...{ kept: 1, version: "v", etag: "e", last_modified: "l", ...more },
    };
    return `INSERT INTO source_items (${Object.keys(row)}) VALUES (${values(row)})`;
  };
  const values = (row: object) =>
    Object.values(row).map((value) => (typeof value === "number" ? value : `'${value}'`));
  const repaired = async (check: Parameters<typeof scan>[0]) => {
    const { found } = await scan(check);
    await mend(
      check,
      found.map(({ key }) => key),
    );
    return (await scan(check)).found;
  };

  it("a thing belongs to a source of its workspace: any other goes", async () => {
    await run(
      source(),
      item("a.md"),
      item("b.md", { source: "gone" }),
      item("c.md", { key: "theirs", workspace: place.other }),
    );
    const { found, checked } = await scan("source_item_without_source");
    expect([checked, found]).toEqual([2, [expect.objectContaining({ note: "b.md" })]]);
    expect(await repaired("source_item_without_source")).toEqual([]);
    expect(await column("SELECT path FROM source_items ORDER BY path")).toEqual(["a.md", "c.md"]);
  });

  it("a thing that was pulled has its document: else the next run begins now and asks for it, whatever it remembers", async () => {
    await write(place.workspace, { "a.md": "Heron.\n", "lost.md": "Eel.\n" }, { root: "docs" });
    await run(
      source(),
      ...[item("a.md"), item("lost.md"), item("never.md", { kept: 0 })],
      // As a fault does it: no trigger tells the source.
      "DELETE FROM chunks WHERE text = 'Eel.'",
      "UPDATE documents SET root = 'elsewhere' WHERE path = 'lost.md'",
    );
    const { found } = await scan("source_item_without_document");
    expect(found).toMatchObject([{ id: "https://docs.acme.io/lost.md", note: "lost.md" }]);
    expect(await repaired("source_item_without_document")).toEqual([]);
    expect(await all("SELECT path, kept, version, etag, last_modified AS at FROM source_items")).toEqual([
      { path: "a.md", kept: 1, version: "v", etag: "e", at: "l" },
      { path: "lost.md", kept: 0, version: null, etag: null, at: null },
      { path: "never.md", kept: 0, version: "v", etag: "e", at: "l" },
    ]);
    expect(await all("SELECT memo, next_at AS at FROM sources")).toEqual([{ memo: "{}", at: NOW_MS }]);
  });

  it("a document that somebody deletes is no fault: its source has it no more, and asks again", async () => {
    await write(place.workspace, { "a.md": "Heron.\n", "b.md": "Eel.\n" }, { root: "docs" });
    await run(source(), item("a.md"), item("b.md"));
    await run("DELETE FROM chunks WHERE text = 'Eel.'", "DELETE FROM documents WHERE path = 'b.md'");
    expect((await scan("source_item_without_document")).found).toEqual([]);
    expect(await all("SELECT path, kept, version FROM source_items ORDER BY path")).toEqual([
      { path: "a.md", kept: 1, version: "v" },
      { path: "b.md", kept: 0, version: null },
    ]);
    expect(await column("SELECT memo FROM sources")).toEqual(["{}"]);
  });

  const done = { started_at: NOW_MS + 1, completed_at: NOW_MS + 2 };
  const origin = (of: string) => `INSERT INTO root_origins VALUES (${place.workspace}, 'docs', '${of}', 1)`;

  it("a document of a source's own root that no thing has becomes one, by its address, for the next runs to judge", async () => {
    await write(
      place.workspace,
      { "a.md": "Heron.\n", "left.md": "Eel.\n", "old.md": "Owl.\n" },
      { root: "docs" },
    );
    await write(place.workspace, { "mine.md": "Rook.\n" });
    await run(
      "UPDATE documents SET source = 'https://docs.acme.io/left' WHERE path = 'left.md'",
      "UPDATE documents SET source = 'https://docs.acme.io/a.md' WHERE path = 'old.md'",
      ...[source(done), origin(ORIGIN), item("a.md")],
    );
    const { found } = await scan("document_without_source_item");
    expect(found.map(({ id }) => id)).toEqual(["docs:left.md", "docs:old.md"]);
    expect(await repaired("document_without_source_item")).toEqual([]);
    expect(await all("SELECT key, path, kept, version, run FROM source_items WHERE run = 0")).toEqual([
      { key: "https://docs.acme.io/left", path: "left.md", kept: 1, version: null, run: 0 },
      // Its address is another's by now.
      { key: "old.md", path: "old.md", kept: 1, version: null, run: 0 },
    ]);
  });

  it.each([
    ["a run is under way", { ...done, phase: "fetch" }, []],
    ["no run has read all", { started_at: NOW_MS + 1 }, []],
    ["it came after the last run began", { ...done, started_at: NOW_MS }, []],
    ["a folder is pushed to the root, too", done, ["0".repeat(32)]],
  ])("a document is none that its source could know where %s", async (_, state, others) => {
    await write(place.workspace, { "a.md": "Heron.\n" }, { root: "docs" });
    await run(source(state), origin(ORIGIN), ...others.map(origin));
    expect((await scan("document_without_source_item")).found).toEqual([]);
  });

  it.each([
    ["at its own time", { next_at: NOW_MS + MONTH_MS }, false],
    ["later than any source waits", { next_at: NOW_MS + 2 * MONTH_MS }, true],
    ["under a lease", { lease: "l", lease_until: NOW_MS + 120_000 }, false],
    ["under a lease without an end", { next_at: 0, lease: "l", lease_until: 9_000_000_000_000 }, true],
    ["in a part of a run that is none", { next_at: 0, phase: "odd" }, true],
  ])("a source goes on %s: %j", async (_, state, isStuck) => {
    await run(source({ next_at: 0, ...state }));
    expect((await scan("stuck_source")).found.map(({ id }) => id)).toEqual(isStuck ? ["docs"] : []);
    expect(await repaired("stuck_source")).toEqual([]);
    if (isStuck)
      expect(await all("SELECT next_at AS at, lease, lease_until AS ends, phase FROM sources")).toEqual([
        { at: NOW_MS, lease: null, ends: null, phase: null },
      ]);
  });
});
