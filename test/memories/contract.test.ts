import { describe, expect, it } from "vitest";
import {
  ForgetParameters,
  ForgetRequest,
  MemoryChange,
  MemoryId,
  MemoryParameters,
  MemoryTypesChange,
  RememberBatchRequest,
  RememberRequest,
} from "../../src/memories/contract/memories.ts";
import {
  MemoryListParameters,
  PruneMemoriesRequest,
  RecentParameters,
  TimelineParameters,
} from "../../src/memories/contract/memory-lists.ts";

const ID = "0123456789abcdef".repeat(2);

it.each<[string, string, boolean]>([
  ["whole", ID, true],
  ["of eight characters", ID.slice(0, 8), true],
  ["of seven characters", ID.slice(0, 7), false],
  ["of one character too many", `${ID}0`, false],
  ["in capitals", ID.toUpperCase(), false],
  ["of other letters", "0123456g", false],
  ["with text before it", ` ${ID.slice(0, 9)}`, false],
  ["with text behind it", `${ID.slice(0, 9)} `, false],
])("an id of a memory is %s", (_, id, isOne) => {
  expect(MemoryId.safeParse(id).success).toBe(isOne);
});

type Row = readonly [rule: string, value: object, isAllowed: boolean];
interface Schema {
  readonly safeParse: (value: object) => { readonly success: boolean };
}

/** Cases of a request that is whole but for what each row says. */
const cases = (schema: Schema, whole: object, rows: readonly Row[]) =>
  rows.map(([rule, value, isAllowed]) => [rule, schema, { ...whole, ...value }, isAllowed] as const);

describe("a request on memories", () => {
  it.each([
    ...cases(RememberRequest, { text: "A boat." }, [
      ["100,000 characters", { text: "a".repeat(100_000) }, true],
      ["no more characters", { text: "a".repeat(100_001) }, false],
      ["no empty text", { text: "" }, false],
      ["no text of white space", { text: " \n\t" }, false],
      ["no NUL", { text: "a\0" }, false],
      ["no half a character", { text: "a\ud800" }, false],
      ["what it takes the place of", { supersedes: ID.slice(0, 8) }, true],
      ["no short id of it", { supersedes: ID.slice(0, 7) }, false],
      ["nothing else", { id: ID }, false],
    ]),
    ...cases(MemoryChange, {}, [
      ["no change at all", {}, true],
      ["no change to an empty text", { text: " " }, false],
      ["the version that is expected", { expects: 1 }, true],
      ["no version 0", { expects: 0 }, false],
      ["no broken version", { expects: 1.5 }, false],
      ["no change of what it superseded", { supersedes: ID }, false],
    ]),
    ...cases(RememberBatchRequest, {}, [
      ["100 memories", { memories: Array.from({ length: 100 }, () => ({})) }, true],
      ["no more memories", { memories: Array.from({ length: 101 }, () => ({})) }, false],
      ["no batch of none", { memories: [] }, false],
      ["a batch of what is no memory, which is refused by itself", { memories: [7] }, true],
    ]),
    ...cases(ForgetRequest, { query: "boat" }, [
      ["a query of 2,000 characters", { query: "q".repeat(2_000) }, true],
      ["no longer query", { query: "q".repeat(2_001) }, false],
      ["no query of white space", { query: "  " }, false],
      ["no query with NUL", { query: "q\0" }, false],
      ["a type and a session", { type: "decision", session: "s" }, true],
      ["no session without a name", { session: "" }, false],
      ["no query with anything else", { limit: 1 }, false],
    ]),
    ...cases(MemoryTypesChange, {}, [
      ["50 own types", { own: Array.from({ length: 50 }, (_, at) => `type${at}`) }, true],
      ["no more own types", { own: Array.from({ length: 51 }, (_, at) => `type${at}`) }, false],
      ["no own types at all", { own: [] }, true],
    ]),
    ...cases(MemoryListParameters, {}, [
      ["a page of 100", { limit: "100" }, true],
      ["no page of more", { limit: "101" }, false],
      ["no page of none", { limit: "0" }, false],
      ["a quality from 0", { minQuality: "0" }, true],
      ["a quality to 1", { minQuality: "1" }, true],
      ["no quality above 1", { minQuality: "1.1" }, false],
      ["no quality below 0", { minQuality: "-0.1" }, false],
      ["a source of 500 characters", { source: "s".repeat(500) }, true],
      ["no longer source", { source: "s".repeat(501) }, false],
      ["no source of white space", { source: " " }, false],
      ["a cursor of 512 characters", { cursor: "c".repeat(512) }, true],
      ["no longer cursor", { cursor: "c".repeat(513) }, false],
      ["no unknown order", { sort: "best" }, false],
      ["no unknown state", { state: "lost" }, false],
      ["no page of anything else", { query: "boat" }, false],
    ]),
    ...cases(TimelineParameters, { around: ID }, [
      ["a timeline of none before", { before: "0" }, true],
      ["a timeline of 100 after", { after: "100" }, true],
      ["no timeline of more before", { before: "101" }, false],
      ["no timeline of fewer than none", { after: "-1" }, false],
      ["no timeline around a short id", { around: ID.slice(0, 7) }, false],
    ]),
    ...cases(RecentParameters, {}, [
      ["100 recent ones", { limit: "100" }, true],
      ["no more recent ones", { limit: "101" }, false],
      ["not none of them", { limit: "0" }, false],
      ["no recent ones of an unknown kind", { kind: "note" }, false],
    ]),
    ...cases(PruneMemoriesRequest, {}, [
      ["what is older than an age", { olderThan: "90d" }, true],
      ["what is of a session", { session: "s" }, true],
      ["no forgetting of everything", {}, false],
      ["no forgetting of everything of a type", { type: "fact" }, false],
      ["no age of over 32 characters", { olderThan: "9".repeat(33) }, false],
    ]),
  ])("may hold %s", (_, schema, value, isAllowed) => {
    expect(schema.safeParse(value).success).toBe(isAllowed);
  });

  it("is not forced, not final, without history, and no dry run where it does not say", () => {
    expect(RememberRequest.parse({ text: "A boat." }).force).toBe(false);
    expect(MemoryChange.parse({})).toEqual({ force: false });
    expect([ForgetParameters.parse({}), MemoryParameters.parse({})]).toEqual([
      { now: false },
      { history: false, limit: 20 },
    ]);
    expect(PruneMemoriesRequest.parse({ session: "s" }).dryRun).toBe(false);
    expect(ForgetRequest.parse({ query: " boat " }).query).toBe("boat");
  });

  it("is a page of its usual length and order where it does not say", () => {
    const usual = { limit: 20, sort: "newest", state: "live", recalled: false };
    expect(MemoryListParameters.parse({})).toEqual(usual);
    expect(TimelineParameters.parse({ around: ID })).toMatchObject({
      before: 5,
      after: 5,
      sameSession: false,
    });
    expect(RecentParameters.parse({})).toEqual({ limit: 10 });
    expect(MemoryListParameters.parse({ source: " chat " }).source).toBe("chat");
  });
});
