import { expect, it } from "vitest";
import { isCorrectWord } from "../../../src/text/words/english-words.ts";
import { stem } from "../../../src/text/words/stem.ts";

it.each("helm help bread break bake form from role rate france impossible config redis hadn".split(" "))(
  "knows that %s is spelt right",
  (word) => {
    expect(isCorrectWord(stem(word))).toBe(true);
  },
);

it.each("kuberntes serach databse authent brea helmm ubr aaa zzz Helm ü".split(" "))(
  "does not take %s for a word",
  (word) => {
    expect(isCorrectWord(word)).toBe(false);
  },
);
