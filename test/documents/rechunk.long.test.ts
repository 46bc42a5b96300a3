import { describe, expect, it } from "vitest";
import { CHUNKER_VERSION } from "../../src/config.ts";
import { IS_OF_OLDER_CHUNKER } from "../../src/database/fragments/older-chunkers.ts";
import type { Session } from "../../src/database/session.ts";
import { rechunkSlice } from "../../src/documents/rechunk.ts";
import { markRoot } from "../../src/documents/sql/deletions.ts";
import { ADVANCE_RECHUNK, startRechunk } from "../../src/documents/sql/rechunks.ts";
import { storedDocuments } from "../../src/documents/sql/stored-documents.ts";
import { AppError } from "../../src/errors.ts";
import { interrupted, NOW_MS, sqlWorld } from "../support/worlds/sql-world.ts";

describe("cutting documents anew", () => {
  const { here, all, column, newWorkspace, write } = sqlWorld();

  const start = (workspace: number | undefined, isAll: boolean, nowMs = NOW_MS) =>
    startRechunk(here.db, { workspace, all: isAll, nowMs });
  const slice = (
    workspace: number | undefined,
    more: { limit?: number; bytes?: number; db?: Session } = {},
  ) => {
    const { db = here.db, limit = 10, bytes = 1_000 } = more;
    return rechunkSlice({ db, now: () => NOW_MS }, { workspace, limit, bytes });
  };
  const age = (workspace: number, where = "true") =>
    all(`UPDATE documents SET chunker = ${CHUNKER_VERSION - 1} WHERE workspace = ${workspace} AND ${where}`);
  const begun = (workspace: number) =>
    all(
      `SELECT recut_all AS isAll, cursor, done, started_at AS at FROM rechunks WHERE workspace = ${workspace}`,
    );
  const chunkers = (workspace: number) =>
    column(`SELECT chunker FROM documents WHERE workspace = ${workspace} ORDER BY path`);

  it("begins where documents are older, or everywhere when all are asked for, and not in what is deleted", async () => {
    const [old, current, gone] = [await newWorkspace(), await newWorkspace(), await newWorkspace()];
    for (const workspace of [old, current, gone]) await write(workspace, { "a.md": "A.\n" });
    await age(old);
    await age(gone);
    await all(`UPDATE workspaces SET gone_at = 1 WHERE num = ${gone}`);
    await start(undefined, false);
    expect(await column("SELECT workspace FROM rechunks")).toEqual([old]);
    await start(current, true);
    expect(await column("SELECT workspace FROM rechunks ORDER BY workspace")).toEqual([old, current]);
    await all("DELETE FROM rechunks");
  });

  it("lets others go on between documents that are short by themselves", async () => {
    const workspace = await newWorkspace();
    const text = "Herons nest by the weir.\n".repeat(80);
    await write(workspace, Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`${at}.md`, text])));
    await age(workspace);
    await start(workspace, false);
    const turnsOf = async (limit: number) => {
      let turns = 0;
      const timer = globalThis.setTimeout;
      const counted = (...args: Parameters<typeof setTimeout>) => {
        if (args[1] === 0) turns += 1;
        return timer(...args);
      };
      Object.assign(globalThis, { setTimeout: counted });
      await slice(workspace, { limit, bytes: 1_000_000 }).finally(() =>
        Object.assign(globalThis, { setTimeout: timer }),
      );
      return turns;
    };
    const [few, many] = [await turnsOf(1), await turnsOf(39)];
    expect(many - few).toBeGreaterThanOrEqual(3);
    await all("DELETE FROM rechunks");
  });

  it("goes on where it is when it is asked for again hourly, and begins anew when all are", async () => {
    const workspace = await newWorkspace();
    await write(workspace, { "a.md": "A.\n", "b.md": "B.\n" });
    await age(workspace);
    await start(workspace, false);
    await slice(workspace, { limit: 1 });
    const [half] = await begun(workspace);
    expect(half).toMatchObject({ isAll: 0, done: 1, at: NOW_MS });
    await start(workspace, false, NOW_MS + 1);
    expect(await begun(workspace)).toEqual([half]);
    await start(workspace, true, NOW_MS + 2);
    expect(await begun(workspace)).toEqual([{ isAll: 1, cursor: 0, done: 0, at: NOW_MS + 2 }]);
    await all("DELETE FROM rechunks");
  });

  it("takes as many documents as fit, the first always, none twice, none that is deleted, and then ends", async () => {
    const workspace = await newWorkspace();
    // The second slice has exactly as many bytes as it may.
    await write(workspace, { "a.md": "A long one.\n", "b.md": "B.\n", "c.md": "C..\n", "d.md": "D.\n" });
    await write(workspace, { "x/gone.md": "Gone.\n" });
    await markRoot(here.db, { workspace, root: "notes", prefix: "x/" });
    await start(workspace, true);
    const slices = [];
    for (let at = 0; at < 5; at++) slices.push(await slice(workspace, { bytes: 7 }));
    expect(slices).toEqual([
      { documents: 1, lost: 0 },
      { documents: 2, lost: 0 },
      { documents: 1, lost: 0 },
      { finished: 1 },
      undefined,
    ]);
  });

  it("takes the workspace that has waited longest, and of one workspace when it is asked for", async () => {
    const [one, other] = [await newWorkspace(), await newWorkspace()];
    for (const workspace of [one, other]) await write(workspace, { "a.md": "A.\n" });
    await start(one, true, NOW_MS + 1);
    await start(other, true, NOW_MS);
    await slice(undefined);
    expect([await begun(one), await begun(other)]).toMatchObject([[{ done: 0 }], [{ done: 1 }]]);
    await slice(one);
    expect(await begun(one)).toMatchObject([{ done: 1 }]);
    await all("DELETE FROM rechunks");
  });

  it("never writes over what was pushed meanwhile, and cuts the others", async () => {
    const workspace = await newWorkspace();
    await write(workspace, { "a.md": "A.\n", "b.md": "B.\n" });
    await age(workspace);
    await start(workspace, false);
    let isPushed = false;
    // The documents are read in the first two batches.
    const db = interrupted(here.db, async (batch) => {
      if (batch !== 3 || isPushed) return;
      isPushed = true;
      await write(workspace, { "a.md": "A, pushed.\n" });
    });
    await slice(workspace, { db });
    expect(await column(`SELECT text FROM chunks WHERE workspace = ${workspace} ORDER BY text`)).toEqual([
      "A, pushed.",
      "B.",
    ]);
    expect(await chunkers(workspace)).toEqual([CHUNKER_VERSION, CHUNKER_VERSION]);
    await all("DELETE FROM rechunks");
  });

  it("finds what is older by an index in which nothing else is", async () => {
    const plan = await all<{ detail: string }>(
      `EXPLAIN QUERY PLAN SELECT d.workspace FROM documents d WHERE ${IS_OF_OLDER_CHUNKER}`,
    );
    expect(plan.map(({ detail }) => detail).join()).toContain(
      `USING INDEX documents_before_chunker_${CHUNKER_VERSION}`,
    );
    expect(
      await column(
        `SELECT sql FROM sqlite_master WHERE name = 'documents_before_chunker_${CHUNKER_VERSION}'`,
      ),
    ).toEqual([expect.stringMatching(`WHERE chunker <> ${CHUNKER_VERSION}$`)]);
  });

  it("leaves a document whose text cannot be had from its chunks to the next push, unless it has come", async () => {
    const workspace = await newWorkspace();
    await write(workspace, { "a.md": "A.\n" });
    await age(workspace);
    await all(`UPDATE chunks SET text = 'Damaged.' WHERE workspace = ${workspace}`);
    await start(workspace, false);
    expect(await slice(workspace)).toEqual({ documents: 0, lost: 1 });
    expect(await chunkers(workspace)).toEqual([-CHUNKER_VERSION]);
    expect(await slice(workspace)).toEqual({ finished: 1 });
    await age(workspace);
    await start(workspace, false);
    const pushing = { ...here.db };
    pushing.all = async (statement, values) => {
      if (statement.sql.includes("SET chunker =")) await write(workspace, { "a.md": "Pushed.\n" });
      return here.db.all(statement, values);
    };
    expect(await slice(workspace, { db: pushing })).toEqual({ documents: 0, lost: 1 });
    expect(await chunkers(workspace)).toEqual([CHUNKER_VERSION]);
    await all("DELETE FROM rechunks");
  });

  it("goes on after documents that are deleted between choosing and reading them", async () => {
    const workspace = await newWorkspace();
    await write(workspace, { "a/1.md": "A.\n", "b.md": "B.\n" });
    await start(workspace, true);
    const gone = { workspace, root: "notes", prefix: "a/" };
    const db = interrupted(here.db, async (batch) => batch === 1 && markRoot(here.db, gone));
    expect(await slice(workspace, { limit: 1, db })).toEqual({ documents: 0, lost: 0 });
    expect(await slice(workspace, { limit: 1 })).toEqual({ documents: 1, lost: 0 });
  });

  it("never goes back behind where another run has come", async () => {
    const workspace = await newWorkspace();
    await start(workspace, true);
    for (const upTo of [9, 4]) await here.db.all(ADVANCE_RECHUNK, { workspace, upTo, documents: 1 });
    expect(await begun(workspace)).toMatchObject([{ cursor: 9, done: 2 }]);
  });

  it("leaves what is too large for one write, also alone, to the next push, and cuts the others", async () => {
    const workspace = await newWorkspace();
    await write(workspace, { "a.md": "A.\n", "b.md": "B.\n" });
    await age(workspace);
    await start(workspace, false);
    // Of the writes, which follow two reads, only that of the second document alone fits.
    const db = interrupted(here.db, async (batch) => {
      if (batch === 3 || batch === 4) throw new AppError("too_large", "fake");
    });
    await slice(workspace, { db });
    expect(await chunkers(workspace)).toEqual([-CHUNKER_VERSION, CHUNKER_VERSION]);
    await all("DELETE FROM rechunks");
  });

  it("reads whole documents in pages by root and path, whose end is known", async () => {
    const workspace = await newWorkspace();
    await write(workspace, { "b.md": "B.\n", "a.md": "A.\n" }, { root: "two" });
    await write(workspace, { "z.md": "Z.\n" }, { root: "one" });
    await write(await newWorkspace(), { "a.md": "Of others.\n" });
    const page = (after: readonly [string, string], limit: number, maxBytes = 1_000) =>
      storedDocuments(here.db, { workspace, choice: { after, limit }, maxBytes });
    const first = await page(["", ""], 2);
    expect(first.documents.map(({ root, path }) => [root, path])).toEqual([
      ["one", "z.md"],
      ["two", "a.md"],
    ]);
    expect(first.next).toEqual(["two", "a.md"]);
    const last = await page(["two", "a.md"], 1);
    expect([last.documents.map(({ path }) => path), last.next]).toEqual([["b.md"], undefined]);
    expect((await page(["", ""], 3)).next).toBeUndefined();
    expect((await page(["", ""], 3, 6)).next).toEqual(["two", "a.md"]);
    expect((await page(["", ""], 3, 5)).next).toEqual(["one", "z.md"]);
  });
});
