import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normalHash } from "../../src/memories/duplicates/same-text.ts";
import { compareTexts } from "../../src/memories/sameness/compare-texts.ts";
import { plainText } from "../../src/memories/sameness/plain-text.ts";

const WORDS = ["we", "deploy", "the", "gateway", "on", "Fridays", "before", "noon", "Ana", "never", "tests"];
const sentence = fc
  .array(fc.constantFrom(...WORDS), { minLength: 3, maxLength: 9 })
  .map((words) => `${words.join(" ")} today`);
const SPACES = [" ", "  ", "\t", "\u00a0", "\u3000", " \u200b"] as const;
const MARKS = ["- ", "* ", "• ", "> ", "# ", "### ", "1. ", "1) ", "> - "] as const;
/** Words that are compared as they are written. */
const written = fc.oneof(
  fc.stringMatching(/^[a-z]{1,4}[0-9][a-zA-Z]{1,4}$/),
  fc.stringMatching(/^[a-z]{2,5}[A-Z][a-z]{2,4}$/),
  fc.stringMatching(/^[a-z]{2,4}[/_=@.][a-zA-Z]{2,4}$/),
);

describe("the text as it is compared", () => {
  it.each([
    ["We deploy on Fridays.", "we  deploy on\tFridays "],
    ["Café closes at 5", "Cafe\u0301 closes at 5."],
    ["会议三点。", "会议三点"],
    ["\u2003Wide spaces\u00a0here ", "Wide spaces here"],
    ["The port is 1.\nThe host is alder.", "The port is 1.\nthe host is alder"],
    ["It works now. The port is 8080", "It works now.\r\nThe port is 8080"],
    ["Don’t merge", "don't merge"],
    ["Freeze the branch", "freeze the branch"],
    ["THE LIMIT IS 5 PER HEAD", "The limit is 5 per head."],
    ["WHO OWNS BILLING?", "Who owns billing?"],
  ])("is one for %j and %j", async (a, b) => {
    expect(plainText(a)).toBe(plainText(b));
    expect(await normalHash(a)).toBe(await normalHash(b));
  });

  it.each([
    ["a != b", "a = b"],
    ["Is it open?", "Is it open"],
    ["version 1.2", "version 12"],
    ["2²", "22"],
    ["-v", "v"],
    ["...", "!!!"],
    ["..", "..."],
    ["It nests!", "It nests"],
    ["It nests…", "It nests"],
    ["We run ls .", "We run ls"],
    ["if x\n  a\n  b", "if x\n  a\nb"],
    ["2. Restart", "1. Restart"],
    ["# DEBUG=1", "DEBUG=1"],
    ["Will signs off", "will signs off"],
    ["THE UNIT USED IS MM", "the unit used is mm"],
    ["THE LIMIT IS 5 MB", "the limit is 5 mb"],
    ['Say "The  end"', 'Say "the  end"'],
  ])("tells %j from %j", async (a, b) => {
    expect(await normalHash(a)).not.toBe(await normalHash(b));
  });

  it("is one with any white space between words, and any mark of a list in front", () => {
    fc.assert(
      fc.property(sentence, fc.constantFrom(...SPACES), fc.constantFrom(...MARKS), (text, space, mark) => {
        expect(plainText(`${mark}${text.replaceAll(" ", space)}.`)).toBe(plainText(text));
      }),
    );
  });

  it("keeps white space in quotation marks and code, and line breaks", () => {
    fc.assert(
      fc.property(
        sentence,
        fc.constantFrom("\t", "  ", "\n"),
        fc.constantFrom('"', "`", "'"),
        (text, space, quote) => {
          const [a, b] = [` `, space].map((one) => `Split by ${quote}${text.replace(" ", one)}${quote}`);
          expect(compareTexts(a ?? "", b ?? "")).not.toBe("same");
          expect(compareTexts(text, text.replace(" ", "\n"))).not.toBe("same");
        },
      ),
    );
  });

  it("changes with any character of a word that has a digit, a symbol or an inner capital", () => {
    const place = fc.tuple(fc.nat(), fc.constantFrom(..."aZ7-"), fc.constantFrom("first", "inside", "last"));
    fc.assert(
      fc.property(written, place, (word, [nth, put, where]) => {
        const at = nth % word.length;
        const other = word.slice(0, at) + (word[at] === put ? "q" : put) + word.slice(at + 1);
        const [a, b] = [word, other].map((one) =>
          where === "first"
            ? `${one} is the key`
            : where === "last"
              ? `the key is ${one}`
              : `the key ${one} is ours`,
        );
        expect(compareTexts(a ?? "", b ?? "")).not.toBe("same");
      }),
    );
    fc.assert(
      fc.property(written, fc.nat(), (word, nth) => {
        const at = nth % word.length;
        const letter = word.charAt(at);
        const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
        fc.pre(other !== letter);
        const changed = word.slice(0, at) + other + word.slice(at + 1);
        expect(compareTexts(`the key is ${word}`, `the key is ${changed}`)).not.toBe("same");
      }),
    );
  });

  it("is its own plain text, and two equal ones say the same", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const plain = plainText(text);
        expect(plainText(plain)).toBe(plain);
        expect(compareTexts(text, plain)).toBe("same");
      }),
    );
  });
});
