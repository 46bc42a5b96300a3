import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Layout,
  type LayoutNode,
  springLayout,
} from "../../../../../src/web/views/graph/picture/layout.ts";

interface Edge {
  readonly from: string;
  readonly to: string;
}

const nodesOf = (communities: Readonly<Record<string, number>>): LayoutNode[] =>
  Object.entries(communities).map(([id, community]) => ({ id, community, fixed: undefined }));

const edgesOf = (text: string): Edge[] =>
  text.split(" ").map((pair) => {
    const [from = "", to = ""] = pair.split("-");
    return { from, to };
  });

/** The layout, and in how many steps. */
function laidOut(nodes: readonly LayoutNode[], edges: readonly Edge[], ratio = 1) {
  const steps = springLayout(nodes, edges, ratio);
  for (let count = 0; ; count++) {
    const step = steps.next();
    if (step.done) return { layout: step.value, steps: count };
  }
}

const apart = (layout: Layout, one: string, other: string): number => {
  const [a, b] = [layout.get(one), layout.get(other)];
  return Math.hypot((a?.x ?? Number.NaN) - (b?.x ?? 0), (a?.y ?? 0) - (b?.y ?? 0));
};

const graphs = fc
  .tuple(fc.integer({ min: 1, max: 40 }), fc.array(fc.tuple(fc.nat(45), fc.nat(45)), { maxLength: 80 }))
  .map(([size, pairs]) => ({
    nodes: Array.from({ length: size }, (_, at) => ({ id: `n${at}`, community: at % 3, fixed: undefined })),
    edges: pairs.map(([from, to]) => ({ from: `n${from}`, to: `n${to}` })),
  }));

describe("a layout", () => {
  it("gives every node one place of its own, the same for the same graph, whatever its edges name", () => {
    fc.assert(
      fc.property(graphs, ({ nodes, edges }) => {
        const { layout } = laidOut(nodes, edges);
        expect([...layout.keys()]).toEqual(nodes.map(({ id }) => id));
        const places = [...layout.values()].map(({ x, y }) => `${x.toFixed(2)} ${y.toFixed(2)}`);
        expect(places.join(" ")).not.toMatch(/NaN|Infinity/);
        expect(new Set(places).size).toBe(nodes.length);
        expect(laidOut(nodes, edges).layout).toEqual(layout);
      }),
      { numRuns: 40 },
    );
  });

  it("has related nodes nearer to each other than others", () => {
    const { layout } = laidOut(nodesOf({ a: 0, b: 0, c: 1, d: 1 }), edgesOf("a-b c-d"));
    const related = [apart(layout, "a", "b"), apart(layout, "c", "d")];
    const others = ["a", "b"].flatMap((one) => ["c", "d"].map((other) => apart(layout, one, other)));
    expect(Math.max(...related)).toBeLessThan(Math.min(...others));
    expect(Math.min(...related)).toBeGreaterThan(60);
  });

  it("keeps communities apart, though edges run between them", () => {
    const slugs = Array.from({ length: 20 }, (_, at) => [`n${at}`, at % 2] as const);
    const inside = slugs.flatMap(([one, at]) =>
      slugs.filter(([other, its]) => its === at && other > one).map(([other]) => `${one}-${other}`),
    );
    const { layout } = laidOut(
      nodesOf(Object.fromEntries(slugs)),
      edgesOf(`${inside.join(" ")} n0-n1 n2-n3`),
    );
    const middle = (community: number) => {
      const spots = slugs.filter(([, its]) => its === community).map(([id]) => layout.get(id));
      const mean = (of: "x" | "y") => spots.reduce((sum, spot) => sum + (spot?.[of] ?? 0), 0) / spots.length;
      return { x: mean("x"), y: mean("y") };
    };
    const [one, other] = [middle(0), middle(1)];
    const size = Math.max(
      ...slugs.map(([id, at]) => {
        const { x = 0, y = 0 } = layout.get(id) ?? {};
        const centre = at === 0 ? one : other;
        return Math.hypot(x - centre.x, y - centre.y);
      }),
    );
    expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(size);
  });

  it.each([
    [1.6, "wider than high"],
    [0.5, "higher than wide"],
  ])("for a frame of form %d is %s", (ratio) => {
    const { layout } = laidOut(
      nodesOf(Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`n${at}`, 0]))),
      [],
      ratio,
    );
    const spots = [...layout.values()];
    const size = (of: "x" | "y") =>
      Math.max(...spots.map((spot) => spot[of])) - Math.min(...spots.map((spot) => spot[of]));
    expect(Math.log(size("x") / size("y")) * Math.log(ratio)).toBeGreaterThan(0.05);
  });

  it("leaves what has a place where it is, and puts what is new beside its neighbour there", () => {
    const stays = { x: 900, y: -300 };
    const nodes = [
      { id: "old", community: 0, fixed: stays },
      { id: "new", community: 1, fixed: undefined },
    ];
    const { layout } = laidOut(nodes, edgesOf("new-old"));
    expect(layout.get("old")).toEqual(stays);
    expect(apart(layout, "old", "new")).toBeLessThan(300);
  });

  it("takes fewer rounds the more nodes there are, one in each step", () => {
    const many = (count: number) =>
      laidOut(nodesOf(Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${at}`, 0]))), []).steps;
    expect([many(10), many(500), many(1_000)]).toEqual([200, 96, 24]);
  });

  it("of nothing is empty", () => {
    expect(laidOut([], []).layout.size).toBe(0);
  });
});
