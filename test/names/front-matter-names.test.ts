import { describe, expect, it } from "vitest";
import { frontMatterNames, statedFacts } from "../../src/names/front-matter-names.ts";

const stated = (...lines: readonly string[]) =>
  frontMatterNames(statedFacts(`---\n${lines.join("\n")}\n---\n`));
const named = (...lines: readonly string[]) =>
  stated(...lines).names.map(({ name, type, evidence }) => `${type} ${name} ${evidence}`);

describe("front matter", () => {
  it.each([
    ["owner: Ana López", ["person Ana López 1"]],
    ["team: Quill", ["organisation Quill 1"]],
    ["based_in: Bremen", ["place Bremen 1"]],
    ["project: Marlin", ["project Marlin 1"]],
    ["related: Marlin", ["other Marlin 1"]],
    ["Depends On: Marlin", ["other Marlin 1"]],
    ["uses: https://hono.dev/docs", ["url https://hono.dev/docs 1"]],
    ["tags: [Zephyr, '[[Marlin]]']", ["concept Zephyr 1", "concept Marlin 1"]],
    ["my_field: x", ["key my_field 0.05"]],
    ["repo: quill/motion#44", ["ticket quill/motion#44 1", "key repo 0.05"]],
    ["reviewers: one two three four five six", ["person one two three four five six 1"]],
  ])("%s names", (line, expected) => {
    expect(named(line)).toEqual(expected);
  });

  it.each([
    ["what every page has", "title: armDriver"],
    ["a part of what every page has", "seo.title: armDriver"],
    ["a status", "status: active"],
    ["a number", "owner: 12"],
    ["a sentence", "owner: one two three four five six seven"],
    ["a text of more than 120 characters", `owner: ${"x".repeat(121)}`],
    ["nested keys", "seo:\n  owner: Ana"],
  ])("names nothing for %s", (_, line) => {
    expect(named(line)).toEqual([]);
  });

  it("takes a text of 120 characters, and of a list its first twenty values", () => {
    expect(named(`owner: ${"x".repeat(120)}`)).toHaveLength(1);
    const list = Array.from({ length: 21 }, (_, at) => `Tag${at}x`);
    expect(named(`tags: [${list.join(", ")}]`)).toHaveLength(20);
  });

  it("relates what has a role, and nothing else", () => {
    expect(
      stated("owner: Ana López", "see also: Marlin", "tags: [Zephyr]", "repo: quill/motion#44").relations,
    ).toEqual([
      { name: "Ana López", type: "owner" },
      { name: "Marlin", type: "see_also" },
    ]);
  });

  it("joins what is said of one key at several places", () => {
    expect(statedFacts("---\nowner: Ana\nteam: Quill\nowner: Bo\n---\n").entries).toEqual([
      { key: "owner", values: ["Ana", "Bo"] },
      { key: "team", values: ["Quill"] },
    ]);
  });

  it.each([
    ["ends behind its last fence", "---\nowner: Ana\n---\nText", 19],
    ["may end before the chunk does not", "---\nowner: Ana\n", 16],
    ["may have a byte order mark", "\uFEFF---\nowner: Ana\n---\nText", 20],
    ["is none without entries and end", "---\n\ntext", 0],
    ["is none further down", "text\n---\nowner: Ana\n---\n", 0],
  ])("%s", (_, text, end) => {
    expect(statedFacts(text).end).toBe(end);
  });
});
