import { describe, expect, it } from "vitest";
import { linkName, wikiName } from "../../../src/names/prose/links.ts";

const place = { start: 0, end: 0 };
const shown = (found: ReturnType<typeof linkName>) =>
  found && `${found.type} ${found.name} ${found.evidence} ${found.isLinked}`;
const ofLink = (text: string, target: string) => shown(linkName({ kind: "link", text, target, ...place }));
const ofWiki = (text: string) => shown(wikiName({ kind: "wiki", text, ...place }));

describe("a link names", () => {
  it.each([
    ["its text in capitals", "Zephyr", "z.md", "other Zephyr 1 true"],
    ["its text with a number", "Marlin 2", "z.md", "other Marlin 2 1 true"],
    ["its text without marks", "**Zephyr**", "z.md", "other Zephyr 1 true"],
    ["small words less surely", "wiring plan", "z.md", "concept wiring plan 0.6 true"],
    ["code", "`armDriver`", "z.md", "code armDriver 1 true"],
    ["code of one plain word", "`marlin`", "z.md", "code marlin 1 true"],
    ["a name of machines", "armDriver", "z.md", "code armDriver 1 true"],
    ["a page where its text says nothing", "here", "other/place.md", "path other/place.md 1 true"],
    ["a page without its question and its place", "here", "a.md?x#y", "path a.md 1 true"],
    ["an address", "docs", "https://hono.dev/docs", "url https://hono.dev/docs 1 true"],
    ["a page, not the picture on it", "![Zephyr]", "z.md", "path z.md 1 true"],
    ["a page behind German function words", "der Plan", "z.md", "path z.md 1 true"],
    ["four words", "Ana Bo Cy Do", "z.md", "other Ana Bo Cy Do 1 true"],
    ["a page behind five words", "Ana Bo Cy Do Ed", "z.md", "path z.md 1 true"],
    ["a page behind numbers", "123", "z.md", "path z.md 1 true"],
    ["80 characters", "x".repeat(80), "z.md", `concept ${"x".repeat(80)} 0.6 true`],
    ["a page behind more", "x".repeat(81), "z.md", "path z.md 1 true"],
    ["a page of three characters", "here", "abc", "path abc 1 true"],
  ])("%s", (_, text, target, expected) => {
    expect(ofLink(text, target)).toBe(expected);
  });

  it.each([
    ["a place on the same page", "Zephyr", "#top"],
    ["a mail", "Zephyr", "mailto:a@b.example"],
    ["another scheme behind a text that says nothing", "here", "ftp:abc"],
    ["two characters", "here", "ab"],
  ])("nothing for %s", (_, text, target) => {
    expect(ofLink(text, target)).toBeUndefined();
  });
});

describe("a wiki link names", () => {
  it.each([
    ["Test bench|the bench", "concept Test bench 1 true"],
    ["Test bench#top", "concept Test bench 1 true"],
    [" Zephyr ", "concept Zephyr 1 true"],
    ["armDriver", "code armDriver 1 true"],
    ["123", undefined],
    ["x".repeat(80), `concept ${"x".repeat(80)} 1 true`],
    ["x".repeat(81), undefined],
  ])("%s: %s", (text, expected) => {
    expect(ofWiki(text)).toBe(expected);
  });
});
