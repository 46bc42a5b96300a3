import { describe, expect, it } from "vitest";
import { namesOf } from "./names-of.ts";

const stated = (text: string, path = "note.md", title: string | null = null) =>
  namesOf(path, text, title).relations.map(({ from, type, to }) => `${from} ${type} ${to}`);

describe("relations", () => {
  it.each([
    ["Yesterday Ana López works at Northgate Institute.", "ana-lopez works_at northgate-institute"],
    ["We know `armDriver` depends on the `motionBus`.", "armdriver depends_on motionbus"],
    ["We know `armDriver` is used by `motionBus`.", "motionbus uses armdriver"],
    ["We know `oldBus` was replaced by `motionBus`.", "oldbus replaced_by motionbus"],
    ["We moved from Jenkins to Buildkite.", "jenkins replaced_by buildkite"],
    ["In short: `oldBus` → `motionBus`.", "oldbus points_to motionbus"],
    ["It is Ana López, who reports to Dmitri Okafor.", "ana-lopez reports_to dmitri-okafor"],
    ["It is Ana López, an engineer at Northgate Institute.", "ana-lopez works_at northgate-institute"],
    ["It is Ana López, head of Northgate Institute.", "ana-lopez leads northgate-institute"],
    ["I met Ana López's manager is Dmitri Okafor.", "ana-lopez manager dmitri-okafor"],
    ["The Model Context Protocol (MCP) is new.", "mcp alias_of model-context-protocol"],
    ["Sabemos que Ana López trabaja en Northgate Institute.", "ana-lopez works_at northgate-institute"],
  ])("of %j is %s", (text, relation) => {
    expect(stated(text)).toContain(relation);
  });

  it.each([
    "Nobody at Kestrel Labs owns Heron.",
    "No engineer at Kestrel Labs owns Heron.",
    "- Nobody at Kestrel Labs owns Heron.",
    "Someone at Kestrel Labs owns Heron.",
    "Everyone except Oda Lind works at Kestrel Labs.",
    "Neither Ana Ruiz nor Bo Lind owns Heron.",
    "It is false that Mona Reed works at Kestrel Labs.",
    '"Pia Grey works at Kestrel Labs" is a lie.',
    "Pia Grey works at Kestrel Labs, they say.",
    "It isn't true that Ana Ruiz owns Heron.",
    "I doubt Ana Ruiz owns Heron.",
    "The plan fails unless Lea Horn works at Kestrel Labs.",
    "If Ana Ruiz worked at Kestrel Labs, she would know.",
    "Nobody knows whether Ana Ruiz works at Kestrel Labs.",
    "Perhaps Ana Ruiz owns Heron.",
    "Does Zed Horn own Heron?",
    "Ask whether it helps. Does Zed Horn own Heron",
    "So Ana Ruiz owns Heron?",
    "Bo thinks that Ana Ruiz owns Heron.",
    "Bo said on Friday that Ana Ruiz owns Heron.",
    "Ana Ruiz said Bo Lind owns Heron.",
    "According to Bo Lind, Ana Ruiz owns Heron.",
    "We never moved from Jenkins to Buildkite.",
    "Wenn Ana Ruiz bei uns ist und Bo Lind besitzt Heron.",
    "Nadie sabe si Ana Ruiz trabaja en Kestrel Labs.",
  ])("are not read into what is asked, denied, supposed or only told: %s", (text) => {
    expect(stated(text)).toEqual([]);
  });

  it.each([
    ["Who owns Heron? Ana Ruiz owns Heron.", "ana-ruiz owns heron"],
    ["It is not new. Ana Ruiz owns Heron.", "ana-ruiz owns heron"],
    ["Not Ana Ruiz but Bo Lind owns Heron.", "bo-lind owns heron"],
    ["If you ask, Ana Ruiz owns Heron.", "ana-ruiz owns heron"],
    ["Ana Ruiz leads Heron unless she is ill.", "ana-ruiz leads heron"],
    ["We know that Ana Ruiz owns Heron.", "ana-ruiz owns heron"],
    ["- never on Friday\n- Ana Ruiz owns Heron", "ana-ruiz owns heron"],
    ["- So: Ana Ruiz owns Heron", "ana-ruiz owns heron"],
    ["Omar Said works with Lucy Hale and works at Globex Corp.", "omar-said works_at globex-corp"],
    ["Ana Ruiz met Bo Lind, who works at Globex Corp and owns Heron.", "bo-lind owns heron"],
    ["Ana Ruiz is CTO of Globex Corp and owns Heron.", "ana-ruiz owns heron"],
    ["Eve Stone works at Kestrel Labs.", "eve-stone works_at kestrel-labs"],
    ["Heron was maintained by Ana Ruiz.", "ana-ruiz maintains heron"],
    ["Heron, maintained by Ana Ruiz, is new.", "ana-ruiz maintains heron"],
    ["Heron has been designed by Ana Ruiz.", "ana-ruiz created heron"],
    ["Ana Ruiz is employed by Kestrel Labs.", "ana-ruiz works_at kestrel-labs"],
  ])("are read from what a sentence does say: %s", (text, relation) => {
    expect(stated(text)).toContain(relation);
  });

  it("are of who the sentence is about, and of no key of the next line", () => {
    const text = "# Heron\n\n**Owner:** Priya Raman\nStatus: active\n";
    expect(stated(text, "projects/heron.md", "Heron")).toEqual(["heron owner priya-raman"]);
    const names = namesOf("projects/heron.md", text, "Heron").names.map(({ name }) => name);
    expect(names).toEqual(["Heron", "Priya Raman"]);
    expect(stated("Omar Reed works with Lucy Hale and works at Globex Corp.")).toEqual([
      "omar-reed works_at globex-corp",
    ]);
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
    "We know `armDriver` failed. Uses `motionBus` nobody.",
    "We know `armDriver` never uses what `motionBus` has.",
    "We know `armDriver` and `motionBus` are good.",
    "We know `armDriver` (deprecated) Use `motionBus` instead.",
    "We know `armDriver` in `motionBus` (replace the `gripForce` key).",
    "We know `armDriver` is good. `motionBus` and `gripForce` are not.",
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
