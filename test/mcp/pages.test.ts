import { describe, expect, it } from "vitest";
import type { Passage } from "../../src/documents/passages/fetch-passages.ts";
import { passageText, startPage } from "../../src/mcp/passages.ts";
import { getPrompt } from "../../src/mcp/prompts.ts";
import { placesOf, recallUri } from "../../src/mcp/resources.ts";
import { errorText } from "../../src/mcp/tool.ts";
import { countTokens } from "../../src/text/tokens/count-tokens.ts";

const passage = (path: string, lines: number): Passage =>
  ({
    ...{ root: "n", path, citation: path, startLine: 1, endLine: lines, kind: "file", language: "text" },
    ...{ indexedAt: "", title: null, text: "one line of words\n".repeat(lines) },
  }) as unknown as Passage;

describe("an answer of passages", () => {
  it("fills in order, cuts the one that does not fit, and leaves what follows", () => {
    const page = startPage(200);
    page.add(passage("a", 2));
    expect(page.isFull()).toBe(false);
    page.add(passage("b", 100));
    expect(page.isFull()).toBe(true);
    page.leave("c");
    page.leave("d");
    const { passages, left, next } = page.shown();
    expect(passages.map(({ citation, next: rest }) => [citation, rest === undefined])).toEqual([
      ["n:a", true],
      ["n:b", false],
    ]);
    expect(passages[1]?.next).toMatch(/^n:b#L\d+-L100$/);
    expect([left, next]).toEqual([2, "c"]);
  });

  it("leaves a passage of which nothing worth having fits behind another", () => {
    const page = startPage(100);
    page.add(passage("a", 9));
    page.add(passage("b".repeat(300), 100));
    expect(page.shown()).toMatchObject({ passages: [{ citation: "n:a" }], left: 1 });
  });

  it.each([
    [27, true],
    [28, false],
  ])("of %d tokens has room for none: %s", (tokens, isFull) => {
    expect(startPage(tokens).isFull()).toBe(isFull);
  });

  it("shows a passage whole that just fits, and cuts one that is a token longer", () => {
    const one = passage("a", 20);
    const cost = countTokens(passageText({ citation: "n:a", text: one.text }));
    const shown = (tokens: number) => {
      const page = startPage(tokens);
      page.add(one);
      return page.shown().passages[0];
    };
    expect(shown(cost)).toEqual({ citation: "n:a", text: one.text });
    expect(shown(cost - 1)?.next).toMatch(/^n:a#L\d+-L20$/);
    expect(shown(1)?.text).toMatch(/^one line/);
  });

  it("has no room behind a passage that was cut", () => {
    const page = startPage(150);
    page.add(passage("a", 100));
    page.add(passage("b", 1));
    expect(page.isFull()).toBe(true);
    expect(page.shown()).toMatchObject({ passages: [{ citation: "n:a" }], left: 1, next: "n:b" });
  });

  it("holds a hundred passages", () => {
    const page = startPage(100_000);
    for (let at = 0; at < 100; at++) {
      expect(page.isFull()).toBe(false);
      page.add(passage(`f${at}`, 1));
    }
    expect(page.isFull()).toBe(true);
    expect(page.shown()).not.toHaveProperty("left");
  });
});

describe("a resource's URI", () => {
  it.each([
    ["recall://notes/a/b.md", [{ root: "notes", path: "a/b.md" }, { path: "notes/a/b.md" }]],
    ["recall://notes/a%2Fb.md", [{ root: "notes", path: "a/b.md" }, { path: "notes/a/b.md" }]],
    ["recall://my%2Fnotes/a.md", [{ root: "my/notes", path: "a.md" }, { path: "my/notes/a.md" }]],
    ["recall://a.md", [{ path: "a.md" }]],
    ["recall://notes/", [{ path: "notes/" }]],
    ["recall:///a.md", [{ path: "/a.md" }]],
    ["recall://", []],
    ["recall://%", []],
    ["RECALL://notes/a.md", []],
    ["file:///notes/a.md", []],
  ])("%s names the document below its root first", (uri, places) => {
    expect(placesOf(uri)).toEqual(places);
  });

  it("leads back to the document whatever its name", () => {
    for (const place of [
      { root: "my notes", path: "ü/50% #1?.md" },
      { root: "n", path: "a%2Fb" },
    ])
      expect(placesOf(recallUri(place))[0]).toEqual(place);
  });
});

it.each([
  [
    "not_found",
    "There is no such document",
    "not_found: There is no such document. Search for it, or ask `list`.",
  ],
  ["unavailable", "Try later!", "unavailable: Try later! Try again in a few seconds."],
  ["timeout", "Why?", "timeout: Why? Try again in a few seconds."],
  ["rate_limited", "m…", "rate_limited: m…"],
  ["quota", "m.", "quota: m. Try again after midnight UTC."],
  ["model_budget", "m", "model_budget: m. Try again after midnight UTC."],
  ["capacity", "m", "capacity: m. Send fewer at once."],
  ["too_large", "m", "too_large: m. Send less at once."],
  ["conflict", "m", "conflict: m. Read it again, then try again."],
  ["ambiguous", "m", "ambiguous: m. Name the root, or give more of the id."],
  ["forbidden", "m", "forbidden: m. Configure another token: `recall token create` makes one."],
  ["unauthorized", "m", "unauthorized: m. Mint another token with `recall token create` and configure it."],
  ["database_quota", "m", "database_quota: m. Try again after midnight UTC."],
  [
    "database_timeout",
    "m",
    "database_timeout: m. Ask for less or send less at once, or try again in a minute.",
  ],
  ["embedder_refused", "m", "embedder_refused: m."],
  ["invalid_input", "query: too long", "invalid_input: query: too long."],
])("a failure with %s says what to do, once", (code, message, text) => {
  expect(errorText({ code, message })).toBe(text);
});

it("takes a prompt's arguments up to their length, and none that are blank", () => {
  const ask = (topic: string) => getPrompt("what-did-we-decide", { topic });
  expect(JSON.stringify(ask("x".repeat(2_000)))).toContain("xxx");
  expect(() => ask("x".repeat(2_001))).toThrow();
  expect(() => ask("  ")).toThrow("topic");
  const [about, all] = [{ about: "herons" }, undefined].map((given) =>
    JSON.stringify(getPrompt("save-what-we-learned", given)),
  );
  expect(about).toContain("Only what concerns: herons. ");
  expect(all).not.toContain("Only what concerns");
});
