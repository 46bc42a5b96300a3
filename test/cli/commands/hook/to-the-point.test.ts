import { expect, it } from "vitest";
import { contextBlock } from "../../../../src/cli/commands/hook/context-block.ts";
import { promptQuery, toThePoint } from "../../../../src/cli/commands/hook/recall-for-prompt.ts";
import type { Hit } from "../../../../src/search/contract/hits.ts";
import { estimateTokens } from "../../../../src/text/estimate-tokens.ts";
import { bareHit, found, hit } from "../../../support/found.ts";

const index = { ...found([]).index, embedder: "embedded grams" };
const WORDS =
  "heron marsh bridge lantern copper violin garden harbor pepper thunder saddle velvet window".split(" ");

const saying = (text: string, changes: Partial<Hit> = {}) =>
  hit({ path: "x", headings: [], snippet: { text, startLine: 1, endLine: 1, highlights: [] }, ...changes });

const passes = (query: string, ...hits: readonly Hit[]) => toThePoint(query, found(hits, { index })).length;

it.each([
  ["two of five words", 5, 2, 1],
  ["one of five", 5, 1, 0],
  ["five of twelve", 12, 5, 1],
  ["four of twelve", 12, 4, 0],
  ["five of thirteen, which count as twelve", 13, 5, 1],
  ["four of thirteen", 13, 4, 0],
])("takes a passage with %s: %#", (_, asked, shared, count) => {
  expect(passes(WORDS.slice(0, asked).join(" "), saying(WORDS.slice(0, shared).join(" ")))).toBe(count);
});

it("takes a misspelt word for the one that was searched, however it was written", () => {
  const use = { ...found([]).use, repaired: [{ from: "kesy", to: "keys" }] };
  expect(toThePoint("Kesy heron", found([saying("keys")], { index, use }))).toHaveLength(1);
});

it("looks for the words in the passage, its path and its headings", () => {
  expect(
    passes("heron", saying("heron"), saying("", { path: "heron.md" }), saying("", { headings: ["Heron"] })),
  ).toBe(3);
  expect(passes("heron", bareHit({ path: "x", headings: [] }))).toBe(0);
});

it("searches 2,000 characters whole, and of more the same from both ends", () => {
  expect(promptQuery("x".repeat(2_000))).toBe("x".repeat(2_000));
  expect(promptQuery(`${"a".repeat(1_000)}${"b".repeat(1_001)}`)).toBe(
    `${"a".repeat(998)} … ${"b".repeat(998)}`,
  );
});

it("fills a block to its budget, and not beyond it", () => {
  const text = Array.from({ length: 9 }, (_, at) => `line ${at} of it`).join("\n");
  const whole = contextBlock([saying(text)], { budget: 1_000, withRoot: false }) ?? "";
  const tokens = estimateTokens(whole);
  expect(contextBlock([saying(text)], { budget: tokens, withRoot: false })).toBe(whole);
  const shorter = contextBlock([saying(text)], { budget: tokens - 1, withRoot: false });
  expect(shorter).toBe(whole.replace("| line 8 of it\n", ""));
});

it("leaves out what follows a passage that was cut, however short", () => {
  const long = saying(`short\n${"a long line of it ".repeat(200)}`);
  const block = contextBlock([long, saying("third")], { budget: 600, withRoot: false });
  expect(block).toContain("| short\n</recalled-passages>");
});

it("quotes a snippet rather than the text that it is of", () => {
  const both = saying("snippet", { text: "text" });
  expect(contextBlock([both], { budget: 600, withRoot: false })).toContain("| snippet\n</");
});

it("quotes a hit's text where it has no snippet, and names a memory without a day by its type", () => {
  const memory = { type: "fact" } as NonNullable<Hit["memory"]>;
  const kept = bareHit({ id: "3f-9a/2c1b44', more", text: "\ufeffone\r\ntwo", memory, date: null });
  expect(contextBlock([kept], { budget: 600, withRoot: false })?.split("\n").slice(4)).toEqual([
    "[3f9a2c1b]",
    "| guides/keys.md#L3-L9 fact",
    "| one",
    "| two",
    "</recalled-passages>",
    "",
  ]);
});

it.each([...'"“”«»„'])("searches no phrase because of the quote %s", (quote) => {
  expect(promptQuery(`a${quote}b${quote} c`)).toBe("a b  c");
});

it.each([
  ["keeps an apostrophe", "it's", "it's"],
  ["is none of blanks and quotes alone", ' " ” ', ""],
  ["leaves out blanks around it before it is measured", `  ${"x".repeat(2_000)}  `, "x".repeat(2_000)],
  ["replaces half of a pair", "a\ud800b", "a\ufffdb"],
])("searches a prompt as it is said: %s", (_, prompt, query) => {
  expect(promptQuery(prompt)).toBe(query);
});

it("searches neither half of a pair that is cut at either end", () => {
  const query = promptQuery(`${"a".repeat(997)}\u{1f600}${"b".repeat(9)}\u{1f600}${"c".repeat(997)}`);
  expect(query).toBe(`${"a".repeat(997)}\ufffd … \ufffd${"c".repeat(997)}`);
});

it("takes a model's hits whatever they say, and the embedded parts' by the words of each", () => {
  const hits = [saying("heron"), saying("marsh"), saying("bridge")];
  const texts = (embedder: string) =>
    toThePoint("heron bridge", found(hits, { index: { ...index, embedder } })).map(
      (one) => one.snippet?.text,
    );
  expect(texts("embedded:x")).toEqual(["heron", "bridge"]);
  expect(texts("own embedded model")).toEqual(["heron", "marsh", "bridge"]);
});

it("drops of a query only the words that were misspelt", () => {
  const use = {
    ...found([]).use,
    repaired: [
      { from: "kesy", to: "heron" },
      { from: "lokc", to: "marsh" },
    ],
  };
  const passing = (query: string, text: string) =>
    toThePoint(query, found([saying(text)], { index, use })).length;
  expect(passing("kesy lokc bridge lantern copper", "heron marsh")).toBe(1);
  expect(passing("kesy lokc bridge lantern copper", "kesy lokc")).toBe(0);
  expect(passing("kesy lokc bridge lantern copper", "lantern copper")).toBe(1);
});
