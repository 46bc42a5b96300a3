import { expect, it } from "vitest";
import { answerNotes } from "../../../src/cli/render/answer-notes.ts";
import { answerWords, NO_MODEL } from "../../../src/search/views/answer-words.ts";
import { found, hit } from "../../support/found.ts";

const answer = found([hit()]);
const embedded = { ...answer.index, embedder: "embedded:bow" };

it("is nothing of an answer that simply answers", () => {
  expect(answerNotes(answer)).toBeUndefined();
});

it("is the words of the answer, one after the other, and what is said of models only when it is given", () => {
  const lacking = found([], { outcome: "nothing_relevant", degraded: ["quota"], index: embedded });
  expect(answerNotes(lacking, NO_MODEL)).toBe(answerWords(lacking).join(" "));
  expect(answerNotes(lacking)).toMatch(/^Nothing here answers this\. The account's /);
  expect(answerNotes(lacking)).not.toMatch(/No model/);
});

it("makes foreign text harmless", () => {
  const repaired = [{ from: "roatte\u001b[2J", to: "rotate" }];
  const closest = [hit({ citation: "a\u001b.md\n#L1" })];
  const index = { ...answer.index, pendingChunks: 1 };
  const evil = found([], { outcome: "nothing_relevant", use: { ...answer.use, repaired }, closest, index });
  expect(answerNotes(evil)).toBe(
    "Nothing here answers this. Closest: a␛.md␊#L1 (73%). “roatte␛[2J” read as “rotate”. 1 passage cannot be found by meaning yet.",
  );
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
  ["toString", "it asks for no search"],
  [undefined, "it asks for no search"],
])(
  "says of a query that was skipped for %s why, how to search all the same, and nothing of models",
  (skipped, why) => {
    const index = { ...answer.index, indexedAt: null, embedder: "embedded:bow" };
    const note = answerNotes(
      found([], { outcome: "skipped", index, ...(skipped !== undefined && { skipped }) }),
    );
    expect(note).toBe(`Not searched: ${why}. Without --auto it is searched.`);
  },
);

it("calls an index empty, and says nothing else, only where nothing was found and nothing was ever indexed", () => {
  const index = { ...embedded, indexedAt: null };
  expect(answerNotes(found([], { index }))).toBe("Nothing is indexed yet: recall push <folder> sends one.");
  expect(answerNotes(found([]))).toBe("Nothing found.");
  expect(answerNotes(found([], { index: { ...index, confined: true } }))).toBe("Nothing found.");
  expect(answerNotes({ ...answer, index: { ...index, embedder: "m" } })).toBeUndefined();
  expect(answerNotes(found([], { outcome: "nothing_relevant", index }))).toMatch(
    /^Nothing here answers this\./,
  );
});
