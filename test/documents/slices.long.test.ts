import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LANGUAGES } from "../../src/documents/chunkers/by-language.ts";
import { chunkDocument, chunkSteps } from "../../src/documents/chunkers/chunk-document.ts";
import { inTurns } from "../../src/text/steps.ts";
import { anyText } from "./any-text.ts";

/** Steps in which a file is cut. */
function stepsOf(path: string, text: string): number {
  const steps = chunkSteps({ path, text });
  let count = 0;
  for (let step = steps.next(); !step.done; step = steps.next()) count += 1;
  return count;
}

const ENDINGS = Object.values(LANGUAGES).flatMap(({ names: [name = ""] }) => name);

describe("a document that is cut in turns", () => {
  it("has the passages that it has when it is cut at once, whatever else is cut meanwhile", async () => {
    const document = fc.record({
      path: fc.constantFrom(...ENDINGS).map((name) => `a.${name}`),
      text: anyText,
    });
    const both = fc.tuple(document, document);
    const everyStep = () => () => new Promise<void>((resolve) => void setTimeout(resolve, 0));
    await fc.assert(
      fc.asyncProperty(both, async (documents) => {
        const inTurn = documents.map((one) => inTurns(chunkSteps(one), everyStep()));
        expect(await Promise.all(inTurn)).toEqual(documents.map((one) => chunkDocument(one)));
      }),
      { numRuns: 30 },
    );
  });

  it.each([
    ["one line", "a.txt", "word and word. ".repeat(20_000)],
    ["lines of one character", "a.txt", "a\n".repeat(150_000)],
    [
      "nested lists",
      "a.md",
      Array.from({ length: 9_000 }, (_, at) => `${"  ".repeat(at % 9)}- item`).join("\n"),
    ],
    ["headings", "a.md", Array.from({ length: 9_000 }, (_, at) => `# Heading ${at}`).join("\n")],
    [
      "code on short lines",
      "a.ts",
      Array.from({ length: 9_000 }, (_, at) => `function f${at}() {}`).join("\n"),
    ],
  ])("is cut in over a hundred steps of a text of 300,000 characters: %s", (_name, path, text) => {
    expect(stepsOf(path, text)).toBeGreaterThan(100);
  });
});

describe("Markdown tables", () => {
  const cells = Array.from({ length: 300 }, (_, at) => `c${at}`).join("|");
  it("of many columns are whole up to their first blank line", () => {
    const text = `|${cells}|\n|${"-|".repeat(300)}\n${`|${cells}|\n`.repeat(3)}\n# After\n\nText.\n`;
    expect(chunkDocument({ path: "a.md", text }).chunks.at(-1)).toMatchObject({
      headings: ["After"],
      startLine: 7,
    });
  });
});
