import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  logQuestions,
  makeLogSet,
  readLogSet,
  writeLogSet,
} from "../../../../../src/cli/commands/eval/sets/log-set.ts";
import type { RecallClient } from "../../../../../src/cli/session/recall-client.ts";
import type { RecallSummary } from "../../../../../src/recalls/contract/recalls.ts";
import { temporaryFolder } from "../../../temporary-folder.ts";

const NOW = new Date("2026-03-01T12:00:00.000Z");

const judged = (path: string, up: number, down = 0, root = "notes") => ({ root, path, up, down });

const recall = (recallId: string, changes: Partial<RecallSummary> = {}): RecallSummary =>
  ({
    recallId,
    query: "keys",
    filters: null,
    session: null,
    judged: [judged("a.md", 1)],
    ...changes,
  }) as RecallSummary;

/** A log that is read in pages of one; the newest search is first. */
function client(recalls: readonly RecallSummary[]) {
  const asked: unknown[] = [];
  const log = {
    recalls: async (place: { readonly cursor?: string }) => {
      asked.push(place);
      const at = Number(place.cursor ?? 0);
      const next = at + 1 < recalls.length ? String(at + 1) : null;
      return { recalls: recalls.slice(at, at + 1), nextCursor: next };
    },
    status: async () => ({ workspace: "team" }),
  } as unknown as Pick<RecallClient, "recalls" | "status">;
  return { asked, log };
}

const made = (...recalls: readonly RecallSummary[]) => makeLogSet(client(recalls).log, NOW);

describe("a judged set of a log", () => {
  it("has the searches with votes of all pages, the oldest first", async () => {
    const { asked, log } = client([recall("new", { query: "two" }), recall("old", { query: "one" })]);
    const set = await makeLogSet(log, NOW);
    expect(asked).toEqual([
      { voted: true, limit: "200", cursor: undefined },
      { voted: true, limit: "200", cursor: "1" },
    ]);
    expect(set).toMatchObject({ workspace: "team", madeAt: "2026-03-01T12:00:00.000Z", leftOut: 0 });
    expect(set.questions).toEqual([
      { id: "old", query: "one", documents: { "notes:a.md": 1 } },
      { id: "new", query: "two", documents: { "notes:a.md": 1 } },
    ]);
  });

  it("takes a document for right that was voted up more often than down, over the same searches", async () => {
    const { questions } = await made(
      recall("2", { judged: [judged("a.md", 0, 1), judged("b.md", 3, 2), judged("d.md", 1, 1)] }),
      recall("1", { judged: [judged("c.md", 1), judged("a.md", 2), judged("b.md", 0, 1)] }),
    );
    expect(questions).toEqual([
      {
        id: "1",
        query: "keys",
        documents: { "notes:a.md": 1, "notes:b.md": 0, "notes:c.md": 1, "notes:d.md": 0 },
      },
    ]);
    expect(Object.keys(questions[0]?.documents ?? {})).toEqual([
      "notes:a.md",
      "notes:b.md",
      "notes:c.md",
      "notes:d.md",
    ]);
  });

  it.each([
    ["words", { query: "locks" }],
    ["filters", { filters: { root: "notes" } }],
    ["session", { session: "s-1" }],
  ])("holds searches of other %s for other questions", async (_, changes) => {
    const { questions } = await made(recall("2", changes), recall("1"));
    expect(questions.map(({ id }) => id)).toEqual(["1", "2"]);
    expect(questions[1]).toMatchObject(changes);
    expect(Object.keys(questions[0] ?? {})).toEqual(["id", "query", "documents"]);
  });

  it("tells documents of one path in two roots apart", async () => {
    const [question] = (
      await made(recall("1", { judged: [judged("a.md", 1), judged("a.md", 0, 1, "docs")] }))
    ).questions;
    expect(question?.documents).toEqual({ "docs:a.md": 0, "notes:a.md": 1 });
  });

  it("counts what it leaves out: queries that were not kept, and questions without an answer", async () => {
    const set = await made(
      recall("4", { query: null }),
      recall("3", { query: null }),
      recall("2", { query: "x", judged: [judged("a.md", 1, 1)] }),
      recall("1"),
    );
    expect(set.leftOut).toBe(3);
    expect(set.questions.map(({ id }) => id)).toEqual(["1"]);
  });

  it("is none where nothing was voted up", async () => {
    await expect(made(recall("1", { judged: [judged("a.md", 0, 1)] }))).rejects.toMatchObject({
      code: "not_found",
    });
  });
});

describe("the file of a judged set", () => {
  it("is read as it was written, and never written over", async () => {
    const file = join(temporaryFolder(), "set.json");
    expect(await readLogSet(file)).toBeUndefined();
    const set = await made(recall("1", { filters: { root: "notes" }, session: "s" }));
    await writeLogSet(file, set);
    expect(await readLogSet(file)).toEqual(set);
    const before = readFileSync(file, "utf8");
    await expect(writeLogSet(file, await made(recall("2")))).rejects.toMatchObject({
      code: "invalid_input",
      message: `${file} cannot be written`,
    });
    expect(readFileSync(file, "utf8")).toBe(before);
  });

  it.each([
    ["a question that was changed", (text: string) => text.replace('"keys"', '"locks"'), /was changed since/],
    ["another judgement", (text: string) => text.replace('a.md": 1', 'a.md": 0'), /was changed since/],
    ["a judgement that is none", (text: string) => text.replace('a.md": 1', 'a.md": 2'), /no judged set/],
    ["a field that is not known", (text: string) => text.replace("{", '{"more":1,'), /no judged set/],
    [
      "a question's field that is not known",
      (text: string) => text.replace('"id"', '"more": 1, "id"'),
      /no judged set/,
    ],
    ["another format", (text: string) => text.replace("edge-recall-judged", "judged"), /no judged set/],
    ["what is no JSON", (text: string) => text.slice(1), /is not JSON/],
  ])("is refused with %s", async (_, change, message) => {
    const file = join(temporaryFolder(), "set.json");
    await writeLogSet(file, await made(recall("1")));
    writeFileSync(file, change(readFileSync(file, "utf8")));
    await expect(readLogSet(file)).rejects.toThrow(message);
  });

  it.each([
    ["of a folder that is not there", "none/set.json"],
    ["that is a folder", "."],
  ])("%s cannot be written", async (_, name) => {
    const file = join(temporaryFolder(), name);
    await expect(writeLogSet(file, await made(recall("1")))).rejects.toMatchObject({
      code: "invalid_input",
      message: `${file} cannot be written`,
    });
  });

  it("of no search is one", async () => {
    const file = join(temporaryFolder(), "set.json");
    const whole = await made(recall("1"));
    const hash = createHash("sha256").update("[]").digest("hex");
    await writeLogSet(file, { ...whole, questions: [], hash });
    expect((await readLogSet(file))?.questions).toEqual([]);
  });

  it.each([
    ["half of a search left out", { leftOut: 0.5 }],
    ["a day without a time", { madeAt: "2026-03-01" }],
    ["no workspace", { workspace: undefined }],
  ])("is none with %s", async (_, changes) => {
    const file = join(temporaryFolder(), "set.json");
    await writeLogSet(file, { ...(await made(recall("1"))), ...changes } as never);
    await expect(readLogSet(file)).rejects.toThrow(/no judged set/);
  });

  it("that cannot be read is no file that is not there", async () => {
    await expect(readLogSet(temporaryFolder())).rejects.toThrow(/cannot be read/);
  });
});

it("asks a log's questions as they were, and scores their documents by root and path", async () => {
  const set = await made(
    recall("2", { query: "locks", filters: { root: "notes" }, session: "s" }),
    recall("1", { judged: [judged("a.md", 1), judged("b.md", 1)] }),
  );
  const { questions, score } = logQuestions(set);
  expect(questions).toEqual([
    { id: "1", query: "keys", kind: "" },
    { id: "2", query: "locks", kind: "", filters: { root: "notes" }, session: "s" },
  ]);
  const at = (root: string, path: string) => ({ root, path, startLine: 1, endLine: 1 });
  const hits = [at("docs", "a.md"), at("notes", "b.md"), at("notes", "b.md"), at("notes", "a.md")];
  const [first] = questions;
  if (first === undefined) throw new Error("no question");
  expect(score(first, hits, 100)).toMatchObject({ "hit@1": 0, "MRR@10": 0.5, "recall@5": 1 });
  expect(score(first, hits.slice(0, 2), 5)).toEqual({ "recall@5": 0.5, "hit@1": 0, "hit@5": 1 });
});
