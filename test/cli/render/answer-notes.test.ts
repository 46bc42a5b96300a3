import { expect, it } from "vitest";
import { answerNotes } from "../../../src/cli/render/answer-notes.ts";
import { DEGRADED, type SearchAnswer } from "../../../src/search/contract/search.ts";

type Noted = Parameters<typeof answerNotes>[0];

const index: SearchAnswer["index"] = {
  version: 3,
  indexedAt: "2026-01-01T00:00:00.000Z",
  pendingChunks: 0,
  pendingSkipped: 0,
  failedDocuments: 0,
  embedder: "bge-base-en-v1.5",
  reranker: "bge-reranker-base",
};
const use: SearchAnswer["use"] = {
  rowsRead: 0,
  modelCalls: 0,
  textsEmbedded: 0,
  passagesReranked: 0,
  cached: [],
  repaired: [],
};
const whole: Noted = { outcome: "found", degraded: [], index, use };

it("says nothing of a whole answer", () => {
  expect(answerNotes(whole)).toBeUndefined();
});

it("has plain words for every code, never the code itself", () => {
  for (const code of DEGRADED) {
    const note = answerNotes({ ...whole, degraded: [code] });
    expect(note).not.toMatch(/_(unavailable|timeout|partial|budget)\b/);
    expect(note?.length).toBeGreaterThan(20);
  }
});

it("counts what is pending, skipped and failed", () => {
  const behind = { ...index, pendingChunks: 1_200, pendingSkipped: 1, failedDocuments: 2 };
  expect(answerNotes({ ...whole, index: behind })).toBe(
    "1,200 chunks cannot be found by meaning yet; 1 fresh vector not compared; 2 documents could not be indexed.",
  );
});

it("says that embedded parts stood in for a model", () => {
  const note = answerNotes({ ...whole, index: { ...index, embedder: "embedded-lexical-1" } });
  expect(note).toBe("No model: embedded word statistics stood in for meaning.");
});

it("says which words were read as others, without their escape sequences", () => {
  const repaired = [{ from: "roatte\u001b[2J", to: "rotate" }];
  expect(answerNotes({ ...whole, use: { ...use, repaired } })).toBe("“roatte␛[2J” read as “rotate”.");
});

it("asks about words that were searched as they are", () => {
  const didYouMean = [{ from: "helm", to: "help" }];
  expect(answerNotes({ ...whole, outcome: "nothing_found", didYouMean })).toBe(
    "Nothing found; no passage has “helm” (did you mean “help”?).",
  );
});

it("tells nothing found from nothing relevant and from no search", () => {
  const notes = (["nothing_found", "nothing_relevant", "skipped", "unavailable"] as const).map((outcome) =>
    answerNotes({ ...whole, outcome }),
  );
  expect(new Set(notes).size).toBe(4);
  expect(notes[0]).toBe("Nothing found.");
});

it("says why an automatic recall was skipped, how to search all the same, and nothing of models", () => {
  const skip = (skipped: string) =>
    answerNotes({
      ...whole,
      outcome: "skipped",
      skipped,
      index: { ...index, embedder: "embedded-lexical-1" },
    });
  expect(skip("short")).toBe(
    "Not searched: it is too short for an automatic recall and asks nothing. Without --auto it is searched.",
  );
  expect(skip("slash_command")).toMatch(/^Not searched: it is a command\. Without --auto/);
  expect(skip("toString")).toMatch(/^Not searched: it asks for no search\./);
});

it("says that the newest stood in for hits, and that pools grew with the limit", () => {
  expect(answerNotes({ ...whole, fallback: "recent" })).toBe(
    "No arm found anything, so these are the newest.",
  );
  expect(answerNotes({ ...whole, pool: "original" })).toContain("another limit may change the order");
});

it("says of an empty index that nothing is in it, and nothing else", () => {
  const empty = { ...index, indexedAt: null, embedder: "embedded grams" };
  expect(answerNotes({ ...whole, outcome: "nothing_found", index: empty })).toBe(
    "Nothing is indexed yet: recall push <folder> sends one.",
  );
  expect(answerNotes({ ...whole, outcome: "nothing_found" })).toBe("Nothing found.");
});
