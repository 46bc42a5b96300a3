import { describe, expect, it } from "vitest";
import { AppError } from "../../../src/errors.ts";
import { called, type Serve, WAYS } from "../call-tool.ts";

describe("remember", () => {
  const kept = (id: string, more: object = {}) => ({
    action: "created",
    memory: { id },
    redacted: [],
    mayContradict: [],
    ...more,
  });

  it("keeps one text by itself, with all that was said of it", async () => {
    const said = {
      type: "decision",
      tags: ["a"],
      session: "s",
      source: "agent",
      importance: 0.7,
      priority: 2,
    };
    const answer = kept("one", { redacted: [{ kind: "aws_key" }, { kind: "email" }] });
    const args = { texts: ["Herons eat frogs."], ...said, supersedes: "0123456789" };
    const { asked, structured, lines, progress } = await called("remember", args, "remember", answer);
    expect(asked).toEqual([
      [WAYS.writing, { text: "Herons eat frogs.", ...said, supersedes: "0123456789", force: false }],
    ]);
    expect(structured).toEqual({
      memories: [{ id: "one", action: "created", redacted: ["aws_key", "email"] }],
    });
    expect(lines).toEqual(["created one, without aws_key, email"]);
    expect(progress).toEqual([]);
  });

  it("tells what a text may contradict, and once how that is settled", async () => {
    const rival = (words: string) => ({ id: "x", date: "", words, text: "Herons\neat eels." });
    const mayContradict = [
      rival("may contradict a, newer, 1 day later"),
      rival("may contradict b, older, 1 day earlier"),
    ];
    const answer = kept("one", { mayContradict });
    const args = { texts: ["Herons eat frogs."] };
    const { structured, lines } = await called("remember", args, "remember", answer);
    const told = [
      "may contradict a, newer, 1 day later: Herons eat eels.",
      "may contradict b, older, 1 day earlier: Herons eat eels.",
    ];
    expect(structured).toEqual({ memories: [{ id: "one", action: "created", mayContradict: told }] });
    expect(lines).toEqual([
      "created one",
      ...told.map((line) => `  ${line}`),
      "To replace one, remember the text again with its id as supersedes.",
    ]);
  });

  const texts = Array.from({ length: 41 }, (_, at) => `Fact ${at}.`);
  const answerAll: Serve = (_, asked) => ({
    answers: (asked as { memories: { text: string }[] }).memories.map(({ text }) => kept(text)),
  });

  it("keeps many in slices of twenty, in order, and tells how far it is", async () => {
    const args = { texts, type: "fact", force: true };
    const { asked, structured, progress } = await called("remember", args, "rememberMany", answerAll);
    const sent = asked.map(([context, request]) => {
      expect(context).toBe(WAYS.writing);
      return (request as { memories: object[] }).memories;
    });
    expect(sent.map(({ length }) => length)).toEqual([20, 20, 1]);
    expect(sent.flat()).toEqual(texts.map((text) => ({ text, type: "fact", force: true })));
    expect(structured.memories).toEqual(texts.map((id) => ({ id, action: "created" })));
    expect(progress).toEqual([
      [20, 41],
      [40, 41],
      [41, 41],
    ]);
  });

  it("keeps no slice more for a client that has gone", async () => {
    const gone = new AbortController();
    let slices = 0;
    const answer: Serve = (...given) => {
      slices += 1;
      gone.abort();
      return answerAll(...given);
    };
    const signal = { signal: gone.signal };
    await expect(called("remember", { texts }, "rememberMany", answer, signal)).rejects.toThrow("abort");
    expect(slices).toBe(1);
  });

  it("tells of each text what became of it, a failure with what to do", async () => {
    const answers = [
      kept("one", { action: "merged" }),
      { error: { code: "capacity", message: "Too many" } },
      kept("two", { action: "unchanged" }),
    ];
    const args = { texts: ["a", "b", "c"] };
    const { structured, lines } = await called("remember", args, "rememberMany", { answers });
    const error = "capacity: Too many. Send fewer at once.";
    expect(structured.memories).toEqual([
      { id: "one", action: "merged" },
      { action: "failed", error },
      { id: "two", action: "unchanged" },
    ]);
    expect(lines).toEqual(["merged one", error, "unchanged two"]);
  });
});

describe("forget", () => {
  const byQuery = (answer: object) => called("forget", { query: "Herons." }, "forgetByQuery", answer);

  it("by what a memory says forgets it, or names those that it could be", async () => {
    const one = await byQuery({ forgotten: { id: "one", undoUntil: "2026-06-02" }, candidates: [] });
    expect(one.asked).toEqual([[WAYS.deleting, { query: "Herons." }]]);
    expect(one.structured).toEqual({ id: "one", undoUntil: "2026-06-02", candidates: [] });
    expect(one.lines).toEqual(["Forgotten: one; undo until 2026-06-02"]);
    expect((await byQuery({ forgotten: { id: "one", undoUntil: null } })).lines).toEqual(["Forgotten: one"]);
    const candidates = [{ id: "two", score: 0.456, text: "Storks." }];
    const none = await byQuery({ forgotten: null, candidates });
    expect(none.structured).toEqual({ id: null, undoUntil: null, candidates });
    expect(none.lines).toEqual(["Nothing forgotten; name one by its id:", "two 0.46 Storks."]);
    expect((await byQuery({ forgotten: null, candidates: [] })).lines).toEqual(["Nothing says that."]);
  });

  it("brings back by the id, also as a citation has it, and forgets nothing then", async () => {
    const answer = { memory: { id: "one" } };
    const { asked, structured, lines } = await called(
      "forget",
      { id: "memories:3f9a2c1b", undo: true },
      "undoForget",
      answer,
    );
    expect(asked).toEqual([[WAYS.writing, "3f9a2c1b"]]);
    expect(structured).toEqual({ id: "one", undoUntil: null, candidates: [] });
    expect(lines).toEqual(["Back: one"]);
  });
});

describe("graph", () => {
  const at = (citation: string) => ({ root: "notes", citation });
  const NONE = { entities: [], relations: [], truncated: false };
  const around = (answer: object, args: object = {}) =>
    called("graph", { query: "Ana", ...args }, "graphAround", { ...NONE, ...answer });

  it("asks for one step and twenty entities unless told otherwise", async () => {
    const { asked } = await around({});
    expect(asked[0]?.[0]).toBe(WAYS.reading);
    expect(asked[0]?.[1]).toMatchObject({ query: "Ana", depth: 1, limit: 20 });
    expect((await around({}, { depth: 2, limit: 50 })).asked[0]?.[1]).toMatchObject({ depth: 2, limit: 50 });
  });

  it("names both ends of a relation, and in the text three of who says so", async () => {
    const citations = ["a.md#L1", "b.md#L2", "c.md#L3", "d.md#L4"].map(at);
    const ana = { slug: "ana", name: "Ana", type: "person", aliases: ["A.", "Anna"], citations };
    const acme = { slug: "acme", name: "Acme Corp", type: "organization", aliases: [], citations: [] };
    const { structured, lines } = await around({
      entities: [ana, acme],
      relations: [
        { from: "ana", type: "works_at", to: "acme", citations: citations.slice(0, 1) },
        { from: "elsewhere", type: "owns", to: "ana", citations: [] },
      ],
      truncated: true,
    });
    const all = citations.map(({ citation }) => `notes:${citation}`);
    expect(structured).toEqual({
      entities: [
        { name: "Ana", type: "person", aliases: ["A.", "Anna"], citations: all },
        { name: "Acme Corp", type: "organization", aliases: [], citations: [] },
      ],
      relations: [
        { from: "Ana", type: "works_at", to: "Acme Corp", citations: all.slice(0, 1) },
        { from: "elsewhere", type: "owns", to: "Ana", citations: [] },
      ],
      truncated: true,
    });
    expect(lines).toEqual([
      "Ana: person (also A., Anna) [notes:a.md#L1, notes:b.md#L2, notes:c.md#L3]",
      "Acme Corp: organization",
      "Ana works_at Acme Corp [notes:a.md#L1]",
      "elsewhere owns Ana",
      "There may be more than is shown: ask about fewer names at once, or with a larger limit.",
    ]);
    expect((await around({})).lines).toEqual(["Nothing is named so, nor by the best hits."]);
  });
});

describe("status", () => {
  const INDEX = { indexedAt: null, pendingChunks: 3, failedDocuments: 1, failedWork: 4, embedder: "bge" };
  const answer = { workspace: "w", scope: "read", documents: 5, chunks: 9, roots: [], index: INDEX };

  it("counts what failed together, and says when nothing was indexed yet", async () => {
    const { structured, lines, asked } = await called("status", {}, "status", answer);
    expect(asked).toEqual([[WAYS.reading]]);
    expect(structured).toEqual({
      ...{ workspace: "w", scope: "read", documents: 5, chunks: 9, roots: {}, indexedAt: null },
      ...{ pending: 3, failed: 5, embedder: "bge" },
    });
    expect(lines).toEqual([
      "workspace w, token read: 5 documents, 9 passages",
      "roots: none",
      "indexed never, 3 pending, 5 failed, bge",
    ]);
  });

  it("names each root with its documents", async () => {
    const roots = [
      { root: "a", documents: 2, bytes: 7 },
      { root: "b", documents: 3, bytes: 8 },
    ];
    const index = { ...INDEX, indexedAt: "2026-06-01T12:00:00.000Z" };
    const { structured, lines } = await called("status", {}, "status", { ...answer, roots, index });
    expect(structured).toMatchObject({ roots: { a: 2, b: 3 }, indexedAt: index.indexedAt });
    expect(lines.slice(1)).toEqual([
      "roots: a (2), b (3)",
      "indexed 2026-06-01T12:00:00.000Z, 3 pending, 5 failed, bge",
    ]);
  });
});

it("what a service refuses is thrown as it is, for the server to tell", async () => {
  const refuse = () => {
    throw new AppError("quota", "No more today");
  };
  await expect(called("search", { query: "x" }, "search", refuse)).rejects.toMatchObject({ code: "quota" });
});
