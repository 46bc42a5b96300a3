import { describe, expect, it } from "vitest";
import { namesOfDocument } from "../../src/names/extract.ts";
import { frontMatterNames, statedFacts } from "../../src/names/front-matter-names.ts";
import type { NamedDocument } from "../../src/names/types.ts";

const found = (texts: readonly string[], more: Partial<NamedDocument> = {}) =>
  namesOfDocument({
    ...{ path: "n.md", title: null, language: "markdown", kind: "file" },
    chunks: texts.map((text, at) => ({ id: `c${at}`, headings: [], text })),
    ...more,
  });
const named = (text: string, more: Partial<NamedDocument> = {}) =>
  found([text], more)[0]?.names.map(({ name, type }) => `${type} ${name}`);
const related = (text: string, more: Partial<NamedDocument> = {}) =>
  found([text], more)[0]?.relations.map(({ from, type, to }) => `${from} ${type} ${to}`);

describe("what a chunk keeps of its names", () => {
  it("belongs to the chunk by its id, in the order of the chunks", () => {
    expect(found(["a", "b", ""]).map(({ chunkId }) => chunkId)).toEqual(["c0", "c1", "c2"]);
  });

  it.each<[string, string, readonly string[]]>([
    ["a name on two lines has one space", "it was Marlin\nZephyr", ["person Marlin Zephyr"]],
    ["a number in brackets has no letter", "see [[123]] and `12345`", []],
    [
      "marks around a name are none of it",
      "it was Ana **and** the St. Gallen",
      ["person Ana", "other St. Gallen"],
    ],
    ["a name is left out that does not stand there as it would be shown", "it was Dept. Gallen", []],
    ["nothing in capitals of nothing", "it was `!!`", []],
    ["what a link leads to has a letter", "see [here](2031) and [here](a2031)", ["path a2031"]],
    ["one slug is one name", "see `marlin-bay` and `marlin_bay`", ["code marlin-bay"]],
  ])("%s", (_, text, expected) => {
    expect(named(text)).toEqual(expected);
  });

  it("has evidence in hundredths", () => {
    const [chunk] = found(["see カメラ、カメラ"]);
    expect(chunk?.names).toMatchObject([{ name: "カメラ", evidence: 0.3 }]);
  });

  it("leaves out a name that is only in front matter's own form", () => {
    expect(named("---\nowner: 'Ana''s'\n---\nx")).toEqual([]);
    expect(named("---\nowner: Ana\n---\nx")).toEqual(["person Ana"]);
  });

  it.each<[string, Partial<NamedDocument>, boolean]>([
    ["json", {}, true],
    ["toml", {}, true],
    ["yaml", {}, true],
    ["typescript", {}, false],
    ["text", {}, false],
  ])("reads keys of %s", (language, more, isRead) => {
    expect(named("timeout: 5", { language, ...more })?.includes("key timeout")).toBe(isRead);
  });

  it.each(["markdown", "text", "html", "csv", "tsv", "jsonl", "xml"])("reads %s as prose", (language) => {
    expect(named("it was Marlin", { language })).toEqual(["other Marlin"]);
  });

  it.each(["x.vue", "x.svelte", "x.astro", "x.svg", "x.VUE"])("reads the component %s as code", (path) => {
    expect(named("it was Marlin", { language: "html", path })).toEqual([`path ${path}`]);
  });
});

describe("what a chunk keeps of its relations", () => {
  const PAGE = { title: "Quill", path: "people/q.md" };

  it.each<[string, string, Partial<NamedDocument>, readonly string[]]>([
    ["of names that it keeps", "we know `armDriver` uses `motionBus`", {}, ["armdriver uses motionbus"]],
    ["of the title, in later chunks too", "Uses the `motionBus`", PAGE, ["quill uses motionbus"]],
    ["none of the title to itself", "see [Quill](q.md)", PAGE, []],
    ["none of a line where the page is about nothing", "Uses the `motionBus`", { title: "Quill" }, []],
    ["none of a heading's page", "Uses the `motionBus`", { title: "Ana López" }, []],
    ["what a link leads to", "see [Zephyr](z.md)", PAGE, ["quill links_to zephyr"]],
    ["no link without a title", "see [Zephyr](z.md)", {}, []],
    ["front matter's by the title only", "---\nowner: Ana\n---\nx", {}, []],
    ["front matter's", "---\nowner: Ana\n---\nx", PAGE, ["quill owner ana"]],
    ["nothing of code", "```\narmDriver uses motionBus\n```", {}, []],
  ])("%s", (_, text, more, expected) => {
    expect(related(text, more)).toEqual(expected);
  });

  it("of the title in a chunk behind the first", () => {
    expect(found(["x", "Uses the `motionBus`"], PAGE)[1]?.relations).toEqual([
      { from: "quill", to: "motionbus", type: "uses" },
    ]);
  });

  it("are none of names that had no room", () => {
    const many = Array.from({ length: 12 }, (_, at) => `\`big${at}()\``).join(", ");
    expect(related(`${many}. they say Marlin uses Zephyr.`)).toEqual([]);
  });
});

describe("the names of front matter", () => {
  const stated = (line: string) =>
    frontMatterNames(statedFacts(`---\n${line}\n---\n`)).names.map(
      ({ name, type, evidence }) => `${type} ${name} ${evidence}`,
    );

  it.each<[string, readonly string[]]>([
    ["client: Quill", ["organisation Quill 1"]],
    ["customer: Quill", ["organisation Quill 1"]],
    ["employer: Quill", ["organisation Quill 1"]],
    ["works at: Quill", ["organisation Quill 1"]],
    ["location: Bremen", ["place Bremen 1"]],
    ["office: Bremen", ["place Bremen 1"]],
    ["Owner: Ana", ["person Ana 1"]],
    ["team: armDriver", ["code armDriver 1"]],
    ["category: Marlin", ["concept Marlin 1"]],
    ["keywords: [Marlin]", ["concept Marlin 1"]],
    ["topics: [Marlin]", ["concept Marlin 1", "key topics 0.05"]],
    ["tags: [armDriver]", ["concept armDriver 1"]],
    ["my key: armDriver", ["code armDriver 1", "key my key 0.05"]],
    ["seo.x: armDriver", []],
    ["x.seo: armDriver", ["code armDriver 1", "key x.seo 0.05"]],
    ["owner: https://hono.dev", ["url https://hono.dev 1"]],
    ["owner: https://localhost", ["person https://localhost 1"]],
    ["owner: '[[Ana]]'", ["person Ana 1"]],
    ["owner: true", ["person true 1"]],
    ["owner: ''", []],
  ])("%s", (line, expected) => {
    expect(stated(line)).toEqual(expected);
  });

  it("end where it is not closed, if it says something", () => {
    expect(statedFacts("---\nowner: Ana").end).toBe(15);
    expect(statedFacts("---\n---\nx")).toEqual({ entries: [], end: 8 });
    expect(statedFacts("---x\nowner: Ana\n---\n").end).toBe(0);
  });
});
