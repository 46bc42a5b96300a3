import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  BACKUP_SHAPE,
  CHANGE_SHAPE,
  DocumentMetadata,
  HIT_FIELD_NAMES,
  isKeptJson,
  isStorable,
  JSON_FIELD_NAMES,
  keptField,
  keptName,
  keptText,
  LISTED_FIELD_NAMES,
  MEMORY_FIELD_NAMES,
  MEMORY_FIELDS,
  REDACTED_FIELD_NAMES,
  REMEMBER_SHAPE,
} from "../../src/contract/memory-fields.ts";
import { Filters } from "../../src/search/contract/filters.ts";

const given = z.strictObject(REMEMBER_SHAPE);
const kept = z.object(BACKUP_SHAPE).partial();
const changed = z.strictObject(CHANGE_SHAPE);
const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);

describe("a field of a memory", () => {
  it.each<[string, string, unknown, boolean]>([
    ["importance", "least", 0, true],
    ["importance", "most", 1, true],
    ["importance", "above", 1.01, false],
    ["confidence", "below", -0.01, false],
    ["priority", "most important", 1, true],
    ["priority", "least important", 5, true],
    ["priority", "none", 0, false],
    ["priority", "sixth", 6, false],
    ["priority", "between", 1.5, false],
    ["type", "longest", `a${"b".repeat(39)}`, true],
    ["type", "longer", `a${"b".repeat(40)}`, false],
    ["type", "in capitals", "Fact", false],
    ["type", "with an underscore and a digit", "pattern_2", true],
    ["type", "that begins with a digit", "2a", false],
    ["type", "that begins with an underscore", "_a", false],
    ["type", "of one letter", "a", true],
    ["type", "behind something", " fact", false],
    ["type", "before something", "fact!", false],
    ["importance", "below", -0.01, false],
    ["confidence", "most", 1, true],
    ["confidence", "least", 0, true],
    ["confidence", "above", 1.01, false],
    ["metadata", "null below", { a: null, b: [null] }, true],
    ["metadata", "a number that JSON cannot write", { a: [Number.POSITIVE_INFINITY] }, false],
    ["metadata", "half a surrogate pair", { a: { b: "\ud800" } }, false],
    ["metadata", "a key with NUL below", { a: { "b\0": 1 } }, false],
    ["metadata", "a key of half a surrogate pair", { "\ud800": 1 }, false],
    ["metadata", "a prototype deep below", { a: [{ b: JSON.parse('{"__proto__": 1}') }] }, false],
    ["tags", "blank", [" "], false],
    ["tags", "trimmed to the longest", [` ${"x".repeat(64)} `], true],
    ["entities", "33", Array.from({ length: 33 }, (_, at) => `e${at}`), false],
    ["entities", "with NUL", ["a\0"], false],
    ["source", "longest", "x".repeat(500), true],
    ["source", "longer", "x".repeat(501), false],
    ["source", "blank", "  ", false],
    ["source", "with NUL", "a\0b", false],
    ["tags", "longest", ["x".repeat(64)], true],
    ["tags", "longer", ["x".repeat(65)], false],
    ["tags", "32", Array.from({ length: 32 }, (_, at) => `t${at}`), true],
    ["tags", "33", Array.from({ length: 33 }, (_, at) => `t${at}`), false],
    ["entities", "longest", ["x".repeat(200)], true],
    ["entities", "longer", ["x".repeat(201)], false],
    ["entities", "two lines", ["a\nb"], false],
    ["metadata", "8,192 bytes", { a: "x".repeat(8_184) }, true],
    ["metadata", "8,193 bytes", { a: "x".repeat(8_185) }, false],
    ["metadata", "bytes, not characters", { a: "é".repeat(4_093) }, false],
    ["metadata", "32 deep", { a: nested(31) }, true],
    ["metadata", "33 deep", { a: nested(32) }, false],
    ["metadata", "a prototype", JSON.parse('{"__proto__": {"a": 1}}'), false],
    ["metadata", "a prototype beside", JSON.parse('{"a": 1, "__proto__": null}'), false],
    ["metadata", "a prototype below", { a: JSON.parse('{"__proto__": 1}') }, false],
  ])("%s, %s", (name, _, value, isTaken) => {
    expect(given.safeParse({ [name]: value }).success).toBe(isTaken);
  });

  it("is trimmed, and kept up to five times as long as it may be written", () => {
    expect(given.parse({ source: " a " })).toEqual({ source: "a" });
    expect(kept.safeParse({ source: "x".repeat(2_500) }).success).toBe(true);
    expect(kept.safeParse({ source: "x".repeat(2_501) }).success).toBe(false);
    expect(kept.safeParse({ metadata: { a: "x".repeat(5 * 8_192 - 8) } }).success).toBe(true);
    expect(kept.safeParse({ metadata: { a: "x".repeat(5 * 8_192 - 7) } }).success).toBe(false);
    expect(kept.safeParse({ tags: ["x".repeat(320)] }).success).toBe(true);
    expect(kept.safeParse({ tags: ["x".repeat(321)] }).success).toBe(false);
    expect(kept.safeParse({ entities: ["x".repeat(1_000)] }).success).toBe(true);
    expect(kept.safeParse({ entities: ["a\nb"] }).success).toBe(false);
    expect(kept.safeParse({ session: null, source: null }).success).toBe(true);
    expect(kept.safeParse({ type: null }).success).toBe(false);
    expect([isKeptJson("x".repeat(48), 10), isKeptJson("x".repeat(49), 10)]).toEqual([true, false]);
  });

  it("has its usual value, its way of merging and its place", () => {
    const rows = MEMORY_FIELD_NAMES.map((name) => {
      const { usual, merge, level } = MEMORY_FIELDS[name];
      return [name, usual, merge, level];
    });
    expect(rows).toEqual([
      ["type", "fact", "keep", "hit"],
      ["importance", 0.7, "keep", "hit"],
      ["priority", 3, "keep", "hit"],
      ["confidence", 0.7, "greater", "hit"],
      ["session", null, "fill", "hit"],
      ["source", null, "fill", "list"],
      ["tags", [], "unite", "hit"],
      ["entities", [], "unite", "list"],
      ["metadata", {}, "join", "memory"],
    ]);
    expect(HIT_FIELD_NAMES).toEqual(["type", "importance", "priority", "confidence", "session", "tags"]);
    expect(LISTED_FIELD_NAMES).toEqual([...HIT_FIELD_NAMES.slice(0, 5), "source", "tags", "entities"]);
    expect(JSON_FIELD_NAMES).toEqual(["tags", "entities", "metadata"]);
    expect(REDACTED_FIELD_NAMES).toEqual(["source", "tags", "entities", "metadata"]);
  });

  it("is taken away by null only where it may have no value", () => {
    const takes = (name: string) => changed.safeParse({ [name]: null }).success;
    expect(MEMORY_FIELD_NAMES.filter(takes)).toEqual(["session", "source"]);
    expect(given.safeParse({ source: null }).success).toBe(false);
    expect(changed.parse({})).toEqual({});
  });
});

it.each([...MEMORY_FIELD_NAMES])(
  "a request is told the usual %s, where it has one that is no list",
  (name) => {
    const { usual } = MEMORY_FIELDS[name];
    const isSaid = usual !== null && typeof usual !== "object";
    expect(REMEMBER_SHAPE[name].meta()?.description).toBe(isSaid ? `Default ${usual}` : undefined);
  },
);

it.each([
  ["five times its characters", keptText(2), "x".repeat(10), true],
  ["one more", keptText(2), "x".repeat(11), false],
  ["five times as many bytes", keptText(2), "é".repeat(5), true],
  ["two bytes more", keptText(2), "é".repeat(6), false],
  ["blanks", keptText(2), "  ", false],
  ["nothing", keptText(2), "", false],
  ["half a character", keptText(2), "a\ud800", false],
  ["a field", keptField(2), "x".repeat(10), true],
  ["a longer field", keptField(2), "x".repeat(11), false],
  ["a name of two lines", keptName(2), "a\nb", false],
  ["a field of two lines", keptField(2), "a\nb", true],
])("a kept text may be %s: %#", (_, schema, text, isKept) => {
  expect(schema.safeParse(text).success).toBe(isKept);
});

it("what is stored is well-formed and without NUL", () => {
  expect(["a", "a\0", "\ud800"].map(isStorable)).toEqual([true, false, false]);
});

describe("what is written decomposed", () => {
  const zurich = "Zu\u0308rich";

  it("is kept composed in tags, sessions and metadata, at whatever depth", () => {
    const written = {
      tags: [zurich],
      session: zurich,
      source: zurich,
      metadata: { [zurich]: [{ [zurich]: 1 }] },
    };
    const fields = given.partial().parse(written);
    expect(fields).toEqual(JSON.parse(JSON.stringify(written).normalize("NFC")));
    expect(DocumentMetadata.parse({ [zurich]: [zurich, 1, true] })).toEqual({ Zürich: ["Zürich", 1, true] });
  });

  it("is asked for composed in filters", () => {
    const asked = {
      ...{ tag: [zurich], session: zurich, source: zurich, prefix: zurich },
      metadata: { [zurich]: [zurich] },
      not: { metadata: { a: zurich } },
    };
    expect(Filters.parse(asked)).toEqual(JSON.parse(JSON.stringify(asked).normalize("NFC")));
  });
});
