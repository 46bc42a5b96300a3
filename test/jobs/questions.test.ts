import { beforeEach, describe, expect, it } from "vitest";
import { answerStatements, CONTEXTS, NAME_REQUESTS, type Questions } from "../../src/jobs/questions.ts";
import { NOW_MS, sqlWorld } from "../support/worlds/sql-world.ts";

describe("rows of chunks that a model is asked about", () => {
  const { here, all, column, empty, newWorkspace, write } = sqlWorld();
  let workspace = 0;
  let chunk = "";
  beforeEach(async () => {
    await empty("contexts", "name_requests", "generated");
    workspace = await newWorkspace();
    await write(workspace, { "a.md": "A.\n" });
    chunk = String((await column(`SELECT id FROM chunks WHERE workspace = ${workspace}`))[0]);
  });

  const due = (id: string, more: Readonly<Record<string, unknown>> = {}) => {
    const row = {
      chunk: `'${id}'`,
      workspace,
      document: 1,
      next_at: 5,
      lease: "'mine'",
      lease_until: 9,
      ...more,
    };
    return all(`INSERT INTO contexts (${Object.keys(row)}) VALUES (${Object.values(row)})`);
  };
  const answer = (questions: Questions, text: string, ids: readonly string[] = [], nowMs = NOW_MS) => {
    const fresh = [{ key: "k", id: chunk, text }];
    const { kept, done } = answerStatements(here.db, questions, {
      workspace,
      lease: "mine",
      nowMs,
      fresh,
      ids,
    });
    return here.db.batch({ kept, done });
  };
  const rows = () =>
    all(
      "SELECT chunk, attempts, next_at AS at, lease, lease_until AS until, last_error AS error FROM contexts ORDER BY chunk",
    );

  it("an answer replaces the one before it, and is used from then on", async () => {
    await answer(CONTEXTS, "first");
    await answer(CONTEXTS, "second", [], NOW_MS + 1);
    await answer(NAME_REQUESTS, "names");
    expect(
      await all("SELECT workspace, kind, key, text, used_at AS at FROM generated ORDER BY kind"),
    ).toEqual([
      { workspace, kind: "context", key: "k", text: "second", at: NOW_MS + 1 },
      { workspace, kind: "names", key: "k", text: "names", at: NOW_MS },
    ]);
  });

  it("those that are answered go, of those that the run holds", async () => {
    await due("a");
    await due("b");
    await due("c", { lease: "'other'" });
    await answer(CONTEXTS, "x", ["a", "c"]);
    expect((await rows()).map((row) => row.chunk)).toEqual(["b", "c"]);
  });

  it("those that fail wait for their time with their reason, of those that the run holds", async () => {
    await due("a");
    await due("b");
    await due("c", { lease: "'other'" });
    const failed = { lease: "mine", chunks: '["a", "c"]', nextAt: 7, error: "why" };
    await here.db.all(CONTEXTS.fail, failed);
    const before = { attempts: 0, at: 5, until: 9, error: null };
    expect(await rows()).toEqual([
      { chunk: "a", attempts: 1, at: 7, lease: null, until: null, error: "why" },
      { chunk: "b", ...before, lease: "mine" },
      { chunk: "c", ...before, lease: "other" },
    ]);
    await here.db.all(CONTEXTS.release, { lease: "mine" });
    expect(await rows()).toMatchObject([
      { chunk: "a", attempts: 1, at: 7 },
      { chunk: "b", attempts: 0, at: 5, lease: null, until: null },
      { chunk: "c", lease: "other", until: 9 },
    ]);
  });

  it("those of a workspace are kept answers of its own kind and keys only", async () => {
    await all(`INSERT INTO generated VALUES (${workspace}, 'context', 'a', '1', 0), (${workspace}, 'names', 'b', '2', 0),
      (${workspace + 1}, 'context', 'c', '3', 0), (${workspace}, 'context', 'd', '4', 0)`);
    const kept = (questions: Questions) =>
      here.db.all(questions.kept, { workspace, keys: '["a", "b", "c"]' });
    expect([await kept(CONTEXTS), await kept(NAME_REQUESTS)]).toEqual([
      [{ key: "a", text: "1" }],
      [{ key: "b", text: "2" }],
    ]);
  });
});
