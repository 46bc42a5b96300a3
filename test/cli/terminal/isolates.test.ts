import { describe, expect, it } from "vitest";
import { renderMemory } from "../../../src/cli/commands/memories/render.ts";
import { printAnswer } from "../../../src/cli/render/print-answer.ts";
import type { FormatName } from "../../../src/cli/render/formats/table.ts";
import { renderMemories } from "../../../src/cli/render/memory-rows.ts";
import { isolatedLine, isolatedPath, isolatedText, lineShower } from "../../../src/cli/terminal/isolates.ts";
import type { MemoryAnswer } from "../../../src/memories/contract/memories.ts";
import type { ListedMemory } from "../../../src/memories/contract/memory-lists.ts";
import { found, hit } from "../../support/found.ts";

const LRI = "\u2066";
const FSI = "\u2068";
const PDI = "\u2069";
const ISOLATES = /[\u2066-\u2069]/;

describe("a line", () => {
  it.each([
    ["   הקובץ ב var/log/ בשרת", `   ${FSI}הקובץ ב ${LRI}var/log/${PDI} בשרת${PDI}`],
    ["مرحبا", `${FSI}مرحبا${PDI}`],
    ["plain var/log/", "plain var/log/"],
    ["", ""],
  ])("%j is isolated where letters from right to left stand", (line, shown) => {
    expect(isolatedLine(line)).toBe(shown);
  });

  it("of a text each has its own", () => {
    expect(isolatedText("a\nש\nb/c")).toBe(`a\n${FSI}ש${PDI}\nb/c`);
    expect(isolatedPath("docs/הערות.md#L1")).toBe(`${LRI}docs/הערות.md#L1${PDI}`);
    expect(isolatedPath("docs/a.md")).toBe("docs/a.md");
  });
});

const TEXT = "# הגשר\nהקובץ נמצא ב var/log/ בשרת\nplain line";
const answer = found([
  hit({
    path: "הערות/a.md",
    citation: "הערות/a.md#L1-L3",
    headings: ["הגשר"],
    startLine: 1,
    endLine: 3,
    snippet: { text: TEXT, startLine: 1, endLine: 3, highlights: [[2, 6]] },
  }),
]);

function printed(format: FormatName, outIsTerminal: boolean, color = false): string {
  const out: string[] = [];
  const terminal = {
    ...{ out: (text: string) => void out.push(text), err: () => undefined },
    ...{ outIsTerminal, color, columns: 80, canAsk: false },
  };
  printAnswer(answer, { terminal, format, budget: undefined, instead: undefined });
  return out.join("");
}

describe("hits", () => {
  it("are isolated on a terminal: place, headings and each line that needs it, nested and closed", () => {
    for (const color of [false, true]) {
      const lines = printed("lines", true, color).split("\n");
      expect(lines[0]).toContain(`${LRI}הערות/a.md#L1-L3${PDI}`);
      expect(lines[0]).toContain(`${FSI}הגשר${PDI}`);
      expect(lines.find((line) => line.includes("var/log/"))).toContain(`${LRI}var/log/${PDI}`);
      expect(lines.find((line) => line.includes("plain"))).not.toMatch(ISOLATES);
      for (const line of lines)
        expect(line.match(/[\u2066\u2068]/g)?.length ?? 0).toBe(line.match(/\u2069/g)?.length ?? 0);
    }
  });

  it("are not in a pipe, nor as data anywhere", () => {
    expect(printed("lines", false)).not.toMatch(ISOLATES);
    for (const format of ["json", "csv", "xml", "md", "files"] as const)
      for (const isTerminal of [true, false])
        expect([format, printed(format, isTerminal)]).toEqual([format, expect.not.stringMatching(ISOLATES)]);
  });
});

const MEMORY = {
  ...{ id: "0123456789abcdef", lastObserved: "2026-06-01T00:00:00Z", type: "fact" },
  ...{ text: "הקובץ ב var/log/ בשרת", cut: false, mayContradict: [] },
} as unknown as ListedMemory;

describe("memories", () => {
  it("are isolated on a terminal, their text only, within the same columns", () => {
    const shown = (columns: number, isTerminal: boolean) =>
      renderMemories([MEMORY], columns, lineShower(isTerminal)).join("\n");
    expect(shown(80, true)).toBe(`01234567  2026-06-01  fact  ${FSI}הקובץ ב ${LRI}var/log/${PDI} בשרת${PDI}`);
    for (const columns of [10, 24, 28, 30, 33, 48, 80]) {
      expect(shown(columns, false)).not.toMatch(ISOLATES);
      expect(shown(columns, true).replace(/[\u2066-\u2069]/g, "")).toBe(shown(columns, false));
    }
  });

  it("that are read whole have each paragraph by itself", () => {
    const memory = {
      ...MEMORY,
      ...{ text: "plain\nשלום var/log/ כאן", timesObserved: 1, state: "live", votes: { up: 0, down: 0 } },
      ...{
        session: null,
        source: null,
        tags: [],
        entities: [],
        metadata: {},
        supersedes: null,
        supersededBy: null,
      },
    };
    const whole = {
      memory,
      mergedInto: null,
      mayContradict: [],
      observations: [],
    } as unknown as MemoryAnswer;
    expect(renderMemory(whole, 80, isolatedLine)[0]).toContain(
      `plain\n${FSI}שלום ${LRI}var/log/${PDI} כאן${PDI}`,
    );
    expect(renderMemory(whole, 80)[0]).not.toMatch(ISOLATES);
  });
});
