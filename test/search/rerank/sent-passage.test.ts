import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyseQuery } from "../../../src/search/query/analyse.ts";
import { sentPassage } from "../../../src/search/rerank/sent-passage.ts";
import { cutToTokens, passageText } from "../../../src/text/passage.ts";
import { estimateTokens } from "../../../src/text/tokens/estimate-tokens.ts";

const filler = (lines: number) =>
  Array.from({ length: lines }, (_, at) => `Plain words of line ${at} that say nothing of it.`);
const HEADINGS = ["Birds", "At the river"];
const QUERY = analyseQuery("where does the heron stand at the weir");

const sent = (lines: readonly string[], tokens: number | undefined, headings: readonly string[] = HEADINGS) =>
  sentPassage({ headings, text: lines.join("\n") }, QUERY, tokens);

describe("a passage as it is sent to a re-ranker", () => {
  it("is whole where it is short enough, and its first 352 tokens where nothing is said", () => {
    expect(sent(["The heron stands at the weir."], 128)).toBe(
      "Birds > At the river\nThe heron stands at the weir.",
    );
    const long = filler(60);
    expect(sent(long, undefined)).toBe(cutToTokens(passageText(HEADINGS, long.join("\n")), 352));
  });

  it("is its headings and the lines that hold the most of the query's words", () => {
    const lines = [...filler(12), "One heron.", ...filler(8), "The heron stands at the weir.", ...filler(3)];
    const text = sent(lines, 128);
    expect(text).toMatch(/^Birds > At the river\nPlain words/);
    expect(text).toContain("The heron stands at the weir.\n");
    expect(text).not.toContain("One heron.");
    expect(estimateTokens(text)).toBeLessThanOrEqual(128);
    expect(estimateTokens(text)).toBeGreaterThan(100);
  });

  it("is its beginning where nothing matches, and a piece of a line that is longer", () => {
    expect(sent(filler(25), 128)).toMatch(/^Birds > At the river\nPlain words of line 0 that/);
    const line = `${"nothing ".repeat(120)}the heron stands at the weir${" nothing".repeat(50)}`;
    expect(sent([line], 128, [])).toContain("heron stands at the weir");
  });

  it("leaves half to the text where the headings are long", () => {
    const headings = Array.from({ length: 20 }, (_, at) => `A heading of many words, number ${at}`);
    const text = sent([...filler(12), "The heron stands at the weir."], 128, headings);
    expect(text).toContain("A heading of many words, number 0");
  });

  it("is never longer, and of nothing but the passage", () => {
    const parts = fc.array(fc.constantFrom("heron", "weir", "鷺は堰に", "word", "\n", " ", "🙂"), {
      maxLength: 400,
    });
    fc.assert(
      fc.property(parts, fc.integer({ min: 64, max: 352 }), (words, tokens) => {
        const text = words.join(" ");
        const cut = sentPassage({ headings: ["A"], text }, QUERY, tokens);
        expect(estimateTokens(cut)).toBeLessThanOrEqual(tokens);
        expect(passageText(["A"], text)).toContain(cut.replace(/^A\n/, ""));
      }),
    );
  });
});
