import { describe, expect, it } from "vitest";
import { fitted } from "../../../../../src/web/views/graph/picture/fit.ts";
import { groupOf } from "../../../../../src/web/views/graph/groups.tsx";
import type { Picture } from "../../../../../src/web/views/graph/picture/picture.ts";
import { pathOf, shapesOf } from "../../../../../src/web/views/graph/picture/shapes.ts";
import { node, pictureOfText, relation } from "./pictures.ts";

const FRAME = { width: 1_000, height: 1_000 };

/** Nodes in a row, 100 apart. */
const shaped = (picture: Picture, { communities = [] as readonly number[], frame = FRAME } = {}) =>
  shapesOf(picture, {
    layout: new Map(picture.nodes.map(({ slug }, at) => [slug, { x: at * 100, y: 0 }])),
    communities,
    frame,
  });

describe("the shapes of a picture", () => {
  it.each([
    [0, false, 4],
    [100, false, 13],
    [100, true, 16],
    [10_000, false, 28],
  ])("are for %i mentions, at the start: %s, circles of %d", (mentions, isStart, radius) => {
    const picture = { nodes: [node("a", { mentions, isStart }), node("b")], edges: [] };
    expect(shaped(picture).nodes[0]?.radius).toBe(radius);
  });

  it("are drawn larger where the picture is shown from farther away, twice at most", () => {
    const picture = pictureOfText(Array.from({ length: 20 }, (_, at) => `n${at}`).join(" "), "");
    const radius = (width: number) => shaped(picture, { frame: { width, height: width } }).nodes[0]?.radius;
    expect([radius(2_500), radius(1_000), radius(200)]).toEqual([4.9, expect.closeTo(9.31, 1), 9.8]);
  });

  it("bend several relations of the same two evenly to both sides, those of others not", () => {
    const picture = pictureOfText("a b c", "a>b b>a a>b a>c");
    expect(shaped(picture).edges.map(({ from, to, bend }) => [`${from} ${to}`, bend + 0])).toEqual([
      ["a b", -40],
      ["b a", 0],
      ["a b", 40],
      ["a c", 0],
    ]);
  });

  it("leave out that two stand together where a text relates them", () => {
    const { edges } = shaped(pictureOfText("a b c", "a-b a>b b-c"));
    expect(edges.map(({ from, to, relation: said }) => [from, to, said !== undefined])).toEqual([
      ["a", "b", true],
      ["b", "c", false],
    ]);
  });

  it("tell edges between communities", () => {
    const { edges, nodes } = shaped(pictureOfText("a b c", "a-b b-c"), { communities: [0, 0, 1] });
    expect(edges.map(({ isBetween }) => isBetween)).toEqual([false, true]);
    expect(nodes.map(({ community }) => community)).toEqual([0, 0, 1]);
  });

  it.each([
    [40, true],
    [41, false],
  ])("of %i relations have names and arrows: %s", (count, isDetailed) => {
    const edges = Array.from({ length: count }, (_, at) => ({
      ...{ from: "a", to: "b" },
      relation: relation("a", "b", `t${at}`),
    }));
    expect(shaped({ nodes: [node("a"), node("b")], edges }).isDetailed).toBe(isDetailed);
  });

  it.each([
    ["person", "person"],
    ["handle", "person"],
    ["project", "organisation"],
    ["error", "code"],
    ["ticket", "link"],
    ["heading", "other"],
    ["something new", "other"],
  ])("colour %s as %s", (type, group) => expect(groupOf(type)).toBe(group));
});

describe("the view of a whole picture", () => {
  const frame = { width: 800, height: 600 };
  it.each([
    ["as large as its width allows", { x: 100, y: 50, width: 1_200, height: 10 }, [50, 272.5, 0.5]],
    ["as large as its height allows", { x: 100, y: 50, width: 10, height: 1_040 }, [347.5, 15, 0.5]],
    ["no larger than 1.3 times", { x: -10, y: -10, width: 20, height: 20 }, [400, 300, 1.3]],
    ["no smaller than a fiftieth", { x: 0, y: 0, width: 720_000, height: 1 }, [-6_800, 299.99, 0.02]],
  ])("has room for names around it, and is %s", (_, bounds, view) => {
    const { x, y, zoom } = fitted(bounds, frame);
    expect([x, y, zoom]).toEqual(view);
  });

  it("has less room around it on a phone", () => {
    const bounds = { x: 0, y: 0, width: 1_000, height: 10 };
    expect(fitted(bounds, { width: 400, height: 600 }).zoom).toBeCloseTo(0.264);
  });
});

describe("a relation's line", () => {
  const from = { x: 0, y: 0, radius: 10 };
  it.each([
    [
      { x: 100, y: 0, radius: 20 },
      40,
      "M7.8 -6.2Q50.0 -40.0 78.9 -16.9",
      "M84.4 -12.5L81.1 -19.6L76.7 -14.1Z",
      [50, -20, 0],
    ],
    [
      { x: 0, y: 100, radius: 10 },
      -20,
      "M-3.7 9.3Q-20.0 50.0 -6.3 84.2",
      "M-3.7 90.7L-3.1 82.9L-9.6 85.5Z",
      [-10, 50, 90],
    ],
    [
      { x: -60, y: 80, radius: 5 },
      30,
      "M-1.0 9.9Q-6.0 58.0 -48.9 75.5",
      "M-55.4 78.1L-47.6 78.7L-50.2 72.2Z",
      [-18, 49, -53.13],
    ],
    [
      { x: -1, y: 100, radius: 5 },
      0,
      "M-0.1 10.0Q-0.5 50.0 -0.9 88.0",
      "M-1.0 95.0L2.6 88.0L-4.4 88.0Z",
      [-0.5, 50, -89.43],
    ],
    [
      { x: 0, y: -100, radius: 5 },
      0,
      "M0.0 -10.0Q0.0 -50.0 0.0 -88.0",
      "M0.0 -95.0L-3.5 -88.0L3.5 -88.0Z",
      [0, -50, -90],
    ],
  ] as const)("to %j, bent by %i", (to, bend, line, arrow, [x, y, turn]) => {
    const path = pathOf(from, to, bend);
    expect([path.line, path.arrow]).toEqual([line, arrow]);
    expect([path.middle.x, path.middle.y, path.turn]).toEqual(
      [x, y, turn].map((value) => expect.closeTo(value, 1)),
    );
  });
});
