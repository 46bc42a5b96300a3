import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type LayoutEdge, radialLayout, springLayout } from "../../src/web/views/graph/layout.ts";
import { largeGraph } from "./large-graph.ts";

const graphs = fc
  .tuple(fc.integer({ min: 1, max: 40 }), fc.array(fc.tuple(fc.nat(45), fc.nat(45)), { maxLength: 80 }))
  .map(([size, pairs]) => ({
    nodes: Array.from({ length: size }, (_, at) => ({ id: `n${at}`, distance: Math.min(3, at) })),
    edges: pairs.map(([from, to]): LayoutEdge => ({ from: `n${from}`, to: `n${to}` })),
  }));

const places = (spots: ReadonlyMap<string, { readonly x: number; readonly y: number }>) =>
  [...spots.values()].map(({ x, y }) => `${x.toFixed(3)} ${y.toFixed(3)}`);

describe.each([
  ["on rings", radialLayout],
  ["by springs", springLayout],
])("a layout %s", (_name, layout) => {
  it("gives every node one place of its own, the same for the same graph, whatever its edges name", () => {
    fc.assert(
      fc.property(graphs, ({ nodes, edges }) => {
        const spots = layout(nodes, edges);
        expect([...spots.keys()].toSorted()).toEqual(nodes.map(({ id }) => id).toSorted());
        for (const { x, y } of spots.values()) expect(Number.isFinite(x + y)).toBe(true);
        expect(new Set(places(spots)).size).toBe(nodes.length);
        expect(layout(nodes, edges)).toEqual(spots);
      }),
      { numRuns: 60 },
    );
  });
});

describe("rings", () => {
  it("put the start in the middle, its neighbours around it and theirs further out", () => {
    const nodes = ["a", "b", "c", "d"].map((id, at) => ({ id, distance: Math.min(2, at) }));
    const edges = [
      { from: "a", to: "b" },
      { from: "a", to: "c" },
      { from: "c", to: "d" },
    ];
    const spots = radialLayout(nodes, edges);
    const away = (id: string): number => Math.round(Math.hypot(spots.get(id)?.x ?? 0, spots.get(id)?.y ?? 0));
    expect([away("a"), away("b"), away("c"), away("d")]).toEqual([0, 120, 120, 240]);
  });

  it("keep neighbours on a crowded ring apart", () => {
    const { entities, relations } = largeGraph(2_000);
    const spots = [
      ...radialLayout(
        entities.map(({ slug, distance }) => ({ id: slug, distance })),
        relations,
      ).values(),
    ];
    let crowded = 0;
    for (const [at, one] of spots.entries())
      for (const other of spots.slice(at + 1))
        if (Math.hypot(one.x - other.x, one.y - other.y) < 14) crowded += 1;
    // Fewer than one pair in a hundred nodes.
    expect(crowded).toBeLessThan(20);
  });
});
