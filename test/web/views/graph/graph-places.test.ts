import { h } from "preact";
import { describe, expect, it } from "vitest";
import { radialLayout, type Spot, springLayout } from "../../../../src/web/views/graph/layout.ts";
import { pathOf } from "../../../../src/web/views/graph/shapes.ts";
import { useViewport } from "../../../../src/web/views/graph/use-viewport.ts";
import { Screen } from "../../support/screen.ts";

const nodesOf = (distances: Readonly<Record<string, number>>) =>
  Object.entries(distances).map(([id, distance]) => ({ id, distance }));
const edgesOf = (text: string) =>
  text
    .split(" ")
    .filter((pair) => pair !== "")
    .map((pair) => pair.split("-"))
    .map(([from = "", to = ""]) => ({ from, to }));
const placed = (spots: ReadonlyMap<string, Spot>) =>
  [...spots].map(([id, { x, y }]) => `${id} ${Math.round(x) + 0} ${Math.round(y) + 0}`);

describe("places on rings", () => {
  it.each([
    [
      "follow relations both ways, and end where none leads",
      { s: 0, a: 1, b: 1, c: 2, d: 2, e: 2, lone: 4 },
      "s-a b-s a-c a-d b-e c-d e-gone gone-e a-a",
      ["s 0 0", "a 120 0", "b -85 85", "c 170 -170", "d 170 170", "e -170 170", "lone -255 -255"],
    ],
    [
      "count from the nearest, and go on from what no relation reached",
      { x: 2, y: 2, z: 5, w: 3 },
      "z-w",
      ["x 104 -60", "y 0 120", "w -208 -120", "z -312 -180"],
    ],
    ["of one are the middle", { a: 7 }, "", ["a 0 0"]],
    ["of the only neighbour lie below the start", { a: 0, b: 1 }, "a-b", ["a 0 0", "b 0 120"]],
    [
      "of what is as near as the start are at least one ring out",
      { a: 0, b: 1, c: 1 },
      "",
      ["a 0 0", "b 0 120", "c -104 -60"],
    ],
    ["of none are none", {}, "a-b", []],
  ])("%s", (_, distances, edges, spots) => {
    expect(placed(radialLayout(nodesOf(distances as Record<string, number>), edgesOf(edges)))).toEqual(spots);
  });

  it("beyond a ring of several rows are further out, and rows go round evenly", () => {
    const inner = Array.from({ length: 40 }, (_, at) => `n${at}`);
    const nodes = nodesOf({ s: 0, ...Object.fromEntries(inner.map((id) => [id, 1])), far: 2 });
    const spots = radialLayout(nodes, edgesOf(`${inner.map((id) => `s-${id}`).join(" ")} n3-far`));
    expect(placed(spots).filter((one) => /^(?:n[012]|n39|far) /.test(one))).toEqual([
      ...["n0 0 -120", "n1 28 -178", "n2 37 -114", "n39 -28 -178", "far 157 -256"],
    ]);
  });
});

describe("places by springs", () => {
  it.each([
    ["two related ones", { a: 0, b: 1 }, "a-b", [0, -24, 0, 95]],
    ["two others", { a: 0, b: 1 }, "", [841, 0, -851, 0]],
    ["a tree", { s: 0, a: 1, b: 1, c: 2, d: 2, e: 2 }, "s-a b-s a-c a-d b-e c-d e-gone a-a", undefined],
  ])("of %s", (_, distances, edges, expected) => {
    const nodes = nodesOf(distances as Record<string, number>);
    const spots = springLayout(nodes, edgesOf(edges));
    const places = [...spots.values()].flatMap(({ x, y }) => [x, y]);
    if (expected !== undefined) expect(places).toEqual(expected.map((value) => expect.closeTo(value, -0.5)));
    const apart = edgesOf(edges).flatMap(({ from, to }) => {
      const [one, other] = [spots.get(from), spots.get(to)];
      return one && other && from !== to ? [Math.hypot(one.x - other.x, one.y - other.y)] : [];
    });
    for (const distance of apart) expect([distance > 80, distance < 220]).toEqual([true, true]);
    expect([...spots.keys()]).toEqual(nodes.map(({ id }) => id));
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

describe("the view of a picture", () => {
  interface Box {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  }

  function framed(box: Box, size = { width: 800, height: 600 }) {
    const clicked: (string | null)[] = [];
    const dragged: string[] = [];
    const Probe = ({ shapes }: { readonly shapes: unknown }) => {
      const { frame, content, fit, zoomBy, listeners } = useViewport(shapes, {
        click: (target) => void clicked.push(target?.id ?? null),
        drag: (target, { x, y }) => {
          dragged.push(`${target.id} ${x} ${y}`);
          return target.id === "thing";
        },
      });
      const ready = (svg: SVGSVGElement | null) => {
        frame.current = svg;
        if (svg !== null)
          Object.defineProperties(svg, {
            clientWidth: { get: () => size.width, configurable: true },
            clientHeight: { get: () => size.height, configurable: true },
            getBoundingClientRect: { value: () => ({ left: 10, top: 20 }), configurable: true },
          });
      };
      const drawn = (group: SVGGElement | null) => {
        content.current = group;
        if (group !== null) Object.assign(group, { getBBox: () => box });
      };
      return h("div", {}, [
        h(
          "svg",
          { ref: ready, ...listeners } as never,
          h("g", { ref: drawn, id: "all" } as never, h("path", { id: "thing" })),
        ),
        h("button", { onClick: fit }, "fit"),
        h("button", { onClick: () => zoomBy(2) }, "closer"),
      ]);
    };
    const screen = new Screen(h(Probe, { shapes: 1 }));
    const shown = () =>
      (
        screen
          .one("#all")
          .getAttribute("transform")
          ?.match(/-?\d[\d.e-]*/g) ?? []
      ).map((text) => Math.round(Number(text) * 100) / 100);
    const pointer = (type: string, x: number, y: number, on = "svg", id = 1) =>
      screen.fire(screen.one(on), `pointer${type}`, { pointerId: id, clientX: x, clientY: y });
    return {
      screen,
      shown,
      pointer,
      clicked,
      dragged,
      again: (shapes: unknown) => screen.draw(h(Probe, { shapes })),
    };
  }

  it.each([
    ["as large as its width allows", { x: 100, y: 50, width: 1_440, height: 10 }, [-10, 272.5, 0.5]],
    ["as large as its height allows", { x: 100, y: 50, width: 10, height: 1_040 }, [347.5, 15, 0.5]],
    ["no larger than 1.3 times", { x: -10, y: -10, width: 20, height: 20 }, [400, 300, 1.3]],
    ["no smaller than a fiftieth", { x: 0, y: 0, width: 720_000, height: 1 }, [-6_800, 299.99, 0.02]],
  ])("is fitted with room around it, %s", (_, box, view) => {
    expect(framed(box).shown()).toEqual(view);
  });

  it("is fitted again when something else is drawn, and only then", () => {
    const { screen, shown, again } = framed({ x: -10, y: -10, width: 20, height: 20 });
    screen.press("closer");
    expect(shown()).toEqual([400, 300, 2.6]);
    again(1);
    expect(shown()).toEqual([400, 300, 2.6]);
    again(2);
    expect(shown()).toEqual([400, 300, 1.3]);
  });

  it("is zoomed at the wheel's place, in the frame", () => {
    const { screen, shown } = framed({ x: -10, y: -10, width: 20, height: 20 });
    const event = screen.fire(screen.one("svg"), "wheel", {
      clientX: 110,
      clientY: 120,
      deltaY: 400 * Math.LN2,
    });
    expect([shown(), event.defaultPrevented]).toEqual([[250, 200, 0.65], true]);
  });

  it("is shown without names below a zoom of 0.53", () => {
    const far = (width: number) =>
      framed({ x: 0, y: 0, width, height: 1 }).screen.one("svg").hasAttribute("data-far");
    expect([far(720 / 0.53), far(720 / 0.529)]).toEqual([false, true]);
  });

  it("is moved by what cannot be dragged, and not by what can, in its own units", () => {
    const { pointer, shown, dragged, clicked } = framed({ x: -10, y: -10, width: 20, height: 20 });
    pointer("down", 100, 100, "#thing");
    pointer("move", 113, 126);
    pointer("up", 113, 126);
    expect([shown(), dragged]).toEqual([[400, 300, 1.3], ["thing 10 20"]]);
    pointer("down", 100, 100, "svg");
    pointer("move", 113, 126);
    expect(shown()).toEqual([413, 326, 1.3]);
    pointer("up", 113, 126);
    expect(clicked).toEqual([]);
  });

  it.each([
    [3, 0, ["thing"]],
    [0, 3.9, ["thing"]],
    [4, 0, []],
    [3, 3, []],
  ])("is clicked where the pointer moved by %d and %d: %j", (x, y, expected) => {
    const { pointer, clicked } = framed({ x: -10, y: -10, width: 20, height: 20 });
    pointer("down", 100, 100, "#thing");
    pointer("move", 100 + x, 100 + y);
    pointer("up", 100 + x, 100 + y);
    pointer("up", 100 + x, 100 + y);
    expect(clicked).toEqual(expected);
  });

  it("is never clicked by two fingers, which move and zoom it by half", () => {
    const { pointer, clicked, shown } = framed({ x: -10, y: -10, width: 20, height: 20 });
    pointer("down", 410, 320);
    pointer("down", 510, 320, "#thing", 2);
    pointer("move", 610, 320, "svg", 2);
    expect(shown()).toEqual([400, 300, 2.6]);
    pointer("up", 610, 320, "svg", 2);
    pointer("up", 410, 320);
    expect(clicked).toEqual([]);
  });
});
