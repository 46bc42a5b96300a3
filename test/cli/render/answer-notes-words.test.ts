import { expect, it } from "vitest";
import { answerNotes } from "../../../src/cli/render/answer-notes.ts";
import type { Degraded } from "../../../src/search/contract/search.ts";
import { found, hit } from "../../support/found.ts";

const answer = found([hit()]);

it.each<[Degraded, string]>([
  ["embedder_unavailable", "The embedding model did not answer, so search by meaning is missing."],
  ["embedder_timeout", "The embedding model was too slow, so search by meaning is missing."],
  ["vector_index_unavailable", "The vector index did not answer, so search by meaning is missing."],
  ["vector_index_timeout", "The vector index was too slow, so search by meaning is missing."],
  ["vector_filter_partial", "The filter could only be applied to the nearest 100 by meaning."],
  ["reranker_unavailable", "The re-ranking model did not answer, so the order is the first estimate."],
  ["reranker_timeout", "The re-ranking model was too slow, so the order is the first estimate."],
  ["generator_unavailable", "No text model answered, so the query was searched as typed."],
  ["generator_timeout", "The text model was too slow, so the query was searched as typed."],
  ["quota", "The account's daily model quota is used up until 00:00 UTC."],
  ["model_budget", "Today's model budget (MODEL_BUDGET_PER_DAY) is used up."],
])("says of %s what was lacking", (code, note) => {
  expect(answerNotes({ ...answer, degraded: [code] })).toBe(note);
});

it.each([
  ["nothing_found", "Nothing found."],
  ["nothing_relevant", "Nothing relevant enough found."],
  ["unavailable", "Search is unavailable now."],
  ["found", undefined],
] as const)("says of the outcome %s: %s", (outcome, note) => {
  expect(answerNotes({ ...answer, outcome })).toBe(note);
});

it.each([
  ["short", "it is too short for an automatic recall and asks nothing"],
  ["greeting", "it is a greeting"],
  ["affirmation", "it only agrees or declines"],
  ["continuation", "it only says to go on"],
  ["empty", "it is empty"],
  ["emoji_only", "it has no words"],
  ["no_words", "it has no words"],
  ["heartbeat", "it is a scheduler's"],
  ["slash_command", "it is a command"],
  ["shell_command", "it is a command"],
  [undefined, "it asks for no search"],
])("says of a query that was skipped for %s why", (skipped, why) => {
  const note = answerNotes({ ...answer, outcome: "skipped", ...(skipped !== undefined && { skipped }) });
  expect(note).toBe(`Not searched: ${why}. Without --auto it is searched.`);
});

it("says everything that there is to say in one sentence and one order", () => {
  const use = {
    repaired: [
      { from: "keyz", to: "keys" },
      { from: "valt", to: "vault" },
    ],
    expanded: { rewrites: ["rotate keys", "renew\u001b keys"] },
  } as unknown as typeof answer.use;
  const index = {
    ...answer.index,
    pendingChunks: 1,
    pendingSkipped: 2,
    failedDocuments: 1,
    embedder: "embedded-x",
  };
  const lacking = {
    ...answer,
    outcome: "nothing_relevant",
    fallback: "recent_session",
    pool: "original",
  } as const;
  expect(answerNotes({ ...lacking, degraded: ["quota", "new\u001b code" as Degraded], use, index })).toBe(
    "Nothing relevant enough found; no arm found anything, so these are your session's newest; " +
      "“keyz” read as “keys”; “valt” read as “vault”; also searched as “rotate keys” and “renew␛ keys”; " +
      "the account's daily model quota is used up until 00:00 UTC; new␛ code; " +
      "pools grew with the limit, so that another limit may change the order; " +
      "1 chunk cannot be found by meaning yet; 2 fresh vectors not compared; 1 document could not be indexed; " +
      "no model: embedded word statistics stood in for meaning.",
  );
});

it("calls an index empty only where nothing was found and nothing was ever indexed", () => {
  const index = { ...answer.index, indexedAt: null };
  expect(answerNotes({ ...answer, index })).toBeUndefined();
  expect(answerNotes({ ...answer, outcome: "nothing_relevant", index })).toBe(
    "Nothing relevant enough found.",
  );
});

it("says why a part did not answer, where the server tells it, and only of that part", () => {
  const outages = [
    { part: "embedder", reason: "unauthorized", status: 401, message: "It answered 401\u001b" },
    { part: "reranker", reason: "quota", message: "The day is over" },
  ] as const;
  const degraded: Degraded[] = ["embedder_unavailable", "vector_index_timeout", "quota"];
  expect(answerNotes({ ...answer, degraded, outages: [...outages] })).toBe(
    "The embedding model did not answer, so search by meaning is missing (It answered 401␛); the vector index was too slow, so search by meaning is missing; the account's daily model quota is used up until 00:00 UTC.",
  );
});
