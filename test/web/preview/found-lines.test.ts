import { describe, expect, it } from "vitest";
import { foundLines, fromFound } from "../../../src/web/preview/found-lines.ts";

/** An extract whose words in brackets are marked. */
function extractOf(written: string) {
  const highlights: [number, number][] = [];
  let text = "";
  for (const [at, part] of written.split(/[[\]]/).entries()) {
    if (at % 2 === 1) highlights.push([text.length, text.length + part.length]);
    text += part;
  }
  return { text, highlights };
}

const written = ({ text, highlights }: ReturnType<typeof extractOf>) =>
  highlights.reduceRight(
    (all, [from, to]) => `${all.slice(0, from)}[${all.slice(from, to)}]${all.slice(to)}`,
    text,
  );

const linesOf = (text: string) => foundLines(extractOf(text)).map(written);
const proseOf = (text: string) => written(fromFound(extractOf(text)));

describe("the lines of code that are shown", () => {
  it.each([
    [
      "the first of those with the most words",
      "a\n\n[key] b\n[key] [turn] c\n[turn] [key]",
      [...["[key] [turn] c", "[turn] [key]"]],
    ],
    ["one with the words that the other lacks", "[turn]\na\nb\n[key] [old]\nc", ["[turn]", "[key] [old]"]],
    ["the next that is not blank", "a\n\n[key] b\n\n\nc\nd", ["[key] b", "c"]],
    ["the one before, at the end", "a\n\n[key]\n", ["a", "[key]"]],
    ["the first without any mark", "\n\n a\n\n b\nc", ["a", "b"]],
    ["none of blank ones", " \n\n", []],
  ])("are %s", (_, text, lines) => {
    expect(linesOf(text)).toEqual(lines);
  });

  it("keep their columns to each other", () => {
    expect(linesOf("if (a)\n    if ([key])\n      turn();\n")).toEqual(["if ([key])", "  turn();"]);
  });

  it("leave out what a converter writes above a document, wherever the extract begins in it", () => {
    const front = '---\nconverted: pdf\ntitle: "[key]"\npages: 5\n---\n';
    expect(linesOf(`${front}\n# Page 1\n\n[key]`)).toEqual(["# Page 1", "[key]"]);
    expect(linesOf(`${front.slice(4)}\n[key]\na`)).toEqual(["[key]", "a"]);
    expect(linesOf("---\na: [key]\n---\nb: 1")).toEqual(["a: [key]", "---"]);
  });

  it("begin shortly before a word that stands far behind their beginning", () => {
    const [line = ""] = linesOf(`${"1234 ".repeat(20)}[key] a`);
    expect(line).toBe("… 1234 1234 1234 1234 [key] a");
    expect(linesOf(`${"x".repeat(90)}[key]`)).toEqual([`… ${"x".repeat(24)}[key]`]);
    expect(linesOf(`${"x".repeat(40)}[key]`)).toEqual([`${"x".repeat(40)}[key]`]);
  });
});

describe("running text that is shown", () => {
  it("begins with the line that holds the most words", () => {
    expect(proseOf("# T\n\n- one\n- two\n- the [key] [turns]\n- four")).toBe("- the [key] [turns]\n- four");
    expect(proseOf("one\ntwo")).toBe("one\ntwo");
    expect(proseOf("\n \n")).toBe("");
  });

  it("begins inside a long line, between words, in a row of a table with a cell", () => {
    expect(proseOf(`${"abcd ".repeat(30)}[key] a`)).toBe(`… ${"abcd ".repeat(8)}[key] a`);
    expect(proseOf(`| ${"abcd ".repeat(30)} | the [key] | a |`)).toBe("| the [key] | a |");
  });

  it("is no longer than two lines can need, and has nothing of front matter", () => {
    expect(fromFound({ text: "a ".repeat(1_000), highlights: [] }).text).toHaveLength(700);
    expect(proseOf("---\ntitle: [key]\n---\n\nb [key]")).toBe("b [key]");
  });
});
