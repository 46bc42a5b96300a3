import { describe, expect, it } from "vitest";
import { type AppError, AppError as Failure } from "../../../src/errors.ts";
import type { GenerationRequest } from "../../../src/models/ports.ts";
import { createMeter } from "../../../src/models/ports.ts";
import { ask } from "../../../src/search/ask/ask.ts";
import type { AskAnswer } from "../../../src/search/contract/ask.ts";
import type { AnyHit } from "../../../src/search/contract/hits.ts";
import type { SearchAnswer, SearchRequest } from "../../../src/search/contract/search.ts";
import { createIsolateCalls } from "../../../src/models/workspace-calls.ts";
import type { WorkspaceContext } from "../../../src/workspaces/context.ts";
import { fakeDatabase, NOW_MS } from "../fakes.ts";

const hit = (id: string, more: object = {}): AnyHit =>
  ({
    ...{ id, root: "notes", citation: `${id}.md#L1`, headings: ["Top"], score: 0.5, relevance: 0.7 },
    text: `text of ${id}`,
    ...more,
  }) as unknown as AnyHit;

const FOUND = {
  ...{ outcome: "answered", degraded: ["embedder_unavailable"], profile: "edge", index: { version: 4 } },
  ...{ asOf: "2026-06-01T12:00:00.000Z", recallId: "r1", hits: [hit("a"), hit("b"), hit("c")] },
};

const written = (...sentences: readonly (readonly [string, readonly number[]])[]) =>
  JSON.stringify({ sentences: sentences.map(([text, passages]) => ({ text, passages })) });

type Said = string | AppError;

/** One question, over a search that finds this and a model that says these, one a call. */
async function answered(
  says: readonly Said[] | undefined,
  { found = {}, used = [] as readonly object[], modelBudget = undefined as number | undefined } = {},
) {
  const { db, batches } = fakeDatabase([[/FROM day_use/, used]]);
  // What was counted before is not counted again.
  const meter = Object.assign(createMeter(), { modelCalls: 4 });
  const searched: SearchRequest[] = [];
  const asked: GenerationRequest[] = [];
  const left: (() => Promise<unknown>)[] = [];
  const notes: Record<string, unknown> = {};
  let clock = NOW_MS;
  const context = {
    ...{ session: db, meter, workspace: 7, nowMs: NOW_MS, notes },
    later: (work: () => Promise<unknown>) => void left.push(work),
  } as unknown as WorkspaceContext;
  const generate = async (request: GenerationRequest) => {
    const say = says?.[asked.length] ?? "";
    asked.push(request);
    clock += 30;
    if (typeof say !== "string") throw say;
    return say;
  };
  const search = async (_: WorkspaceContext, request: SearchRequest) => {
    searched.push(request);
    clock += 20;
    return { ...FOUND, ...found } as unknown as SearchAnswer<AnyHit>;
  };
  const deps = {
    ...{ search, modelBudget, calls: createIsolateCalls(() => clock), now: () => clock },
    generator: says === undefined ? undefined : { model: "writer", generate },
  };
  const result = await ask(deps, context, { question: "Which keys?" } as Parameters<typeof ask>[2]).catch(
    (error: unknown) => error as AppError,
  );
  await Promise.all(left.map((work) => work()));
  return {
    result,
    searched,
    asked,
    notes,
    writes: batches.flat().filter(({ sql }) => sql.startsWith("INSERT")),
  };
}

describe("an answer to a question", () => {
  it("numbers its sources in the order in which they are cited", async () => {
    const { result, asked } = await answered([written(["One.", [3, 1]], ["Two.", [1]], ["Three.", [9]])]);
    expect(result).toMatchObject({
      outcome: "answered",
      sentences: [
        { text: "One.", sources: [1, 2] },
        { text: "Two.", sources: [2] },
      ],
      sources: [
        { number: 1, id: "c", citation: "c.md#L1", headings: ["Top"], score: 0.5, relevance: 0.7 },
        { number: 2, id: "a", root: "notes" },
      ],
      ...{ dropped: 1, passages: 3, model: "writer", degraded: ["embedder_unavailable"], recallId: "r1" },
      timings: { totalMs: 50, searchMs: 20 },
    });
    expect(JSON.parse(asked[0]?.prompt ?? "").passages[1]).toMatchObject({
      number: 2,
      from: "notes:b.md#L1",
    });
  });

  it("has the numbers of a sentence in order, whatever that of its passages", async () => {
    const { result } = await answered([written(["One.", [1]], ["Two.", [2]], ["Three.", [2, 1]])]);
    expect(result).toMatchObject({ sentences: [{}, {}, { sources: [1, 2] }] });
  });

  it.each([
    ["no sentence is kept", [written(["See 77.", [1]])], {}, "nothing_relevant", 3, "writer", 1],
    ["nothing is found", [], { hits: [], outcome: "nothing_found" }, "nothing_found", 0, null, 0],
    ["nothing is relevant", [], { hits: [], outcome: "nothing_relevant" }, "nothing_relevant", 0, null, 0],
    ["the newest stand in", [], { fallback: "recent" }, "nothing_found", 0, null, 0],
    ["hits hold no text", [], { hits: [hit("a", { text: undefined })] }, "nothing_found", 0, null, 0],
    ["hits hold but a citation", [], { hits: [{ citation: "a.md#L1" }] }, "nothing_found", 0, null, 0],
  ] as const)("is none where %s", async (_, says, found, outcome, passages, model, calls) => {
    const { result, asked } = await answered(says, { found });
    expect(result).toMatchObject({ outcome, sentences: [], sources: [], passages, model });
    expect(asked).toHaveLength(calls);
  });

  it("names what comes closest where nothing is relevant, and why nothing answers", async () => {
    const absence = { kind: "never" };
    const closest = [hit("a"), { citation: "b.md#L1" }];
    const found = { hits: [], outcome: "nothing_relevant", closest, absence };
    const { result } = await answered([], { found });
    expect(result).toMatchObject({ absence });
    expect((result as AskAnswer).closest).toEqual([
      { id: "a", root: "notes", citation: "a.md#L1", headings: ["Top"], score: 0.5, relevance: 0.7 },
    ]);
    const whole = (await answered([written(["One.", [1]])])).result;
    expect(whole).not.toHaveProperty("closest");
    expect(whole).not.toHaveProperty("absence");
  });

  it("is searched for by text and in full, and not logged where nothing can be written", async () => {
    const wanted = { query: "Which keys?", view: "full" };
    const [asked, refused] = [await answered([written(["One.", [1]])]), await answered(undefined)];
    expect(asked.searched).toMatchObject([wanted]);
    expect(asked.searched[0]?.log).toBeUndefined();
    expect(refused.searched).toMatchObject([{ ...wanted, log: false }]);
    expect(refused.result).toMatchObject({ code: "generator_unavailable" });
  });
});

describe("the text model of an answer", () => {
  const capacity = new Failure("capacity", "busy");

  it.each([
    ["after a rush", [capacity, written(["One.", [1]])], 2, "answered"],
    ["not after two", [capacity, capacity], 2, "capacity"],
    ["not after another failure", [new Failure("timeout", "slow")], 1, "timeout"],
    ["not after an answer of another form", ["[]"], 1, "generator_unavailable"],
  ] as const)("is asked once more %s", async (_, says, calls, came) => {
    const { result, asked } = await answered(says);
    expect(asked).toHaveLength(calls);
    expect("outcome" in result ? result.outcome : result.code).toBe(came);
  });

  it("passes on why its search was degraded", async () => {
    const outages = [{ part: "embedder", reason: "timeout", message: "slow" }];
    const { result } = await answered([written(["One.", [1]])], { found: { outages } });
    expect(result).toMatchObject({ degraded: ["embedder_unavailable"], outages });
    expect((await answered([written(["One.", [1]])])).result).not.toHaveProperty("outages");
  });

  it("says in the log line why it did not answer, or not usably", async () => {
    expect((await answered([new Failure("timeout", "slow")])).notes).toEqual({
      outages: [{ part: "generator", reason: "timeout", status: undefined }],
    });
    expect((await answered(["[]"])).notes).toMatchObject({ outages: [{ reason: "unusable_text" }] });
    expect((await answered([written(["One.", [1]])])).notes).toEqual({});
  });

  it("counts its calls, those that fail as well, and pauses when the day's are used up", async () => {
    const bound = async (says: readonly Said[]) =>
      (await answered(says)).writes.map(({ params }) => params.slice(0, 5));
    const day = expect.anything();
    const charged = (calls: number) => [day, JSON.stringify([{ workspace: 7, calls }])];
    expect(await bound([capacity, written(["One.", [1]])])).toEqual([[day, 2, 0, 0, null], charged(2)]);
    const untilMs = Date.UTC(2026, 5, 2);
    expect(await bound([new Failure("quota", "used up")])).toEqual([[day, 1, 0, 0, untilMs], charged(1)]);
  });

  it("is not asked beyond the day's calls", async () => {
    const used = [{ calls: 5, texts: 0, passages: 0, pausedUntil: null }];
    const { result, asked, writes } = await answered([written(["One.", [1]])], { used, modelBudget: 5 });
    expect([result, asked, writes]).toMatchObject([{ code: "model_budget" }, [], []]);
    expect((await answered([written(["One.", [1]])], { used, modelBudget: 6 })).asked).toHaveLength(1);
  });
});
