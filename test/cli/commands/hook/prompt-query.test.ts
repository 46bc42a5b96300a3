import { expect, it } from "vitest";
import { promptQuery } from "../../../../src/cli/commands/hook/recall-for-prompt.ts";

it("searches 2,000 characters whole, and of more the same from both ends", () => {
  expect(promptQuery("x".repeat(2_000))).toBe("x".repeat(2_000));
  expect(promptQuery(`${"a".repeat(1_000)}${"b".repeat(1_001)}`)).toBe(
    `${"a".repeat(998)} … ${"b".repeat(998)}`,
  );
});

it("searches the start and the end of a long prompt, well-formed", () => {
  const long = promptQuery(`What is this? ${"😀".repeat(5_000)} Fix it.`);
  expect(long.length).toBeLessThanOrEqual(2_000);
  expect(long).toMatch(/^What is this\? .* Fix it\.$/su);
  expect(long.isWellFormed()).toBe(true);
});

it.each([...'"“”«»„'])("searches no phrase because of the quote %s", (quote) => {
  expect(promptQuery(`a${quote}b${quote} c`)).toBe("a b  c");
});

it.each([
  ["keeps an apostrophe", "it's", "it's"],
  ["is none of blanks and quotes alone", ' " ” ', ""],
  ["leaves out blanks around it before it is measured", `  ${"x".repeat(2_000)}  `, "x".repeat(2_000)],
  ["replaces half of a pair", "a\ud800b", "a\ufffdb"],
  [
    "leaves out quotes around words, and the blanks that they leave at its ends",
    ' fix "the queue" ',
    "fix  the queue",
  ],
])("searches a prompt as it is said: %s", (_, prompt, query) => {
  expect(promptQuery(prompt)).toBe(query);
});

it("searches neither half of a pair that is cut at either end", () => {
  const query = promptQuery(`${"a".repeat(997)}\u{1f600}${"b".repeat(9)}\u{1f600}${"c".repeat(997)}`);
  expect(query).toBe(`${"a".repeat(997)}\ufffd … \ufffd${"c".repeat(997)}`);
});
