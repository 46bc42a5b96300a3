import { beforeEach, describe, expect, it } from "vitest";
import { DAY_MS, DEFAULTS } from "../../src/config.ts";
import { AppError, type ErrorCode } from "../../src/errors.ts";
import { askAboutDue } from "../../src/jobs/ask.ts";
import { answerStatements, CONTEXTS } from "../../src/jobs/questions.ts";
import { NOW_MS, sqlWorld } from "../support/worlds/sql-world.ts";

const MIDNIGHT = Date.UTC(2026, 5, 2);

describe("asking a text model about chunks", () => {
  const { here, all, column, empty, newWorkspace, write } = sqlWorld();
  beforeEach(async () => {
    await empty("contexts", "generated", "day_use");
  });

  const due = (workspace: number, chunks: readonly string[], attempts = 0, nextAt = 0) =>
    all(`INSERT INTO contexts (chunk, workspace, document, attempts, next_at)
      SELECT value, ${workspace}, 1, ${attempts}, ${nextAt} FROM json_each('${JSON.stringify(chunks)}')`);
  const rows = () =>
    all("SELECT chunk, attempts, next_at AS at, lease, last_error AS error FROM contexts ORDER BY chunk");

  interface Options {
    readonly workspace?: number;
    readonly chunks?: number;
    readonly budget?: number;
    /** Those that the documents have, of which there is one. */
    readonly there?: readonly string[];
    readonly answer?: (chunk: string) => string | Error | Promise<string>;
    readonly keyOf?: (chunk: string) => string;
  }
  const slice = async (options: Options = {}) => {
    const { workspace, chunks = 8, budget, answer = () => "said", keyOf = (id: string) => id } = options;
    const asked: string[] = [];
    const documents =
      options.there?.length === 0
        ? []
        : [{ chunks: (options.there ?? ["a", "b", "c"]).map((id) => ({ id })) }];
    const report = await askAboutDue<{ readonly chunks: readonly { readonly id: string }[] }>(
      {
        ...{ db: here.db, now: () => NOW_MS, random: () => 1, newLease: () => "mine", modelBudget: budget },
        generator: {
          model: "writer",
          generate: async ({ prompt }) => {
            asked.push(prompt);
            const said = await answer(prompt);
            if (said instanceof Error) throw said;
            return said;
          },
        },
      },
      { workspace, chunks, bytes: 1_000 },
      {
        questions: CONTEXTS,
        documents: async () => documents,
        keyOf: (_, document, at) => keyOf(document.chunks[at]?.id ?? ""),
        request: (document, at) => ({
          ...{ system: "", prompt: document.chunks[at]?.id ?? "", json: true, maxTokens: 1 },
        }),
        read: (text) => (text === "" ? undefined : text),
        lack: "It says nothing",
        async write(answers) {
          const ids = answers.answers.map(({ place }) => place.id);
          await here.db.batch({ ...answerStatements(here.db, CONTEXTS, { ...answers, ids }) });
        },
      },
    );
    return { report, asked };
  };

  it("asks no more than the day's budget leaves, and nothing when it is used up", async () => {
    await due(1, ["a", "b", "c"]);
    await all("INSERT INTO day_use (day, calls) VALUES ('2026-06-01', 3)");
    await all("INSERT INTO workspaces (num, slug, name, identity, created_at) VALUES (1, 'one', '', 'i', 0)");
    expect((await slice({ budget: 5, workspace: 1 })).asked).toHaveLength(2);
    expect(await column("SELECT calls FROM day_use")).toEqual([5]);
    expect(await slice({ budget: 5, workspace: 1 })).toEqual({ report: undefined, asked: [] });
    expect(await rows()).toMatchObject([{ attempts: 0, lease: null }]);
  });

  it("takes chunks of one workspace that is there: the one that has waited longest, or the one asked for", async () => {
    const [gone, young, old] = [await newWorkspace(), await newWorkspace(), await newWorkspace()];
    await all(`UPDATE workspaces SET gone_at = 1 WHERE num = ${gone}`);
    await due(gone, ["gone"], 0, 0);
    await due(young, ["b"], 0, 2);
    await due(old, ["a"], 0, 1);
    await due(old, ["later"], 0, NOW_MS + 1);
    expect((await slice()).asked).toEqual(["a"]);
    expect((await slice({ workspace: gone })).asked).toEqual([]);
    expect((await slice({ workspace: young })).asked).toEqual(["b"]);
    expect(await slice()).toEqual({ report: undefined, asked: [] });
  });

  it("asks once about what has one key, and not at all about what its own workspace has kept", async () => {
    const [one, other] = [await newWorkspace(), await newWorkspace()];
    for (const [workspace, kind, key] of [
      [other, "context", "a"],
      [one, "names", "b"],
      [one, "context", "c"],
    ])
      await all(`INSERT INTO generated VALUES (${workspace}, '${kind}', '${key}', 'kept', 0)`);
    await due(one, ["a", "b", "c"]);
    expect(await slice()).toEqual({ report: { answered: 3, failed: 0 }, asked: ["a", "b"] });
    expect(await rows()).toEqual([]);
    await due(one, ["a", "b"]);
    expect((await slice({ keyOf: () => "same" })).asked).toHaveLength(1);
    expect(await rows()).toEqual([]);
  });

  it("gives back as it was what found no room in the slice", async () => {
    const workspace = await newWorkspace();
    await due(workspace, ["a", "elsewhere"]);
    expect((await slice({ there: ["a"] })).report).toEqual({ answered: 1, failed: 0 });
    expect(await rows()).toEqual([{ chunk: "elsewhere", attempts: 0, at: 0, lease: null, error: null }]);
  });

  it("waits with what is deleted until it is emptied", async () => {
    await due(await newWorkspace(), ["a"]);
    expect(await slice({ there: [] })).toEqual({ report: { answered: 0, failed: 0 }, asked: [] });
    expect(await rows()).toMatchObject([{ attempts: 1, at: NOW_MS + DEFAULTS.retryCapMs, lease: null }]);
  });

  it.each<readonly [string, number, number]>([
    ["soon after its first failure", 0, DEFAULTS.retryBaseMs],
    ["later after its second", 1, 2 * DEFAULTS.retryBaseMs],
    ["after an hour at most", DEFAULTS.maxAttempts - 2, 2 ** 6 * DEFAULTS.retryBaseMs],
    ["a day after its last attempt", DEFAULTS.maxAttempts - 1, DAY_MS],
  ])("tries a chunk again %s, and goes on with the others", async (_, attempts, waitMs) => {
    await due(await newWorkspace(), ["a", "b"], attempts);
    const answer = (chunk: string) => (chunk === "a" ? "" : "said");
    expect((await slice({ answer })).report).toEqual({ answered: 1, failed: 1 });
    expect(await rows()).toEqual([
      {
        ...{ chunk: "a", attempts: attempts + 1, at: NOW_MS + waitMs, lease: null },
        error: "generator_unavailable: It says nothing",
      },
    ]);
  });

  it.each<readonly [ErrorCode, number, number | null]>([
    ["quota", 0, MIDNIGHT],
    ["capacity", 1, null],
    ["timeout", 1, null],
  ])("after %s counts %i attempts", async (code, attempts, pausedUntil) => {
    await due(await newWorkspace(), ["a"]);
    await slice({ answer: () => new AppError(code, "fake") });
    expect(await rows()).toMatchObject([{ attempts, lease: null }]);
    expect(await column("SELECT paused_until FROM day_use")).toEqual([pausedUntil]);
    expect(await column("SELECT text FROM generated")).toEqual([]);
  });

  it.each([
    ["an answer", "said"],
    ["a failure", new AppError("timeout", "fake")],
  ])("leaves %s of a chunk alone that another run holds by now", async (_, said) => {
    await due(await newWorkspace(), ["a"]);
    const answer = async () => {
      await all("UPDATE contexts SET lease = 'other'");
      if (typeof said === "string") return said;
      throw said;
    };
    await slice({ answer });
    expect(await rows()).toEqual([{ chunk: "a", attempts: 0, at: 0, lease: "other", error: null }]);
  });

  it("keeps answers of chunks that are still there, under their workspace", async () => {
    const workspace = await newWorkspace();
    await write(workspace, { "a.md": "A.\n" });
    const [id] = await column(`SELECT id FROM chunks WHERE workspace = ${workspace}`);
    await due(workspace, [String(id), "deleted"]);
    await slice({ there: [String(id), "deleted"] });
    expect(await all("SELECT workspace, kind, key FROM generated")).toEqual([
      { workspace, kind: "context", key: id },
    ]);
  });
});
