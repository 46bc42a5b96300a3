import { expect, it } from "vitest";
import { columnsOf, cutTo, unitsWithin, wrapLines, wrapText } from "../../../src/cli/terminal/columns.ts";

it("breaks lines between words, under the text where a label or blanks begin them", () => {
  const lines = [
    "WRONG  each chunk that is embedded has its vector",
    "  a.md: it is over 2 MB large, and refused",
  ];
  expect(wrapLines(lines, 30)).toEqual([
    "WRONG  each chunk that is",
    "       embedded has its vector",
    "  a.md: it is over 2 MB large,",
    "  and refused",
  ]);
});

it("leaves what fits as it is, and everything where nothing limits a line", () => {
  const table = "id        scope  label\n3f9a2c1b  read   laptop\n";
  expect(wrapText(table, 40)).toBe(table);
  expect(wrapText(`${table}${"word ".repeat(100)}`, Number.POSITIVE_INFINITY)).toBe(
    `${table}${"word ".repeat(100)}`,
  );
});

it("keeps every word of any line, and breaks none", () => {
  const line = `  ${"漢字 word 🦦 ".repeat(40)}${"x".repeat(200)}`;
  const wrapped = wrapLines([line], 40);
  expect(wrapped.join(" ").split(/ +/).filter(Boolean)).toEqual(line.split(/ +/).filter(Boolean));
  for (const one of wrapped.slice(0, -1)) expect(columnsOf(one)).toBeLessThanOrEqual(40);
});

const FAMILY = "👨‍👩‍👧‍👦";
const FLAG = "🇪🇸";

it.each([
  ["abc", 3],
  ["漢字", 4],
  [FAMILY, 2],
  [FLAG, 2],
  ["e\u0301", 1],
  ["👍🏽", 2],
  ["a\tb", 10],
])("counts the columns of %j: %i", (text, columns) => {
  expect(columnsOf(text)).toBe(columns);
});

it("cuts no character that people see", () => {
  expect(cutTo(`ab${FAMILY}${FLAG}cd`, 5)).toBe(`ab${FAMILY}…`);
  expect(cutTo(`ab${FAMILY}${FLAG}cd`, 6)).toBe(`ab${FAMILY}…`);
  expect(cutTo(`ab${FAMILY}${FLAG}cd`, 8)).toBe(`ab${FAMILY}${FLAG}cd`);
  expect(unitsWithin(FAMILY, 1)).toBe(0);
});
