import { describe, expect, it } from "vitest";
import type { GraphAnswer } from "../../../../src/graph/contract.ts";
import { groupOf } from "../../../../src/web/views/graph/groups.tsx";
import { radialLayout, type Spot, springLayout } from "../../../../src/web/views/graph/layout.ts";
import { pathOf, shapesOf } from "../../../../src/web/views/graph/shapes.ts";

type Entity = GraphAnswer["entities"][number];

const entity = (slug: string, more: Partial<Entity> = {}): Entity => ({
  ...{
    slug,
    name: slug,
    type: "person",
    aliases: [],
    mentions: 1,
    manual: false,
    distance: 1,
    citations: [],
  },
  ...more,
});

const relation = (from: string, to: string, type = "knows") => ({
  from,
  to,
  type,
  manual: false,
  citations: [],
});

const graphOf = (
  entities: readonly Entity[],
  relations: readonly ReturnType<typeof relation>[] = [],
): GraphAnswer => ({
  ...{ start: "names", truncated: false, version: 1 },
  ...{ entities: [...entities], relations: [...relations] },
});

const many = (count: number) => Array.from({ length: count }, (_, at) => entity(`e${at}`));

describe("the shapes of a graph", () => {
  it("stand upright in a tall frame", () => {
    const graph = graphOf([entity("a", { distance: 0 }), entity("b"), entity("c")], [relation("a", "b")]);
    const [wide, tall] = [shapesOf(graph, false).nodes, shapesOf(graph, true).nodes];
    expect(tall.map(({ x, y }) => [y, x])).toEqual(wide.map(({ x, y }) => [x, y]));
    expect(tall.map(({ x, y }) => [x, y])).not.toEqual(wide.map(({ x, y }) => [x, y]));
  });

  it.each([
    [90, 0, true],
    [91, 0, false],
    [2, 160, true],
    [2, 161, false],
  ])("of %i entities and %i relations have names and arrows: %s", (entities, relations, isDetailed) => {
    const said = Array.from({ length: relations }, () => relation("e0", "e1"));
    expect(shapesOf(graphOf(many(entities), said), false).isDetailed).toBe(isDetailed);
  });

  it.each([
    [0, 1, 7],
    [1, 1, 9],
    [1, 0, 12],
    [3, 1, 11],
    [1_000, 1, 20],
  ])("are for %i mentions at distance %i a circle of %d", (mentions, distance, radius) => {
    expect(shapesOf(graphOf([entity("a", { mentions, distance })]), false).nodes).toMatchObject([
      { radius, isStart: distance === 0 },
    ]);
  });

  it("cut names longer than twenty-four characters", () => {
    const names = ["x".repeat(24), "y".repeat(25)];
    const { nodes } = shapesOf(graphOf(names.map((name) => entity(name, { name }))), false);
    expect(nodes.map(({ name }) => name)).toEqual(["x".repeat(24), `${"y".repeat(23)}…`]);
  });

  it("have the relations between what is shown, by their number in the answer", () => {
    const relations = [relation("a", "gone"), relation("gone", "b"), relation("a", "b", "works_at_the")];
    expect(shapesOf(graphOf([entity("a"), entity("b")], relations), false).edges).toEqual([
      { number: 2, from: "a", to: "b", name: "works at the", bend: 0 },
    ]);
  });

  it("bend several relations of the same two evenly to both sides, those of others not", () => {
    const relations = [relation("a", "b"), relation("b", "a"), relation("a", "b"), relation("a", "c")];
    const { edges } = shapesOf(graphOf([entity("a"), entity("b"), entity("c")], relations), false);
    expect(edges.map(({ number, bend }) => [number, bend + 0])).toEqual([
      [0, -40],
      [1, 0],
      [2, 40],
      [3, 0],
    ]);
  });

  it.each([
    ["person", "person"],
    ["handle", "person"],
    ["project", "organisation"],
    ["product", "organisation"],
    ["place", "place"],
    ["error", "code"],
    ["package", "code"],
    ["key", "code"],
    ["url", "link"],
    ["ticket", "link"],
    ["heading", "other"],
    ["something new", "other"],
  ])("colour %s as %s", (type, group) => expect(groupOf(type)).toBe(group));
});

const at = (spots: ReadonlyMap<string, Spot>, id: string) => {
  const { x, y } = spots.get(id) ?? { x: Number.NaN, y: Number.NaN };
  return [Math.round(x) + 0, Math.round(y) + 0];
};

describe("rings", () => {
  const node = (id: string, distance = 1) => ({ id, distance });

  it("have two neighbours right and left of the start", () => {
    const spots = radialLayout(
      [node("s", 0), node("a"), node("b")],
      [
        { from: "s", to: "a" },
        { from: "b", to: "s" },
      ],
    );
    expect(["s", "a", "b"].map((id) => at(spots, id))).toEqual([
      [0, 0],
      [120, 0],
      [-120, 0],
    ]);
  });

  it("give a branch as much of the circle as it has ends, in the order of its relations", () => {
    const edges = [
      ...[
        { from: "s", to: "a" },
        { from: "s", to: "b" },
      ],
      ...["c", "d", "e"].map((to) => ({ from: "b", to })),
    ];
    const spots = radialLayout(
      [node("s", 0), ...["a", "b"].map((id) => node(id)), ...["c", "d", "e"].map((id) => node(id, 2))],
      edges,
    );
    expect(["a", "b"].map((id) => at(spots, id))).toEqual([
      [85, -85],
      [-85, 85],
    ]);
    expect(["c", "d", "e"].map((id) => at(spots, id))).toEqual([
      [170, 170],
      [-170, 170],
      [-170, -170],
    ]);
  });

  it("put several starts around the middle, and what no relation reaches as far out as it is said to be", () => {
    const spots = radialLayout([node("a", 1), node("b", 1), node("c", 3)], []);
    const away = (id: string) => Math.round(Math.hypot(...(at(spots, id) as [number, number])));
    expect(["a", "b"].map(away)).toEqual([120, 120]);
    expect(away("c")).toBe(240);
  });

  it("that are too full are two, every other one on each", () => {
    const nodes = [node("s", 0), ...Array.from({ length: 33 }, (_, number) => node(`n${number}`))];
    const away = (count: number) => {
      const some = nodes.slice(0, count + 1);
      const spots = radialLayout(
        some,
        some.slice(1).map(({ id }) => ({ from: "s", to: id })),
      );
      return some
        .slice(1, 4)
        .map(({ id }) => Math.round(Math.hypot(spots.get(id)?.x ?? 0, spots.get(id)?.y ?? 0)));
    };
    expect(away(32)).toEqual([120, 120, 120]);
    expect(away(33)).toEqual([120, 180, 120]);
  });
});

describe("springs", () => {
  it("have related nodes nearer to each other than others", () => {
    const ids = ["a", "b", "c", "d"];
    const nodes = ids.map((id, distance) => ({ id, distance: Math.min(1, distance) }));
    const spots = springLayout(nodes, [
      { from: "a", to: "b" },
      { from: "c", to: "d" },
    ]);
    const apart = (one: string, other: string) => {
      const [a, b] = [spots.get(one), spots.get(other)];
      return Math.hypot((a?.x ?? 0) - (b?.x ?? 0), (a?.y ?? 0) - (b?.y ?? 0));
    };
    const related = [apart("a", "b"), apart("c", "d")];
    const others = [apart("a", "c"), apart("a", "d"), apart("b", "c"), apart("b", "d")];
    expect(Math.max(...related)).toBeLessThan(Math.min(...others));
    for (const distance of related) expect(Math.abs(distance - 120)).toBeLessThan(40);
  });

  it("are wider than high", () => {
    const nodes = Array.from({ length: 12 }, (_, number) => ({ id: `${number}`, distance: 0 }));
    const spots = [...springLayout(nodes, []).values()];
    const size = (of: "x" | "y") =>
      Math.max(...spots.map((spot) => spot[of])) - Math.min(...spots.map((spot) => spot[of]));
    expect(size("x")).toBeGreaterThan(1.3 * size("y"));
  });

  it("leave alone what is related to itself or to nothing that is shown", () => {
    const nodes = [
      { id: "a", distance: 0 },
      { id: "b", distance: 1 },
    ];
    const edges = [
      { from: "a", to: "a" },
      { from: "a", to: "gone" },
    ];
    expect(springLayout(nodes, edges)).toEqual(springLayout(nodes, []));
  });
});

describe("a relation's line", () => {
  it("is bent to its side by half of its bend, with its name along it", () => {
    const [one, other] = [
      { x: 0, y: 0, radius: 10 },
      { x: 100, y: 0, radius: 10 },
    ];
    const { middle, arrow } = pathOf(one, other, 40);
    expect([Math.round(middle.x), Math.round(middle.y)]).toEqual([50, -20]);
    expect(arrow).toMatch(/^M[\d.-]+ [\d.-]+L[\d.-]+ [\d.-]+L[\d.-]+ [\d.-]+Z$/);
    expect(pathOf(one, other, 0).arrow).toBe("M90.0 0.0L83.0 -3.5L83.0 3.5Z");
    expect(pathOf(one, { x: 100, y: 100, radius: 10 }, 0).turn).toBeCloseTo(45);
    expect(pathOf(one, { x: -100, y: 100, radius: 10 }, 0).turn).toBeCloseTo(-45);
    expect(pathOf(one, { x: -100, y: -100, radius: 10 }, 0).turn).toBeCloseTo(45);
  });
});
