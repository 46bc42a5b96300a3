import { describe, expect, it } from "vitest";
import { namesOfDocument } from "../../src/names/extract.ts";
import type { NamedDocument } from "../../src/names/types.ts";

const found = (texts: readonly string[], more: Partial<NamedDocument> = {}) =>
  namesOfDocument({
    ...{ path: "n.md", title: null, language: "markdown", kind: "file" },
    chunks: texts.map((text, at) => ({ id: `c${at}`, headings: [], text })),
    ...more,
  });
const named = (...all: Parameters<typeof found>) =>
  found(...all).map(({ names }) => names.map(({ name, type, evidence }) => `${type} ${name} ${evidence}`));

describe("the names of a chunk", () => {
  it("add up what speaks for each, up to 1 and to three times the best of it", () => {
    expect(named(["see `marlin`"])).toEqual([["code marlin 0.6"]]);
    expect(named(["see `marlin` and `marlin`"])).toEqual([["code marlin 1"]]);
    expect(named(["Marlin broke. Marlin fell. Marlin ran. Marlin sat."])).toEqual([["other Marlin 0.3"]]);
  });

  it("are of the kind, and written as, where most speaks for them", () => {
    expect(named(["then Marlin, it was `marlin()`"])).toEqual([["other Marlin 1"]]);
    expect(named(["it was `marlin`, then the Marlin's"])).toEqual([["other Marlin 1"]]);
  });

  it("keep the best of what is weaker behind it, and tickets without a letter", () => {
    expect(named(["see `marlin()`, then Marlin"])).toEqual([["code marlin 1"]]);
    expect(named(["see #381 now"])).toEqual([["ticket #381 0.6"]]);
  });

  it("are twelve at most, the best first, of equals the first of the text", () => {
    const many = Array.from({ length: 15 }, (_, at) => `\`name${at}\``);
    const [chunk] = found([`${many.join(" ")} \`best-one\``]);
    expect(chunk?.names.map(({ name }) => name)).toEqual([
      ...["best-one", ...Array.from({ length: 11 }, (_, at) => `name${at}`)],
    ]);
  });

  it("have the title first in the first chunk only, whatever the chunk says of it", () => {
    expect(
      named(["It was Quill.", "It was Quill with Zephyr."], { title: "Quill", path: "people/q.md" }),
    ).toEqual([["person Quill 1"], ["other Quill 1", "other Zephyr 1"]]);
    expect(named(["It was Marlin."], { title: "Quill" })).toEqual([["heading Quill 1", "other Marlin 1"]]);
  });

  it("tell by every chunk of the document what is an ordinary word and what is none", () => {
    expect(named(["It was the Gripper.", "a gripper"])).toEqual([[], []]);
    expect(named(["Marlin broke.", "It was the Marlin."])[0]).toEqual(["other Marlin 0.6"]);
    expect(named(["Marlin broke.", "# About the Marlin"])[0]).toEqual([]);
  });

  it("are those of its first 20,000 characters", () => {
    const filler = "x ".repeat(9_990);
    expect(named([`${filler}by Marlin`])[0]).toEqual(["other Marlin 1"]);
    expect(named([`${filler}${" ".repeat(20)}by Marlin`])[0]).toEqual([]);
  });

  it.each<[string, Partial<NamedDocument>, readonly string[]]>([
    ["code", { language: "typescript" }, ["path n.md 1", "code FooBar 1"]],
    ["prose without a language", { language: null }, ["product FooBar 1"]],
    ["a component as code", { language: "html", path: "x.vue" }, ["path x.vue 1", "code FooBar 1"]],
    ["a page as prose", { language: "html", path: "x.html" }, ["product FooBar 1"]],
    ["a memory as prose", { language: "typescript", kind: "memory" }, ["product FooBar 1"]],
  ])("read %s", (_, more, expected) => {
    expect(named(["class FooBar {}"], more)[0]).toEqual(expected);
  });

  it("read keys and values of settings", () => {
    expect(named(["timeout: 5\nMY_KEY: 2"], { language: "yaml" })).toEqual([
      ["variable MY_KEY 1", "key timeout 0.2"],
    ]);
  });

  it("read front matter at the start of the document only", () => {
    const texts = ["---\nowner: Ana López\n---\nx", "---\ntags: [zephyr]\n---\nx"];
    expect(named(texts)).toEqual([["person Ana López 1"], []]);
  });
});

describe("the relations of a chunk", () => {
  const relations = (...all: Parameters<typeof found>) =>
    found(...all).map(({ relations }) => relations.map(({ from, type, to }) => `${from} ${type} ${to}`));

  it("are eight at most, what is stated before what is linked", () => {
    const links = Array.from({ length: 10 }, (_, at) => `[Name${at}x](n.md)`).join(" ");
    const [stated = []] = relations([`---\nowner: Ana López\n---\n${links}`], { title: "Quill" });
    expect(stated).toHaveLength(8);
    expect(stated[0]).toBe("quill owner ana-lopez");
    expect(stated[7]).toBe("quill links_to name6x");
  });

  it("make a name of a capital that begins a sentence, not of an ordinary word", () => {
    expect(relations(["Success needs `armDriver`."])).toEqual([[]]);
    expect(relations(["Marlin uses `armDriver`."])).toEqual([["marlin uses armdriver"]]);
    expect(relations(["We know Marlin uses `armDriver`."])).toEqual([["marlin uses armdriver"]]);
  });
});
