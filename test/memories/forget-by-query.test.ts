import { describe, expect, it } from "vitest";
import { ForgetRequest } from "../../src/memories/contract/memories.ts";
import { type ForgetParts, forgetByQuery } from "../../src/memories/forget-by-query.ts";
import type { SearchRequest } from "../../src/search/contract/search.ts";
import { memoryDatabase, memoryId } from "./memory-database.ts";

interface Near {
  readonly digit: string;
  readonly text?: string;
  readonly similarity?: number;
}

describe("forgetting by what a memory says", () => {
  const { context, create, find } = memoryDatabase();

  /** A search that finds these, and notes what it was asked. */
  const searching = (near: readonly Near[], asked: SearchRequest[], knows: boolean): ForgetParts => ({
    knowsMeaning: () => knows,
    batch: { memories: 1, alone: 1 },
    search: async (_, request) => {
      asked.push(request);
      const hits = near.map(({ digit, text, similarity }) => ({
        ...{ path: memoryId(digit), text, scores: { ...(similarity !== undefined && { similarity }) } },
      }));
      return { hits } as unknown as Awaited<ReturnType<ForgetParts["search"]>>;
    },
  });
  const forget = async (request: object, near: readonly Near[] = [], knows = true) => {
    const asked: SearchRequest[] = [];
    const answer = await forgetByQuery(
      await context(),
      searching(near, asked, knows),
      ForgetRequest.parse(request),
    );
    return { ...answer, asked, scores: answer.candidates.map(({ id, score }) => [id[0], score]) };
  };

  it.each([
    ["another session", { session: "s2" }],
    ["another type", { type: "decision" }],
  ])("leaves a memory of exactly this text that is of %s", async (_, filter) => {
    await create("a", "The heron nests.", { session: "s1" });
    const near = [{ digit: "a", text: "The heron nests.", similarity: 1 }];
    expect(await forget({ query: "the heron nests", ...filter }, near)).toMatchObject({
      ...{ forgotten: null, candidates: [] },
    });
    expect(await find("a")).toBeDefined();
    const { forgotten } = await forget({ query: "the heron nests", session: "s1", type: "fact" });
    expect(forgotten?.id).toBe(memoryId("a"));
  });

  it.each([
    [0.9, false],
    [0.901, true],
  ])("at a similarity of %d forgets: %s", async (similarity, isForgotten) => {
    const { text } = await create("a", "The physician purchases a vehicle.");
    const { forgotten, scores } = await forget({ query: "a doctor buys the car" }, [
      { digit: "a", text: `${text}\n`, similarity },
    ]);
    expect([forgotten !== null, scores]).toEqual([isForgotten, [["a", similarity]]]);
  });

  it.each([
    ["the embeddings tell no meaning", false, "The physician purchases a vehicle."],
    ["the vector is of a part of it", true, "The physician purchases"],
  ])("does not count a similarity where %s", async (_, knows, text) => {
    await create("a", "The physician purchases a vehicle.");
    const { forgotten, scores } = await forget(
      { query: "a doctor buys the car" },
      [{ digit: "a", text, similarity: 0.99 }],
      knows,
    );
    expect([forgotten, scores]).toEqual([null, [["a", 0]]]);
  });

  it.each([
    ["the cluster runs six replicas", "The cluster runs three replicas."],
    ["the payment is 12 euros", "The payment is 12 dollars."],
    ["Retries are forbidden", "Retries are allowed."],
    ["the parser was written by bernd", "The parser was written by anna."],
    ["orders are moved to archive", "archive is moved to orders"],
  ])("of %j forgets no memory that says %j, however alike they are", async (query, text) => {
    await create("a", text);
    const { forgotten, candidates } = await forget({ query }, [{ digit: "a", text, similarity: 0.99 }]);
    expect([forgotten, candidates.length]).toEqual([null, 1]);
  });

  it("forgets none where two clearly say it, and lists them by score, then by id", async () => {
    await create("b", "The physician purchases a vehicle.");
    await create("a", "The physician acquires a vehicle.");
    await create("c", "A doctor buys the car.");
    const near = ["b", "a"].map((digit) => ({
      ...{ digit, similarity: 0.95 },
      text: digit === "b" ? "The physician purchases a vehicle." : "The physician acquires a vehicle.",
    }));
    const { forgotten, scores } = await forget({ query: "a doctor buys the car" }, [...near, { digit: "c" }]);
    expect([forgotten, scores]).toEqual([
      null,
      [
        ["c", 1],
        ["a", 0.95],
        ["b", 0.95],
      ],
    ]);
  });

  it("asks for memories of that type and session as they are now, whatever their score, unlogged", async () => {
    const { asked } = await forget({ query: "herons", type: "fact", session: "s" });
    expect(asked).toMatchObject([
      {
        ...{ query: "herons", minScore: 0, consistency: "strong", log: false, limit: 10, view: "full" },
        filters: { kind: "memory", type: "fact", session: "s" },
      },
    ]);
  });

  it("shows at most 200 characters of each, whole ones", async () => {
    await create("a", `${"🦆".repeat(200)}`);
    await create("b", `${"🦆".repeat(201)}`);
    const { candidates } = await forget({ query: "ducks" }, [{ digit: "a" }, { digit: "b" }]);
    expect(candidates.map(({ text }) => text)).toEqual(["🦆".repeat(200), `${"🦆".repeat(199)}…`]);
  });
});
