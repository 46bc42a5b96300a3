import { describe, expect, it } from "vitest";
import { fencedRegions, openingFence, readTokens } from "../../../src/names/prose/tokens.ts";

const tokens = (text: string) =>
  Array.from(readTokens(text, { start: 0, end: text.length }), ({ kind, text, target }) =>
    [kind, text, ...(target === undefined ? [] : [target])].join(" "),
  );

describe("a piece of prose", () => {
  it.each([
    ["a `b c` ``d``", ["word a", "code b c", "code d"]],
    ["[[W|x]] [l m](t)", ["wiki W|x", "link l m t"]],
    ['[l](t "title") z', ["link l t", "word z"]],
    ["https://a.bc/d (https://a.bc/e)", ["url https://a.bc/d", "url https://a.bc/e"]],
    ["'word' -x- (y) 5% _a_ +b:", ["word word", "word x", "word y", "word 5", "word a", "word b"]],
    [".env a.b. c_d", ["word .env", "word a.b", "word c_d"]],
    ["& ~ --- == ++ /", []],
    ["#### a ****** b ------ $$$$ //// 👍🏽👍🏽", ["word a", "word b"]],
    ["-ab ab- 'ab ab'", ["word ab", "word ab", "word ab", "word ab"]],
    ["well—known…again", ["word well", "word known", "word again"]],
  ])("%s is taken apart", (text, expected) => {
    expect(tokens(text)).toEqual(expected);
  });

  it("stands where it stands in the whole text, its marks included", () => {
    const text = "left `b` 'c' right";
    expect(Array.from(readTokens(text, { start: 5, end: 12 }))).toEqual([
      { kind: "code", text: "b", start: 5, end: 8 },
      { kind: "word", text: "c", start: 10, end: 11 },
    ]);
    expect(Array.from(readTokens(text, { start: 0, end: 4 }), ({ text: word }) => word)).toEqual(["left"]);
  });
});

describe("regions of code", () => {
  const regions = (text: string, open?: string) =>
    fencedRegions(text, open).map(({ fence, start, end }) => [fence ?? "", text.slice(start, end)]);

  it("lie between fences", () => {
    expect(regions("a\n```ts\nb\n```\nc")).toEqual([
      ["", "a\n"],
      ["```", "b\n"],
      ["", "c"],
    ]);
  });

  it("end at a fence of the same sign, as long or longer, with nothing behind it", () => {
    const code = "b\n```\n~~~~\n````ts\nc\n";
    expect(regions(`a\n\`\`\`\`\n${code}\`\`\`\`\`\nd`)).toEqual([
      ["", "a\n"],
      ["````", code],
      ["", "d"],
    ]);
  });

  it("may have been opened before, and need not end", () => {
    expect(regions("b\n```\nc", "```")).toEqual([
      ["```", "b\n"],
      ["", "c"],
    ]);
    expect(regions("a\n~~~\nb")).toEqual([
      ["", "a\n"],
      ["~~~", "b"],
    ]);
  });

  it("go on in the next chunk, whether it repeats the end of the one before or not", () => {
    const read = (text: string) => ({ text, regions: fencedRegions(text, undefined) });
    const open = read("a\n```\nb\nc\nd\n");
    expect(openingFence("e\n", open)).toBe("```");
    expect(openingFence("d\n", open)).toBe("```");
    expect(openingFence("e\n", read("a\n```\nb\n```\nc\n"))).toBeUndefined();
    const repeated = `${"b".repeat(90)}\n\`\`\`\nc\n`;
    expect(openingFence(`${repeated}d\n`, read(`a\n\`\`\`\n${repeated}`))).toBe("```");
    expect(openingFence("a\n", undefined)).toBeUndefined();
  });

  it("begin with a fence where the repetition does", () => {
    const [code, prose] = [`${"b".repeat(90)}\n`, `${"c".repeat(90)}\n`];
    const read = (text: string) => ({ text, regions: fencedRegions(text, undefined) });
    expect(openingFence(`\`\`\`\n${code}more`, read(`a\n\`\`\`\n${code}`))).toBeUndefined();
    expect(openingFence(`\`\`\`\n${prose}more`, read(`a\n\`\`\`\nb\n\`\`\`\n${prose}`))).toBe("```");
  });

  it("end with the text, also where that ends in the line of a fence", () => {
    expect(fencedRegions("a\n```", undefined)).toEqual([
      { fence: undefined, start: 0, end: 2 },
      { fence: "```", start: 5, end: 5 },
    ]);
  });

  it("are looked for at the first four places of a repetition", () => {
    const line = "x".repeat(80);
    const text = `${`${line}\ny\n`.repeat(3)}\`\`\`\n${line}\nz\n\`\`\`\n${line}\n`;
    const before = { text, regions: fencedRegions(text, undefined) };
    expect(openingFence(`${line}\nmore\n`, before)).toBe("```");
  });

  it("are told by eighty characters of the repetition", () => {
    const [line, rest] = ["x".repeat(79), "end\n"];
    const text = `${line}a\n\`\`\`\n${line}b${rest}`;
    const before = { text, regions: fencedRegions(text, undefined) };
    expect(openingFence(`${line}b${rest}more`, before)).toBe("```");
  });

  it("are told by the place of the repetition that goes on to the end", () => {
    const line = "x".repeat(80);
    const text = `${line}\ny\n\`\`\`\n${line}\n`;
    const before = { text, regions: fencedRegions(text, undefined) };
    expect(openingFence(`${line}\nz\n`, before)).toBe("```");
  });
});
