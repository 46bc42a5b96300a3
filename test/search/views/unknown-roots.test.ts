import { expect, it } from "vitest";
import { answerWords } from "../../../src/search/views/answer-words.ts";
import { found } from "../../support/found.ts";

it("says which roots there are to who named one that is not there, foreign names made harmless", () => {
  const said = (knownRoots: string[]) =>
    answerWords(found([], { unknownRoots: ["x", "y"], knownRoots }), (name) => `[${name}]`);
  expect(said(["a", "b"])).toContain("There is no root “[x]” or “[y]”; there are: [a], [b].");
  const twenty = Array.from({ length: 20 }, (_, at) => `r${at}`);
  expect(said(twenty.slice(1))).toContainEqual(expect.stringContaining(", [r18], [r19]."));
  expect(said(twenty)).toContainEqual(expect.stringContaining(", [r17], [r18] and more."));
  expect(said([])).toContain("There is no root “[x]” or “[y]”.");
});
