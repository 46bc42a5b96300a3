import { describe, expect, it } from "vitest";
import { headingNames, titleName } from "../../../src/names/prose/title-name.ts";

const titled = (path: string, title: string | null) => {
  const found = titleName({ path, title });
  return found && `${found.type} ${found.slug} ${found.evidence}`;
};

describe("a page's title", () => {
  it.each([
    ["people/x.md", "person"],
    ["01-people/x.md", "person"],
    ["a/Contacts/x.md", "person"],
    ["projects/x.md", "project"],
    ["customers/x.md", "organisation"],
    ["places/x.md", "place"],
    ["products/x.md", "product"],
    ["concepts/x.md", "concept"],
    ["packages/x.md", "package"],
  ])("in %s names a %s", (path, type) => {
    expect(titled(path, "quill")).toBe(`${type} quill 1`);
  });

  it.each([
    ["a folder further up", "people/a/x.md", "quill", "heading quill 0.6"],
    ["a file called like a folder", "people", "quill", "heading quill 0.6"],
    ["a name of machines", "x.md", "armDriver", "code armdriver 1"],
    ["the same in a folder of people", "people/x.md", "armDriver", "person armdriver 1"],
    ["two capitals", "x.md", "Ana López", "heading ana-lopez 1"],
    ["four capitals", "x.md", "Ana Bear Cole Dean", "heading ana-bear-cole-dean 0.4"],
    ["five capitals", "x.md", "Ana Bear Cole Dean Else", "heading ana-bear-cole-dean-else 0.4"],
    ["small words", "x.md", "marlin bay", "heading marlin-bay 0.4"],
    ["a generic word beside a name", "x.md", "Ana Setup", "heading ana-setup 0.4"],
    ["one word", "x.md", "Marlin", "heading marlin 1"],
    ["one generic word", "x.md", "Setup", "heading setup 0.2"],
    ["generic words only", "x.md", "Some notes", "heading some-notes 0.2"],
    ["marks and spaces around it", "x.md", " **Marlin**\t`bay` ", "heading marlin-bay 0.4"],
  ])("weighs, for %s", (_, path, title, expected) => {
    expect(titled(path, title)).toBe(expected);
  });

  it.each([null, "", "A 1", "2031-02-11", "Log 2031-02", "12.3.", "x".repeat(101)])(
    "that is %j names nothing",
    (title) => {
      expect(titled("people/x.md", title)).toBeUndefined();
    },
  );

  it("is named as it is written, without its marks", () => {
    expect(titleName({ path: "people/x.md", title: " *Ana*  López" })?.name).toBe("Ana López");
    expect(titleName({ path: "x.md", title: "`armDriver`" })?.name).toBe("armDriver");
  });

  it("may have 100 characters", () => {
    expect(titleName({ path: "x.md", title: "x".repeat(100) })?.name).toHaveLength(100);
  });
});

describe("a heading", () => {
  const named = (text: string) => headingNames(text).map(({ name }) => name);

  it("is a weak name, without its marks", () => {
    expect(headingNames("text\n## `Zephyr` bus ##\n")).toEqual([
      { name: "Zephyr bus", type: "heading", evidence: 0.35 },
    ]);
  });

  it("has two words of which one is none of the language, five words at most, and no date", () => {
    expect(named("# Zephyr bus\n###### Wiring Lapwing\n")).toEqual(["Zephyr bus", "Wiring Lapwing"]);
    expect(named("# Zephyr\n# Test bench\n# 2031-02 motion bus\n")).toEqual([]);
    expect(named("# Zephyr bus one two three\n# Zephyr bus one two three four\n")).toEqual([
      "Zephyr bus one two three",
    ]);
    expect(named("####### Zephyr bus\n#Zephyr bus\n")).toEqual([]);
  });
});
