import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type LayoutEdge, radialLayout, springLayout } from "../../../../src/web/views/graph/layout.ts";
import { pathOf, shapesOf } from "../../../../src/web/views/graph/shapes.ts";
import { largeGraph } from "../../support/large-graph.ts";

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

describe("a relation on the picture", () => {
  const one = { x: 0, y: 0, radius: 10 };
  const other = { x: 100, y: 0, radius: 20 };

  it("runs from border to border, its arrow to the second, its name never upside down", () => {
    const there = pathOf(one, other, 0);
    expect(there.line).toBe("M10.0 0.0Q50.0 0.0 73.0 0.0");
    expect(there.arrow).toMatch(/^M80.0 0.0L/);
    expect([there.middle.x, there.turn]).toEqual([50, 0]);
    expect(Math.abs(pathOf(other, one, 0).turn)).toBe(0);
    expect(Math.abs(pathOf(one, { ...one, y: -50 }, 0).turn)).toBe(90);
  });

  it("is bent away from others of the same two, whichever of them it begins at", () => {
    const graph = largeGraph(2);
    const said = graph.relations.slice(0, 1);
    const { edges, nodes } = shapesOf(
      {
        ...graph,
        relations: [...said, ...said.map(({ from, to, ...rest }) => ({ ...rest, from: to, to: from }))],
      },
      false,
    );
    const [a, b] = nodes;
    if (a === undefined || b === undefined) throw new Error("two nodes");
    const middles = edges.map(({ from, bend }) =>
      from === a.slug ? pathOf(a, b, bend).middle : pathOf(b, a, bend).middle,
    );
    const [first, second] = middles;
    expect(Math.hypot((first?.x ?? 0) - (second?.x ?? 0), (first?.y ?? 0) - (second?.y ?? 0))).toBeCloseTo(
      20,
    );
  });
});
