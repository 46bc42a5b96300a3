import { describe, expect, it } from "vitest";
import { documentNames, nameWrite, partsOf } from "../../src/names/document-names.ts";
import type { EntityType } from "../../src/names/types.ts";

const TEXTS = ["It was broken in South Sudan.", "It was told by Zephyr."];
const named = (entities: readonly string[] | null) =>
  documentNames({
    ...{ path: "n.md", title: null, language: "markdown", kind: "memory" },
    chunks: TEXTS.map((text, at) => ({ id: `c${at}`, headings: [], text })),
    memory: entities && { entities },
  }).map(({ ordinal, names }) => [
    `c${ordinal}`,
    ...names.map(({ slug, type, evidence }) => `${type} ${slug} ${evidence}`),
  ]);

describe("what a memory is linked to", () => {
  it("is named by its first chunk only, for certain, and is of a kind that nobody knows", () => {
    expect(named(["Ana López"])).toEqual([
      ["c0", "place south-sudan 100", "other ana-lopez 100"],
      ["c1", "other zephyr 100"],
    ]);
  });

  it("is one with what the text names, which tells its kind", () => {
    expect(named(["south sudan", "SOUTH SUDAN"])).toEqual([
      ["c0", "place south-sudan 100"],
      ["c1", "other zephyr 100"],
    ]);
  });

  it("is looked for in its own text, however it is written there", () => {
    const text = "osprey depends on ledger";
    const [first] = documentNames({
      ...{ path: "n.md", title: null, language: "markdown", kind: "memory" },
      chunks: [{ id: "c0", headings: [], text }],
      memory: { entities: ["osprey", "Ledger"] },
    });
    expect(first?.relations).toEqual([{ from: "osprey", type: "depends_on", to: "ledger" }]);
  });

  it("is nothing without letters or behind a redaction, and nothing for a file", () => {
    const none = [
      ["c0", "place south-sudan 100"],
      ["c1", "other zephyr 100"],
    ];
    expect(named(["!!", "[redacted:jwt]"])).toEqual(none);
    expect(named(null)).toEqual(none);
    expect(named(["Ana [redacted:jwt]"])[0]).toHaveLength(3);
  });
});

describe("a stored name", () => {
  it("has evidence in hundredths", () => {
    expect(nameWrite({ name: "Marlin", slug: "marlin", type: "other", evidence: 0.456 })).toEqual({
      ...{ slug: "marlin", name: "Marlin", type: "other", evidence: 46, parts: [] },
    });
  });

  it.each<[EntityType, readonly string[]]>([
    ["person", ["ana", "lopez"]],
    ["organisation", ["ana", "lopez"]],
    ["project", ["ana", "lopez"]],
    ["place", ["ana", "lopez"]],
    ["product", ["ana", "lopez"]],
    ["other", ["ana", "lopez"]],
    ["concept", []],
    ["code", []],
    ["heading", []],
  ])("that is a %s has the parts %j", (type, parts) => {
    expect(nameWrite({ name: "Ana López", slug: "ana-lopez", type, evidence: 1 }).parts).toEqual(parts);
  });

  it.each([
    ["Ana López de la Cruz", ["ana", "lopez", "cruz"]],
    ["Quill GmbH", ["quill"]],
    ["Marlin", []],
    ["Ana Bo 2031", ["ana"]],
    ["Ana Ana Bob", ["ana", "bob"]],
    ["東京 大学", ["東京", "大学"]],
    ["東 大学", ["大学"]],
    ["Abe Bob Cyd Dan Eve Fay", ["abe", "bob", "cyd", "dan", "eve"]],
  ])("%s has the parts %j", (name, parts) => {
    expect(partsOf(name)).toEqual(parts);
  });
});
