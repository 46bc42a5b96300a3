import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyseQuery } from "../../../src/search/query/analyse.ts";
import { finishedWords } from "../../../src/search/query/typed-word.ts";
import { stem } from "../../../src/text/words/stem.ts";

describe("a word that is still being typed", () => {
  it.each([
    ["rot", "rot"],
    ["keys rot", "rot"],
    ["Rötat", "rotat"],
    ["src/search/pla", "pla"],
    ["getUs", "getus"],
    ['"signing ke" vau', "vau"],
  ])("is the last of %s", (query, typed) => {
    expect(analyseQuery(query, { isTyping: true }).typed).toBe(typed);
  });

  it.each(["ro", "rot ", "rot?", "keys the", "rotate ab", "会议", "?!", 'a "phrase"'])(
    "is none in %j",
    (query) => {
      expect(analyseQuery(query, { isTyping: true }).typed).toBeUndefined();
    },
  );

  it("is none where nobody types", () => {
    expect(analyseQuery("rot").typed).toBeUndefined();
  });

  it.each([
    ["rotati", "rotation"],
    ["authenticati", "authentication"],
    ["happin", "happiness"],
    ["runni", "running"],
    ["deployme", "deployment"],
    ["availabili", "availability"],
  ])("may become, of %s, a word with the stem of %s", (typed, word) => {
    expect(finishedWords(typed).map(stem)).toContain(stem(word));
  });

  it("becomes three words at most, none of which the index has under its beginning", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{3,12}$/), (typed) => {
        const words = finishedWords(typed);
        expect(words.length).toBeLessThanOrEqual(3);
        for (const word of words) {
          expect(word.startsWith(typed)).toBe(true);
          expect(stem(word).startsWith(stem(typed))).toBe(false);
        }
      }),
    );
  });
});
