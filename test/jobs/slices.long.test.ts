import { beforeEach, describe, expect, it } from "vitest";
import { DEFAULTS } from "../../src/config.ts";
import { AppError } from "../../src/errors.ts";
import { askAboutDue } from "../../src/jobs/ask.ts";
import { answerStatements, CONTEXTS, NAME_REQUESTS } from "../../src/jobs/questions.ts";
import { NOW_MS, sqlWorld } from "../support/worlds/sql-world.ts";

describe("a slice of questions", () => {
  const { here, all, column, empty, newWorkspace } = sqlWorld();
  let workspace = 0;
  beforeEach(async () => {
    await empty("contexts", "name_requests", "generated", "day_use");
    workspace = await newWorkspace();
  });

  interface Due {
    readonly document?: number;
    readonly nextAt?: number;
    readonly table?: string;
    readonly lease?: string;
    readonly leaseUntil?: number;
  }
  const due = (
    chunk: string,
    { document = 1, nextAt = 0, table = "contexts", lease, leaseUntil }: Due = {},
  ) =>
    all(`INSERT INTO ${table} (chunk, workspace, document, attempts, next_at, lease, lease_until) VALUES
      ('${chunk}', ${workspace}, ${document}, 0, ${nextAt}, ${lease === undefined ? "NULL" : `'${lease}'`},
      ${leaseUntil ?? "NULL"})`);

  /** Runs a slice in which every chunk is there, by the key that its first letter makes. */
  const slice = async ({
    chunks = 8,
    budget,
    questions = CONTEXTS,
    fail = false,
  }: {
    readonly chunks?: number;
    readonly budget?: number;
    readonly questions?: typeof CONTEXTS;
    readonly fail?: boolean;
  } = {}) => {
    const asked: string[] = [];
    const queries: unknown[] = [];
    const leases: unknown[] = [];
    const there = "abcdefgh".split("").flatMap((letter) => [letter, `${letter}2`]);
    const report = await askAboutDue<{ readonly chunks: readonly { readonly id: string }[] }>(
      {
        ...{ db: here.db, now: () => NOW_MS, random: () => 0, newLease: () => "mine", modelBudget: budget },
        generator: {
          model: "writer",
          generate: async ({ prompt }) => {
            asked.push(prompt);
            leases.push(...(await column("SELECT lease_until FROM contexts WHERE lease = 'mine'")));
            if (fail) throw new AppError("capacity", "full");
            return `about ${prompt}`;
          },
        },
      },
      { workspace: undefined, chunks, bytes: 1_234 },
      {
        questions,
        documents: async (query) => {
          queries.push(query);
          return [{ chunks: there.map((id) => ({ id })) }];
        },
        keyOf: (model, document, at) => `${model} ${document.chunks[at]?.id[0]}`,
        request: (document, at) => ({
          ...{ system: "", prompt: document.chunks[at]?.id ?? "", json: true, maxTokens: 1 },
        }),
        read: (text) => text,
        lack: "",
        async write(answers) {
          const ids = answers.answers.map(({ place }) => place.id);
          await here.db.batch({ ...answerStatements(here.db, questions, { ...answers, ids }) });
        },
      },
    );
    return { report, asked, queries, leases };
  };
  const left = () => column("SELECT chunk FROM contexts ORDER BY chunk");

  it("takes as many chunks as it may, those first that have waited longest, then those of the same document", async () => {
    await due("a", { nextAt: 3 });
    await due("b", { document: 2, nextAt: 1 });
    await due("c", { document: 1, nextAt: 1 });
    await due("d", { nextAt: 2 });
    const { asked, report } = await slice({ chunks: 3 });
    expect([new Set(asked), report]).toEqual([new Set(["b", "c", "d"]), { answered: 3, failed: 0 }]);
    expect(await left()).toEqual(["a"]);
    await due("e", { nextAt: 4, document: 2 });
    await due("f", { nextAt: 4, document: 1 });
    expect((await slice({ chunks: 2 })).asked).toEqual(["a", "f"]);
  });

  it("reads each document once, within its bytes", async () => {
    await due("a", { document: 7 });
    await due("b", { document: 7 });
    await due("c", { document: 9 });
    const [query, ...more] = (await slice()).queries as { nums: readonly number[] }[];
    expect(query).toMatchObject({ workspace, maxBytes: 1_234 });
    expect([query?.nums.toSorted(), more]).toEqual([[7, 9], []]);
  });

  it("holds its chunks for as long as a lease, and leaves those of another until theirs has ended", async () => {
    await due("a");
    await due("b", { lease: "other", leaseUntil: NOW_MS + 1 });
    const { asked, leases } = await slice();
    expect([asked, leases]).toEqual([["a"], [NOW_MS + DEFAULTS.leaseMs]]);
    await all(`UPDATE contexts SET lease_until = ${NOW_MS} WHERE chunk = 'b'`);
    expect((await slice()).asked).toEqual(["b"]);
  });

  it("pays once for chunks of one key, and gives all of them back when that fails", async () => {
    for (const chunk of ["a", "a2", "b"]) await due(chunk);
    const { asked, report } = await slice({ fail: true });
    expect([asked, report]).toEqual([
      ["a", "b"].map((one) => expect.stringContaining(one)),
      { answered: 0, failed: 3 },
    ]);
    expect(await column("SELECT calls FROM day_use")).toEqual([2]);
    expect(await column("SELECT attempts FROM contexts")).toEqual([1, 1, 1]);
    expect(await column("SELECT lease FROM contexts")).toEqual([null, null, null]);
  });

  it("asks as often as the workspace may, then leaves its chunks as they are and goes on with another's", async () => {
    await empty("search_days");
    await all(`UPDATE workspaces SET quotas = '{"modelCalls":2}' WHERE num = ${workspace}`);
    for (const chunk of ["a", "a2", "b", "c"]) await due(chunk);
    expect((await slice()).asked).toHaveLength(2);
    const waiting = "SELECT chunk, attempts, next_at AS at, lease FROM contexts ORDER BY chunk";
    expect(await all(waiting)).toEqual([{ chunk: "c", attempts: 0, at: 0, lease: null }]);
    expect((await slice()).report).toBeUndefined();
    workspace = await newWorkspace();
    await due("d", { nextAt: 5 });
    expect((await slice()).asked).toEqual(["d"]);
    expect(await column("SELECT model_calls FROM search_days ORDER BY workspace")).toEqual([2, 1]);
    expect(await column("SELECT calls FROM day_use")).toEqual([3]);
    await all("DELETE FROM search_days");
    expect((await slice()).asked).toEqual(["c"]);
  });

  it("waits after a failure by chance, half of its time at least", async () => {
    await due("a");
    await slice({ fail: true });
    expect(await column("SELECT next_at FROM contexts")).toEqual([NOW_MS + DEFAULTS.retryBaseMs / 2]);
  });

  it("of names leaves contexts alone, and takes no answer that was kept for them", async () => {
    await all(`INSERT INTO generated VALUES (${workspace}, 'context', 'writer a', 'kept', 0)`);
    await due("a");
    await due("a", { table: "name_requests" });
    expect((await slice({ questions: NAME_REQUESTS })).asked).toEqual(["a"]);
    expect(await left()).toEqual(["a"]);
    expect(await column("SELECT chunk FROM name_requests")).toEqual([]);
    expect((await slice()).asked).toEqual([]);
    expect(await left()).toEqual([]);
  });
});
