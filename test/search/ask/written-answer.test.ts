import { describe, expect, it } from "vitest";
import {
  answerRequest,
  parseWrittenAnswer,
  type QuotedPassage,
} from "../../../src/search/ask/written-answer.ts";

const passage = (text: string, more: Partial<QuotedPassage> = {}): QuotedPassage => ({
  from: "notes:a.md#L1",
  headings: [],
  text,
  ...more,
});

const parse = (sentences: readonly object[], source = "", question = "how?") =>
  parseWrittenAnswer(JSON.stringify({ sentences }), question, [passage(source)]);

/** What is left of one sentence that cites one passage; undefined: it was dropped. */
const kept = (text: string, source = "", question = "how?") =>
  parse([{ text, passages: [1] }], source, question)?.sentences[0]?.text;

describe("the text of a sentence", () => {
  it.each([
    ["a mark at its end", "Keys [1].", "Keys."],
    ["a mark without a space", "Keys[1].", "Keys."],
    ["a mark of three digits", "Keys [123].", "Keys."],
    ["a list of marks", "Keys [1,2, 31 ,456].", "Keys."],
    ["marks that follow each other", "Keys [1] [2].", "Keys."],
    ["white space and controls in a row", "Keys \n\t\u0000 rotate.", "Keys rotate."],
    ["white space around it", "  Keys.  ", "Keys."],
    ["letters in brackets stay", "Keys [a].", "Keys [a]."],
    ["a half-closed list stays", "Keys [1, a].", "Keys [1, a]."],
  ])("loses %s", (_, written, text) => {
    expect(kept(written)).toBe(text);
  });

  it("keeps four digits in brackets, which are no mark", () => {
    expect(kept("Keys [1234].", "1234")).toBe("Keys [1234].");
    expect(kept("Keys [1234].")).toBeUndefined();
  });

  it("is 800 characters long at most", () => {
    expect(kept("x".repeat(800))).toHaveLength(800);
    expect(kept("x".repeat(801))).toBeUndefined();
  });
});

describe("an answer", () => {
  const words = Array.from({ length: 21 }, (_, at) => ({
    text: `Key ${String.fromCharCode(97 + at)}.`,
    passages: [1],
  }));

  it("has twenty sentences at most, and counts the rest as dropped", () => {
    expect(parse(words.slice(0, 20))).toMatchObject({ sentences: { length: 20 }, dropped: 0 });
    expect(parse(words)).toMatchObject({ sentences: { length: 20 }, dropped: 1 });
  });

  it("is read up to 20,000 characters", () => {
    const of = (length: number) => {
      const start = '{"sentences":[],"x":"';
      return `${start}${"x".repeat(length - start.length - 2)}"}`;
    };
    expect(parseWrittenAnswer(of(20_000), "", [])).toEqual({ sentences: [], dropped: 0 });
    expect(parseWrittenAnswer(of(20_001), "", [])).toBeUndefined();
  });

  it("is asked for in few words, with the question as it is normalised", () => {
    const { prompt, maxTokens } = answerRequest("  ｈow? ", [passage("x", { headings: ["A", "B"] })]);
    expect(JSON.parse(prompt)).toEqual({
      question: "how?",
      passages: [{ number: 1, from: "notes:a.md#L1", headings: "A > B", text: "x" }],
    });
    expect(maxTokens).toBeGreaterThan(500);
  });

  it("stands on what the headings and the place of a cited passage say, too", () => {
    const quoted = [passage("", { from: "notes:2031.md#L1", headings: ["Room 44"] }), passage("77")];
    const say = (text: string) =>
      parseWrittenAnswer(JSON.stringify({ sentences: [{ text, passages: [1] }] }), "Why 55?", quoted);
    for (const text of ["In 2031.", "In room 44.", "55 of them."]) expect(say(text)?.dropped).toBe(0);
    expect(say("77 of them.")?.dropped).toBe(1);
  });

  it("cites each passage once, in the order of the sentence, and none beyond the last", () => {
    const quoted = [passage("a"), passage("b"), passage("c")];
    const answer = { sentences: [{ text: "Keys.", passages: [3, 1, 3, 4, 0] }] };
    expect(parseWrittenAnswer(JSON.stringify(answer), "", quoted)?.sentences).toEqual([
      { text: "Keys.", passages: [2, 0] },
    ]);
  });
});

describe("a number", () => {
  it.each([
    ["of a date with dots, its day", "On day 11.", "11.03.2026", true],
    ["of a date with dots, its month", "In month 03.", "11.03.2026", true],
    ["of a date with dots, its year", "In 2026.", "11.03.2026", true],
    ["of a date with dots, two parts as one", "In 032026.", "11.03.2026", false],
    ["of a version with dots", "Part 12.", "v10.11.12.13", true],
    ["of thousands with dots, a group", "There are 204.", "1.204.500", false],
    ["of thousands with dots, its last group", "There are 500.", "1.204.500", false],
    ["of thousands with three digits before the dots, a group", "There are 204.", "123.204.500", false],
    ["of dots with four digits before them is three numbers", "There are 204.", "1234.204.500", true],
    ["of dots with a group of two is three numbers", "There are 204.", "1.204.50", true],
    ["of one dot, a part", "There are 50.", "12.50", false],
    ["of a sentence with another separator", "There are 1_204.", "1,204", true],
    ["of two with a space, as one", "Call 12140.", "12 140", true],
    ["of two with a space, the second", "Call 140.", "12 140", true],
    ["of two in the other order", "Rooms 140 12.", "12 140", true],
    ["of two with a space, one that is not there", "Rooms 12 141.", "12 140", false],
    ["of two digits that is not there", "There are 13.", "12", false],
    ["of one digit, whatever it is", "There are 7.", "", true],
    ["of digits of another script", "There are ١٢.", "١٢", true],
    ["of a time, its parts", "At 30 past 10.", "10:30", true],
    ["of a time, as digits", "At 1030.", "10:30", true],
    ["with something invisible in it", "There are 1\u200b3.", "13", true],
    ["within a longer one", "There are 20.", "2026", false],
  ])("%s: %j of %j, %s", (_, text, source, isBorne) => {
    expect(kept(text, source) !== undefined).toBe(isBorne);
  });
});

describe("an address", () => {
  it.each([
    [
      "in brackets and quotes",
      "See (https://a.example/x) or 'https://a.example/x'.",
      "https://a.example/x",
      true,
    ],
    ["in another case", "See HTTPS://A.example/X now.", "https://a.example/x", true],
    ["with signs at its end", "See https://a.example/x?!...", "https://a.example/x", true],
    ["with digits and signs in its scheme", "See git+ssh2://a.example now.", "git+ssh2://a.example", true],
    ["of a scheme that is not there", "See git+ssh2://a.example now.", "https://a.example", false],
    ["whose scheme alone is there", "See https://b.example now.", "https://a.example", false],
    ["of a scheme without a host's dot", "See http://localhost/x now.", "", false],
    ["of a port", "See a.example:80/x now.", "a.example/x", false],
    ["that the source goes on with a letter", "See a.example now.", "a.examples", false],
    ["that the source goes on with a dot and a letter", "See a.example now.", "a.example.org", false],
    ["that the source goes on with a dot and a digit", "See a.example now.", "a.example.2", false],
    ["that the source ends with a dot", "See a.example now.", "see a.example. There", true],
    ["that the source goes on with a dash", "See a.example now.", "a.example-b", false],
    ["that the source goes on with an at sign", "See a.example now.", "a.example@b", false],
    ["that the source goes on with a path", "See a.example now.", "a.example/x", true],
    ["that the source has a letter before", "See a.example now.", "ba.example", false],
    ["that the source has a dot before", "See a.example now.", "b.a.example", false],
    ["that the source has an at sign before", "See a.example now.", "b@a.example", false],
    ["that the source has a slash before", "See a.example now.", "//a.example", true],
    ["that the source begins with", "See a.example now.", "a.example", true],
    ["whole only at its second place", "See a.example now.", "ba.example a.example", true],
    ["of a Punycode ending", "See a.xn--p1ai now.", "", false],
    ["of an ending with a digit is no address", "See a.b2 now.", "", true],
    ["of an ending of one letter is no address", "See a.b now.", "", true],
    ["of a file that is not there", "See keys.ts now.", "", false],
    ["of mail with signs in its name", "Ask a.b+c@d.example now.", "a.b+c@d.example", true],
    ["of mail with another name", "Ask x+c@d.example now.", "a.b+c@d.example", false],
  ])("%s: %j of %j, %s", (_, text, source, isBorne) => {
    expect(kept(text, source) !== undefined).toBe(isBorne);
  });
});
