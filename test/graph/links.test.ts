import { describe, expect, it } from "vitest";
import { closestLinks } from "../../src/graph/links.ts";

const linked = (
  places: Readonly<Record<string, readonly number[]>>,
  related: readonly (readonly [string, string])[] = [],
) =>
  closestLinks(
    new Map(Object.entries(places).map(([slug, passages]) => [slug, new Set(passages)])),
    related.map(([from, to]) => ({ from, to })),
  ).map(({ from, to, passages }) => `${from} ${to} ${passages}`);

describe("links between entities", () => {
  it("join those that the same passages name, each pair once", () => {
    expect(linked({ b: [1, 2, 3], a: [2, 3], c: [4] })).toEqual(["a b 2"]);
  });

  it("are the three closest of each, where a name that is everywhere is near to few", () => {
    const hub = { hub: Array.from({ length: 20 }, (_, at) => at) };
    const near = { a: [1, 2], b: [1, 2], c: [1, 2], d: [1, 2] };
    expect(linked({ ...hub, ...near })).toEqual([
      ...["a b 2", "a c 2", "a d 2", "a hub 2", "b c 2", "b d 2", "b hub 2", "c d 2", "c hub 2"],
    ]);
  });

  it("come from no passage that names more than forty: it is a list", () => {
    const named = (count: number) =>
      linked(Object.fromEntries(Array.from({ length: count }, (_, at) => [`e${at}`, [1]])));
    expect([named(40).length > 0, named(41)]).toEqual([true, []]);
  });

  it("join what was related by hand, once, whatever its direction, and nothing with itself", () => {
    const related = [
      ["b", "a"],
      ["a", "b"],
      ["c", "a"],
      ["c", "c"],
    ] as const;
    expect(linked({ a: [1], b: [1], c: [] }, related)).toEqual(["a b 1", "a c 0"]);
  });
});
