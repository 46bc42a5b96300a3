import { h } from "preact";
import { describe, expect, it } from "vitest";
import type { Shapes } from "../../../../../src/web/views/graph/picture/shapes.ts";
import { useViewport } from "../../../../../src/web/views/graph/picture/use-viewport.ts";
import { Screen } from "../../../support/screen.ts";
import { node } from "./pictures.ts";

/** Two nodes that reach from -10 to 10 both ways. */
const shapes = (): Shapes => ({
  nodes: [-5, 5].map((at) => ({ ...node(`n${at}`), x: at, y: at, radius: 5, community: 0 })),
  edges: [],
  isDetailed: true,
});

/** A frame of 800 by 600 at 10 and 20 of the window. */
function framed() {
  const clicked: (string | null)[] = [];
  const dragged: string[] = [];
  const zooms: number[] = [];
  const Probe = ({ drawn }: { readonly drawn: Shapes }) => {
    const { frame, content, showAll, zoomBy, listeners } = useViewport(drawn, {
      click: (target) => void clicked.push(target?.id ?? null),
      drag: (target, { x, y }) => {
        dragged.push(`${target.id} ${x} ${y}`);
        return target.id === "thing";
      },
      zoomed: (zoom) => void zooms.push(zoom),
    });
    const ready = (svg: SVGSVGElement | null) => {
      frame.current = svg;
      if (svg !== null)
        Object.defineProperties(svg, {
          clientWidth: { value: 800, configurable: true },
          clientHeight: { value: 600, configurable: true },
          getBoundingClientRect: { value: () => ({ left: 10, top: 20 }), configurable: true },
        });
    };
    return h("div", {}, [
      h(
        "svg",
        { ref: ready, ...listeners } as never,
        h("g", { ref: content, id: "all" } as never, h("path", { id: "thing" })),
      ),
      h("button", { onClick: showAll }, "all"),
      h("button", { onClick: () => zoomBy(2) }, "closer"),
      h("button", { onClick: () => zoomBy(1 / 8) }, "farther"),
    ]);
  };
  const first = shapes();
  const screen = new Screen(h(Probe, { drawn: first }));
  const shown = () =>
    (
      screen
        .one("#all")
        .getAttribute("transform")
        ?.match(/-?\d[\d.e-]*/g) ?? []
    ).map((text) => Math.round(Number(text) * 100) / 100);
  const pointer = (type: string, x: number, y: number, on = "svg", id = 1) =>
    screen.fire(screen.one(on), `pointer${type}`, { pointerId: id, clientX: x, clientY: y });
  const key = (name: string, more: object = {}) =>
    screen.fire(screen.one("svg"), "keydown", { key: name, ...more }).defaultPrevented;
  const again = (drawn = first) => screen.draw(h(Probe, { drawn }));
  return { screen, shown, pointer, key, clicked, dragged, zooms, again };
}

describe("the view of a picture", () => {
  it("shows all when something else is drawn, and only then", () => {
    const { screen, shown, again } = framed();
    expect(shown()).toEqual([400, 300, 1.3]);
    screen.press("closer");
    expect(shown()).toEqual([400, 300, 2.6]);
    again();
    expect(shown()).toEqual([400, 300, 2.6]);
    again(shapes());
    expect(shown()).toEqual([400, 300, 1.3]);
  });

  it("is zoomed within limits, tells each zoom, and gives it to the styles", () => {
    const { screen, shown, zooms } = framed();
    for (let times = 0; times < 4; times++) screen.press("closer");
    expect(shown()[2]).toBe(4);
    for (let times = 0; times < 4; times++) screen.press("farther");
    expect(shown()[2]).toBe(0.02);
    expect(zooms).toEqual([1.3, 2.6, 4, 0.5, 0.0625, 0.02]);
    expect(screen.one("#all").style.getPropertyValue("--zoom")).toBe("0.02");
    screen.press("all");
    expect(shown()).toEqual([400, 300, 1.3]);
  });

  it("is zoomed at the wheel's place, in the frame", () => {
    const { screen, shown } = framed();
    const wheel = { clientX: 110, clientY: 120, deltaY: 400 * Math.LN2 };
    const event = screen.fire(screen.one("svg"), "wheel", wheel);
    expect([shown(), event.defaultPrevented]).toEqual([[250, 200, 0.65], true]);
  });

  it.each([
    ["ArrowLeft", [460, 300, 1.3]],
    ["ArrowRight", [340, 300, 1.3]],
    ["ArrowUp", [400, 360, 1.3]],
    ["ArrowDown", [400, 240, 1.3]],
    ["+", [400, 300, 1.63]],
    ["-", [400, 300, 1.04]],
  ])("is moved or zoomed by %s, and shown whole by 0", (name, view) => {
    const { key, shown } = framed();
    expect([key(name), shown()]).toEqual([true, view]);
    expect([key("0"), shown()]).toEqual([true, [400, 300, 1.3]]);
  });

  it("leaves other keys alone, and those with another one held", () => {
    const { key, shown } = framed();
    expect([key("a"), key("Tab"), key("+", { ctrlKey: true }), key("0", { metaKey: true })]).toEqual([
      ...[false, false, false, false],
    ]);
    expect(shown()).toEqual([400, 300, 1.3]);
  });

  it("is moved by what cannot be dragged, and not by what can, in its own units", () => {
    const { pointer, shown, dragged, clicked } = framed();
    pointer("down", 100, 100, "#thing");
    pointer("move", 113, 126);
    pointer("up", 113, 126);
    expect([shown(), dragged]).toEqual([[400, 300, 1.3], ["thing 10 20"]]);
    pointer("down", 100, 100, "svg");
    pointer("move", 113, 126);
    expect(shown()).toEqual([413, 326, 1.3]);
    pointer("up", 113, 126);
    pointer("move", 300, 300);
    expect([shown(), clicked]).toEqual([[413, 326, 1.3], []]);
  });

  it.each([
    [3, 0, ["thing"]],
    [0, 3.9, ["thing"]],
    [4, 0, []],
    [3, 3, []],
  ])("is clicked where the pointer moved by %d and %d: %j", (x, y, expected) => {
    const { pointer, clicked } = framed();
    pointer("down", 100, 100, "#thing");
    pointer("move", 100 + x, 100 + y);
    pointer("up", 100 + x, 100 + y);
    pointer("up", 100 + x, 100 + y);
    expect(clicked).toEqual(expected);
  });

  it("is never clicked by two fingers, which move and zoom it by half", () => {
    const { pointer, clicked, shown } = framed();
    pointer("down", 410, 320);
    pointer("down", 510, 320, "#thing", 2);
    pointer("move", 610, 320, "svg", 2);
    expect(shown()).toEqual([400, 300, 2.6]);
    pointer("up", 610, 320, "svg", 2);
    pointer("up", 410, 320);
    expect(clicked).toEqual([]);
  });

  it("is not clicked where the browser takes the pointer away", () => {
    const { pointer, clicked } = framed();
    pointer("down", 100, 100, "#thing");
    pointer("cancel", 100, 100);
    expect(clicked).toEqual([]);
  });
});
