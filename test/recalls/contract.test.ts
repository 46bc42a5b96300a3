import { describe, expect, it } from "vitest";
import {
  FeedbackListParameters,
  FeedbackParameters,
  FeedbackRequest,
} from "../../src/recalls/contract/feedback.ts";
import {
  ClearParameters,
  RecallId,
  RecallLogChange,
  RecallParameters,
  ReportParameters,
} from "../../src/recalls/contract/recalls.ts";

const ID = "0199d3f0-0000-7000-8000-000000000001";
const HEX = "0123456789abcdef";

describe("the id of a search", () => {
  it.each<[string, string, boolean]>([
    ["whole", ID, true],
    ["of eight characters", ID.slice(0, 8), true],
    ["of seven characters", ID.slice(0, 7), false],
    ["of one character too many", `${ID}0`, false],
    ["of all digits", HEX, true],
    ["with a dash first", `-${HEX}`, false],
    ["with dashes inside", "0-------", true],
    ["in capitals", HEX.toUpperCase(), false],
    ["of other letters", "0123456g", false],
    ["with text before it", ` ${ID.slice(0, 9)}`, false],
    ["with text behind it", `${ID.slice(0, 9)} `, false],
  ])("%s", (_, id, isOne) => {
    expect(RecallId.safeParse(id).success).toBe(isOne);
  });
});

describe("the name of a hit", () => {
  it.each<[string, string | number, boolean]>([
    ["a rank", "1", true],
    ["a rank as a number", 12, true],
    ["the last rank", "999", true],
    ["no rank of four digits", "1000", false],
    ["no rank of four digits as a number", 1000, false],
    ["no rank 0", "0", false],
    ["no rank with a zero first", "01", false],
    ["no negative rank", -1, false],
    ["no broken rank", 1.5, false],
    ["eight digits, which are an id", "12345678", true],
    ["an id of zeros", "00000000", true],
    ["an id", HEX, true],
    ["an id of 64 characters", "a".repeat(64), true],
    ["no id of 65 characters", "a".repeat(65), false],
    ["no id of seven characters", "abcdef0", false],
    ["no id in capitals", "ABCDEF01", false],
    ["no id of other letters", "abcdefgh", false],
    ["no id with text before it", " abcdef01", false],
    ["no id with text behind it", "abcdef01 ", false],
    ["nothing", "", false],
  ])("is %s", (_, chunk, isOne) => {
    const { success, data } = FeedbackParameters.safeParse({ recallId: ID, chunk });
    expect([success, data?.chunk]).toEqual([isOne, isOne ? String(chunk) : undefined]);
  });
});

describe("a vote", () => {
  const vote = (more: object) =>
    FeedbackRequest.safeParse({ recallId: ID, chunk: "1", value: "up", ...more }).success;

  it.each<[string, object, boolean]>([
    ["up", {}, true],
    ["down", { value: "down" }, true],
    ["not taken back so", { value: "none" }, false],
    ["with an empty note", { note: "" }, true],
    ["with a note of 500 characters", { note: "n".repeat(500) }, true],
    ["without a longer one", { note: "n".repeat(501) }, false],
    ["without a line break in its note", { note: "a\nb" }, false],
    ["without half a character in its note", { note: "a\ud800" }, false],
    ["without anything else", { weight: 2 }, false],
  ])("is given %s", (_, more, isOne) => {
    expect(vote(more)).toBe(isOne);
  });
});

describe("what is asked of the log", () => {
  it.each<[string, { safeParse: (value: object) => { success: boolean } }, object, boolean]>([
    ["a page of 200 votes", FeedbackListParameters, { limit: "200" }, true],
    ["no page of more votes", FeedbackListParameters, { limit: "201" }, false],
    ["no page of no votes", FeedbackListParameters, { limit: "0" }, false],
    ["a cursor of 200 characters", FeedbackListParameters, { cursor: "c".repeat(200) }, true],
    ["no longer cursor", FeedbackListParameters, { cursor: "c".repeat(201) }, false],
    ["a page of 200 searches", RecallParameters, { limit: "200" }, true],
    ["no page of more searches", RecallParameters, { limit: "201" }, false],
    ["no page of no searches", RecallParameters, { limit: "0" }, false],
    ["no broken page", RecallParameters, { limit: "1.5" }, false],
    ["a session of 128 characters", RecallParameters, { session: "s".repeat(128) }, true],
    ["no longer session", RecallParameters, { session: "s".repeat(129) }, false],
    ["no empty session", RecallParameters, { session: "" }, false],
    ["an outcome", RecallParameters, { outcome: "nothing_relevant" }, true],
    ["no unknown outcome", RecallParameters, { outcome: "lost" }, false],
    ["no unknown profile", RecallParameters, { profile: "none" }, false],
    ["a cursor of an id", RecallParameters, { cursor: ID }, true],
    ["no cursor that is longer", RecallParameters, { cursor: `${ID}0` }, false],
    ["an instant", RecallParameters, { after: "2026-01-01T00:00:00Z", before: "2026-01-02T00:00:00Z" }, true],
    ["no day", RecallParameters, { after: "2026-01-01" }, false],
    ["no end that is a day", RecallParameters, { before: "2026-01-01" }, false],
    ["nothing else", RecallParameters, { query: "x" }, false],
    ["a report of 200 rows", ReportParameters, { kind: "stale", limit: "200" }, true],
    ["no report of more", ReportParameters, { kind: "stale", limit: "201" }, false],
    ["no report of none", ReportParameters, { kind: "stale", limit: "0" }, false],
    ["no unknown report", ReportParameters, { kind: "best" }, false],
    ["to clear what is older", ClearParameters, { before: "2026-01-01T00:00:00Z" }, true],
    ["to clear no day", ClearParameters, { before: "2026-01-01" }, false],
    ["to switch it", RecallLogChange, { on: false }, true],
    ["to switch it by no text", RecallLogChange, { on: "false" }, false],
  ])("may be %s", (_, schema, value, isAllowed) => {
    expect(schema.safeParse(value).success).toBe(isAllowed);
  });

  it("is 50 rows where it does not say, and votes only where it does", () => {
    expect(RecallParameters.parse({})).toEqual({ limit: 50 });
    expect(FeedbackListParameters.parse({})).toEqual({ limit: 50 });
    expect(ReportParameters.parse({ kind: "popular" })).toEqual({ kind: "popular", limit: 50 });
    expect([
      RecallParameters.parse({ voted: "true" }).voted,
      RecallParameters.parse({ voted: "false" }).voted,
    ]).toEqual([true, false]);
  });
});
