import { describe, expect, it } from "vitest";
import { namesOf } from "./names-of.ts";

const stated = (text: string, path = "note.md", title: string | null = null) =>
  namesOf(path, text, title).relations.map(({ from, type, to }) => `${from} ${type} ${to}`);

describe("relations", () => {
  it.each([
    ["Yesterday Ana López works at Northgate Institute.", "ana-lopez works_at northgate-institute"],
    ["They say `armDriver` depends on the `motionBus`.", "armdriver depends_on motionbus"],
    ["They say `armDriver` is used by `motionBus`.", "motionbus uses armdriver"],
    ["They say `oldBus` was replaced by `motionBus`.", "oldbus replaced_by motionbus"],
    ["We moved from Jenkins to Buildkite.", "jenkins replaced_by buildkite"],
    ["In short: `oldBus` → `motionBus`.", "oldbus points_to motionbus"],
    ["It is Ana López, who reports to Dmitri Okafor.", "ana-lopez reports_to dmitri-okafor"],
    ["It is Ana López, an engineer at Northgate Institute.", "ana-lopez works_at northgate-institute"],
    ["It is Ana López, head of Northgate Institute.", "ana-lopez leads northgate-institute"],
    ["I met Ana López's manager is Dmitri Okafor.", "ana-lopez manager dmitri-okafor"],
    ["The Model Context Protocol (MCP) is new.", "mcp alias_of model-context-protocol"],
    ["Dicen que Ana López trabaja en Northgate Institute.", "ana-lopez works_at northgate-institute"],
  ])("of %j is %s", (text, relation) => {
    expect(stated(text)).toContain(relation);
  });

  it("reach over a list", () => {
    const found = stated("We know `armDriver` uses `motionBus` and `gripForce`.");
    expect(found).toContain("armdriver uses motionbus");
    expect(found).toContain("armdriver uses gripforce");
  });

  it("do not reach over a list of another sentence", () => {
    const found = stated("We know `armDriver` uses `motionBus`. Later `gripForce` and `wristPlate` came.");
    expect(found).toEqual(["armdriver uses motionbus"]);
  });

  it.each([
    "They say `armDriver` failed. Uses `motionBus` nobody.",
    "They say `armDriver` never uses what `motionBus` has.",
    "They say `armDriver` and `motionBus` are good.",
    "They say `armDriver` (deprecated) Use `motionBus` instead.",
    "They say `armDriver` in `motionBus` (replace the `gripForce` key).",
    "They say `armDriver` is good. `motionBus` and `gripForce` are not.",
    "The option has been moved from Jenkins to Buildkite.",
  ])("are not read into %j", (text) => {
    expect(stated(text)).toEqual([]);
  });

  it("take the page for the subject of a line without one, when it is about one thing", () => {
    const text = "# Ana López\n\n- Owns the Marlin gripper.\n- Her deputy in summer is Dmitri Okafor.\n";
    const found = stated(text, "people/ana.md", "Ana López");
    expect(found).toContain("ana-lopez owns marlin");
    expect(found).toContain("ana-lopez deputy dmitri-okafor");
    expect(stated("# Some notes\n\n- Owns the Marlin gripper.\n", "x.md", "Some notes")).toEqual([]);
  });

  it("come of front matter and of links, from the title", () => {
    const text = [
      "---\ntitle: Marlin\nowner: Ana López\ndepends_on:\n  - Zephyr\n  - '[[Motion bus]]'\n---\n",
      "See [[Test bench|the bench]], [Zephyr](zephyr.md) and [here](other/place.md).\n",
    ].join("\n");
    const found = stated(text, "projects/marlin.md", "Marlin");
    expect(found).toEqual([
      "marlin owner ana-lopez",
      "marlin depends_on zephyr",
      "marlin depends_on motion-bus",
      "marlin links_to test-bench",
      "marlin links_to zephyr",
      "marlin links_to other-place-md",
    ]);
  });

  it("are not made of code", () => {
    expect(
      stated("Text.\n\n```ts\nconst armDriver = () => motionBus();\n```\n", "x.md", "Notes on it"),
    ).toEqual([]);
  });
});
