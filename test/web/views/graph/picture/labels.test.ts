import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  ALL_NAMED,
  type Label,
  labelsAt,
  type Named,
} from "../../../../../src/web/views/graph/picture/labels.ts";
import { boundsOf, marginOf } from "../../../../../src/web/views/graph/picture/fit.ts";

const WIDE = 1_000;
/** Between two names on one line, pixels; a little less, for what adding loses. */
const APART = 7.99;
const at = (slug: string, x: number, y: number, name = slug): Named => ({ slug, name, x, y, radius: 5 });
const row = (count: number, step: number) =>
  Array.from({ length: count }, (_, number) => at(`name ${number}`, number * step, 0));

/** Boxes of names, as wide as the letters are taken for. */
const boxesOf = (nodes: readonly Named[], labels: ReadonlyMap<string, Label>, zoom: number) =>
  nodes.flatMap(({ slug, x, y }) => {
    const label = labels.get(slug);
    if (label === undefined) return [];
    const [middle, line] = [x * zoom + label.dx, y * zoom + label.dy];
    const half = (label.text.length * 7.2) / 2;
    return [{ left: middle - half, right: middle + half, top: line - 8, bottom: line + 8 }];
  });

describe("names on the picture", () => {
  it.each([0.1, 1, 3])("are all there below thirty nodes, at zoom %d", (zoom) => {
    expect(labelsAt(row(ALL_NAMED - 1, 4), zoom, WIDE).size).toBe(29);
  });

  it.each([
    ["from thirty nodes on", ALL_NAMED, WIDE],
    ["of few nodes on a phone", 1, 390],
  ])("cover no other name %s, whatever the zoom", (_, minLength, width) => {
    const place = fc.tuple(fc.integer({ min: -400, max: 400 }), fc.integer({ min: -300, max: 300 }));
    const spots = fc.array(place, { minLength, maxLength: 80 });
    fc.assert(
      fc.property(spots, fc.double({ min: 0.1, max: 3, noNaN: true }), (places, zoom) => {
        const nodes = places.map(([x, y], number) => at(`n${number}`, x, y, `Name of ${number}`));
        const boxes = boxesOf(nodes, labelsAt(nodes, zoom, width), zoom);
        expect(boxes.length).toBeGreaterThan(0);
        for (const [number, one] of boxes.entries())
          for (const other of boxes.slice(number + 1))
            expect(
              one.right + APART <= other.left ||
                other.right + APART <= one.left ||
                one.bottom <= other.top ||
                other.bottom <= one.top,
            ).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  it("stay inside a phone's frame, or are left to the list", () => {
    const phone = 390;
    const place = fc.tuple(fc.integer({ min: -150, max: 150 }), fc.integer({ min: -60, max: 60 }));
    fc.assert(
      fc.property(fc.array(place, { minLength: 10, maxLength: 29 }), (places) => {
        const nodes = places.map(([x, y], number) => at(`n${number}`, x, y, `Name of ${number}`));
        const { x, width } = boundsOf(nodes);
        const margin = marginOf({ width: phone, height: 0 }).x;
        for (const { left, right } of boxesOf(nodes, labelsAt(nodes, 1, phone), 1)) {
          expect(left).toBeGreaterThanOrEqual(x - margin);
          expect(right).toBeLessThanOrEqual(x + width + margin);
        }
      }),
      { numRuns: 40 },
    );
  });

  it("are those of the first nodes where there is room for a few, more of them from near", () => {
    const nodes = row(60, 8);
    const far = [...labelsAt(nodes, 0.5, WIDE).keys()];
    expect(far[0]).toBe("name 0");
    expect(far.length).toBeLessThan(30);
    expect(labelsAt(nodes, 4, WIDE).size).toBeGreaterThan(far.length);
  });

  it("stand below their nodes, else above, else beside them", () => {
    const nodes = [at("a", 0, 0), at("b", 0, 18), at("c", 0, -18)];
    expect(
      [...labelsAt(nodes, 1, WIDE)].map(([slug, { dx, dy }]) => [slug, Math.sign(dx), Math.sign(dy)]),
    ).toEqual([
      ["a", 1, 0],
      ["b", 0, 1],
      ["c", 0, -1],
    ]);
  });

  it.each([
    [WIDE, 24],
    [390, 16],
  ])("in a frame of %i pixels are cut behind %i characters", (width, most) => {
    const [short, long] = ["x".repeat(most), "y".repeat(most + 1)];
    const texts = [...labelsAt([at("a", 0, 0, short), at("b", 900, 0, long)], 1, width).values()];
    expect(texts.map(({ text }) => text)).toEqual([short, `${"y".repeat(most - 1)}…`]);
  });
});

/** Square pixels that names take of each other. */
function coveredBy(boxes: ReturnType<typeof boxesOf>): number {
  const pairs = boxes.flatMap((one, number) => boxes.slice(number + 1).map((other) => [one, other] as const));
  return pairs.reduce((sum, [one, other]) => {
    const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    return sum + Math.max(0, across) * Math.max(0, down);
  }, 0);
}

it("names of few nodes in a heap cover a part of what they would below their nodes", () => {
  const heap = [
    ...[at("Ana López", 0, 0), at("Project Beacon", 22, 4), at("Ben Okafor", 12, 18)],
    ...[at("retry queue", 34, 16), at("Runbook", -24, 2)],
  ];
  const below = new Map(heap.map(({ slug, name }) => [slug, { text: name, dx: 0, dy: 17 }]));
  const placed = labelsAt(heap, 1, WIDE);
  expect(placed.size).toBe(5);
  expect(labelsAt(heap, 1, 390).size).toBeGreaterThan(3);
  expect(coveredBy(boxesOf(heap, placed, 1))).toBeLessThan(coveredBy(boxesOf(heap, below, 1)) / 4);
});
