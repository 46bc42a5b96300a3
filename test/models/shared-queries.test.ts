import { describe, expect, it } from "vitest";
import { AppError } from "../../src/errors.ts";
import type { Embedder, QueryForEmbedding } from "../../src/models/ports.ts";
import { sharedQueries } from "../../src/models/shared-queries.ts";

/** Searches of the request. */
const MOST = 20;

const query = (text: string): QueryForEmbedding => ({ text, words: [] });

/** Answers each text's length; `refuses` says of a call's texts whether they are refused. */
function embedderOf(calls: string[][], refuses: (texts: readonly string[]) => Error | undefined): Embedder {
  const embed = async (queries: readonly QueryForEmbedding[]) => {
    const texts = queries.map(({ text }) => text);
    calls.push(texts);
    const error = refuses(texts);
    if (error !== undefined) throw error;
    return texts.map((text) => Float32Array.of(text.length));
  };
  return {
    ...{ kind: "neural", maxBatch: 3, embedChunks: async () => [] },
    space: { model: "m", pooling: "cls", dimensions: 1, prefixVersion: 1 },
    embedQuery: async (one) => (await embed([one]))[0],
    embedQueries: embed,
  };
}

function shared(refuses: (texts: readonly string[]) => Error | undefined = () => undefined) {
  const calls: string[][] = [];
  const together = sharedQueries(MOST);
  const ask = (text: string, signal?: AbortSignal) =>
    together(embedderOf(calls, refuses))
      .embedQuery(query(text), signal)
      .then((vector) => vector?.[0]);
  return { calls, ask };
}

describe("queries of one request", () => {
  it("are embedded in one call, each text once, and answered each with its own", async () => {
    const { calls, ask } = shared();
    expect(await Promise.all(["a", "bbb", "a"].map((text) => ask(text)))).toEqual([1, 3, 1]);
    expect(calls).toEqual([["a", "bbb"]]);
    expect(await ask("cc")).toBe(2);
    expect(calls[1]).toEqual(["cc"]);
  });

  it("wait for nobody once all have asked", () => {
    const calls: string[][] = [];
    const together = sharedQueries(2);
    for (const text of ["a", "b"]) void together(embedderOf(calls, () => undefined)).embedQuery(query(text));
    expect(calls).toEqual([["a", "b"]]);
  });

  it("are as many a call as the model takes", async () => {
    const { calls, ask } = shared();
    await Promise.all(["a", "b", "c", "d"].map((text) => ask(text)));
    expect(calls).toEqual([["a", "b", "c"], ["d"]]);
  });

  it("are asked one by one where the model refuses them together: only the refused one fails", async () => {
    const { calls, ask } = shared((texts) =>
      texts.includes("bad") ? new AppError("embedder_refused", "refused") : undefined,
    );
    const answers = await Promise.allSettled(["a", "bad", "cc"].map((text) => ask(text)));
    expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(calls).toEqual([["a", "bad", "cc"], ["a"], ["bad"], ["cc"]]);
  });

  it("all fail when the model fails, and are not asked again", async () => {
    const { calls, ask } = shared(() => new AppError("quota", "used up"));
    const answers = await Promise.allSettled(["a", "b"].map((text) => ask(text)));
    for (const answer of answers)
      expect(answer).toMatchObject({ status: "rejected", reason: { code: "quota" } });
    expect(calls).toHaveLength(1);
  });

  it("leave the others their vectors when one of them is given up", async () => {
    const { ask } = shared();
    const first = ask("a", AbortSignal.abort());
    const second = ask("bb");
    await expect(first).rejects.toMatchObject({ code: "timeout" });
    expect(await second).toBe(2);
  });

  it("stay apart where their models differ, and as they are where a model takes one at a time", async () => {
    const calls: string[][] = [];
    const together = sharedQueries(MOST);
    const one = embedderOf(calls, () => undefined);
    const other = { ...one, space: { ...one.space, model: "other" } };
    const { embedQueries: _, ...single } = one;
    await Promise.all([together(one), together(other)].map((of) => of.embedQuery(query("a"))));
    expect(calls).toEqual([["a"], ["a"]]);
    expect(together(single)).toBe(single);
  });
});
