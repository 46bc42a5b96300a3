import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type JsonBounds, watchJson } from "../../src/text/json-watch.ts";

const WIDE: JsonBounds = { depth: 1_000, keys: 100_000, items: 100_000, values: 100_000 };

/** What a value has, counted in another way: by walking it. */
function measured(value: unknown, depth = 0): JsonBounds {
  if (typeof value !== "object" || value === null) return { depth, keys: 0, items: 0, values: 0 };
  const parts = Object.values(value).map((part) => measured(part, depth + 1));
  const count = Object.keys(value).length;
  const most = (of: keyof JsonBounds) => Math.max(0, ...parts.map((part) => part[of]));
  const isList = Array.isArray(value);
  return {
    depth: Math.max(depth + 1, most("depth")),
    keys: Math.max(isList ? 0 : count, most("keys")),
    items: Math.max(isList ? count : 0, most("items")),
    // An empty list or object counts as one part of itself.
    values: Math.max(count, 1) + parts.reduce((sum, { values }) => sum + values, 0),
  };
}

function watched(json: string, bounds: JsonBounds, cuts: readonly number[] = []) {
  const watch = watchJson(bounds);
  const bytes = new TextEncoder().encode(json);
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  for (const [at, end] of places.slice(1).entries()) {
    const beyond = watch(bytes.subarray(places[at], end));
    if (beyond !== undefined) return beyond;
  }
  return undefined;
}

describe("JSON that is watched as it comes", () => {
  const container = fc
    .jsonValue({ maxDepth: 6 })
    .filter((value) => typeof value === "object" && value !== null);

  it("passes at its own size and is refused at one less, wherever its bytes are cut", () => {
    fc.assert(
      fc.property(container, fc.array(fc.nat(), { maxLength: 5 }), fc.boolean(), (value, cuts, isSpaced) => {
        const json = JSON.stringify(value, null, isSpaced ? 2 : 0);
        const own = measured(value);
        const roomy = { ...own, keys: Math.max(own.keys, 1), items: Math.max(own.items, 1) };
        expect(watched(json, roomy, cuts)).toBeUndefined();
        for (const bound of ["depth", "keys", "items", "values"] as const) {
          const less = { ...WIDE, [bound]: own[bound] - 1 };
          if (less[bound] > 0) expect(watched(json, less, cuts)).toBe(bound);
        }
      }),
    );
  });

  it.each([
    ["a text full of what looks like JSON", JSON.stringify({ a: '[{",\\"[[[' }), undefined],
    ["a text cut behind a backslash", '{"a":"\\\\","b":1}', undefined],
    ["200,000 keys", `{${'"a":1,'.repeat(200_000)}"b":1}`, "keys"],
    ["lists in lists", "[".repeat(50), "depth"],
    ["no JSON", "]]]}}}", undefined],
    ["nothing", "", undefined],
  ])("%s", (_, json, beyond) => {
    expect(watched(json, { depth: 10, keys: 100, items: 100, values: 1_000 }, [3, 7])).toBe(beyond);
  });
});
