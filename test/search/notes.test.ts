import { describe, expect, it } from "vitest";
import { AppError } from "../../src/errors.ts";
import { SearchRequest } from "../../src/search/contract/search.ts";
import { within } from "../../src/search/hops/attempt.ts";
import { createIsolateMemory } from "../../src/search/hops/isolate-memory.ts";
import { checkSettings } from "../../src/search/profiles/resolve-profile.ts";
import { recallRow } from "../../src/search/record/recall-log.ts";
import { reasonToSkip, withoutEnvelope } from "../../src/search/skip/skip-search.ts";
import type { RecallDraft } from "../../src/search/sql/search-writes.ts";
import { countTokens } from "../../src/text/tokens/count-tokens.ts";
import { shortHash } from "../../src/text/hash.ts";
import { timeOrderedId } from "../../src/text/time-ordered-id.ts";
import { found } from "../support/found.ts";

const AT = Date.UTC(2026, 4, 3, 7, 11);

describe("the row of a search", () => {
  const hits = [{ citation: "a.md#L1" }, { citation: "b.md#L2" }];
  const draft = (more: object = {}, answer: object = {}): RecallDraft => ({
    ...{ token: "t1", settings: { "fusion.k": 60 }, logged: [] },
    request: SearchRequest.parse({ query: "keys", ...more }),
    answer: { ...found([]), recallId: timeOrderedId(AT), hits, outcome: "found", ...answer },
  });

  it("says who asked what, when, how, and what came of it", async () => {
    const asked = draft(
      { session: "s1", profile: "latest", filters: { root: "notes" } },
      { degraded: ["quota"], timings: { totalMs: 12, hops: 2, stages: {} } },
    );
    expect(await recallRow(asked, "text")).toEqual({
      ...{
        id: asked.answer.recallId,
        at: AT,
        token: "t1",
        session: "s1",
        profile: "latest",
        outcome: "found",
      },
      ...{ query: "keys", queryHash: null, settingsHash: await shortHash('{"fusion.k":60}') },
      ...{ filters: '{"root":"notes"}', hits: "[]", degraded: '["quota"]', cached: 0, totalMs: 12 },
      tokens: countTokens(JSON.stringify(hits)),
    });
  });

  it("is empty of what was not asked, and costs nothing where nothing was found", async () => {
    const row = await recallRow({ ...draft({}, { hits: [] }), settings: undefined }, "hash");
    expect(row).toMatchObject({ session: null, filters: null, settingsHash: null, tokens: 0, query: null });
    expect(row.queryHash).toBe(await shortHash("keys"));
  });

  it("says that the answer was a kept one, not that an embedding was", async () => {
    const cached = async (...of: readonly string[]) =>
      (await recallRow(draft({}, { use: { ...found([]).use, cached: of } }), "text")).cached;
    expect([await cached("answer"), await cached("embedding"), await cached()]).toEqual([1, 0, 0]);
  });
});

describe("what an isolate remembers", () => {
  it("keeps searches that wait workspace by workspace, until they are taken", () => {
    const memory = createIsolateMemory(2);
    const search = { tally: undefined, recall: undefined };
    expect([memory.addSearch(1, search), memory.addSearch(1, search), memory.addSearch(2, search)]).toEqual([
      ...[false, true, false],
    ]);
    expect([1, 2, 3].map((workspace) => memory.waitingSearches(workspace))).toEqual([2, 1, 0]);
    expect(memory.takeSearches(1)).toHaveLength(2);
    expect([memory.takeSearches(1), memory.takeSearches(2).length, memory.waitingSearches(2)]).toEqual([
      [],
      1,
      0,
    ]);
  });

  it("has searches that were put back taken by the next one, in their order", () => {
    const memory = createIsolateMemory(2);
    const of = (totalMs: number) => ({ tally: { totalMs } as never, recall: undefined });
    memory.addSearch(1, of(1));
    const taken = memory.takeSearches(1);
    expect(memory.addSearch(1, of(2))).toBe(false);
    memory.returnSearches(1, taken);
    expect(memory.takeSearches(1)).toEqual([of(1), of(2)]);
    // One that can never be noted keeps no others from it.
    memory.returnSearches(1, taken);
    expect(memory.addSearch(1, of(3))).toBe(false);
    expect(memory.takeSearches(1)).toEqual([of(3)]);
  });

  it("distrusts a token until it is told, and no other", () => {
    const memory = createIsolateMemory(2);
    memory.distrust("a", 1_000);
    expect([
      memory.isDistrusted("a", 999),
      memory.isDistrusted("a", 1_000),
      memory.isDistrusted("b", 0),
    ]).toEqual([...[true, false, false]]);
  });

  it("plans the first search of a workspace without its settings, later ones with them", () => {
    const memory = createIsolateMemory(2);
    const seen = { settings: '{"recallLog":"off"}', space: "m" };
    expect(memory.lastSeen(1)).toMatchObject({ settings: "{}" });
    memory.see(1, seen);
    expect([memory.lastSeen(1), memory.lastSeen(2).settings]).toEqual([seen, "{}"]);
  });
});

it("does no work for which no time is left", async () => {
  let calls = 0;
  const work = async () => {
    calls += 1;
    return "done";
  };
  for (const ms of [0, -1]) await expect(within(ms, work)).rejects.toMatchObject({ code: "timeout" });
  expect(calls).toBe(0);
  expect(await within(1_000, work)).toBe("done");
});

describe("a refused setting", () => {
  const refusal = (settings: Parameters<typeof checkSettings>[0]) => {
    try {
      checkSettings(settings);
    } catch (error) {
      return error instanceof AppError
        ? { ...(error.details as object), code: error.code, message: error.message }
        : error;
    }
  };

  it("is named with what is allowed", () => {
    expect(refusal({ "fusion.k": 0 })).toEqual({
      ...{ code: "invalid_input", setting: "fusion.k", allowed: "a number from 1 to 1000" },
      message: "fusion.k is a number from 1 to 1000",
    });
  });

  it("that there is not is named with the one that was meant, and with all there are", () => {
    expect(refusal({ "fusion.kk": 1 })).toMatchObject({
      ...{ code: "invalid_input", setting: "fusion.kk", meant: "fusion.k" },
      allowed: expect.arrayContaining(["fusion.k", "result.limit"]),
      message:
        "There is no setting fusion.kk; did you mean fusion.k? (`recall profiles edge` or GET /v1/profiles lists them)",
    });
    const far = refusal({ something: 1 });
    expect(far).not.toHaveProperty("meant");
    expect(far).toMatchObject({
      message: "There is no setting something (`recall profiles edge` or GET /v1/profiles lists them)",
    });
  });
});

describe("an automatic recall", () => {
  const ask = (query: string, auto?: boolean) => SearchRequest.parse({ query, auto });

  it("alone is skipped for small talk, and never for nothing at all", () => {
    expect([
      reasonToSkip(ask("hello", true)) !== undefined,
      reasonToSkip(ask("hello")),
      reasonToSkip(ask("  ", true)),
    ]).toEqual([...[true, undefined, undefined]]);
  });

  it("alone is freed of what a gateway put before it", () => {
    const enveloped = "[cron:a] where are the keys";
    expect(withoutEnvelope(ask(enveloped, true)).query).toBe("where are the keys");
    expect(withoutEnvelope(ask(enveloped, false)).query).toBe(enveloped);
    expect(withoutEnvelope(ask(enveloped)).query).toBe(enveloped);
  });
});
