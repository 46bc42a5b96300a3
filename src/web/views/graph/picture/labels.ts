import { boundsOf, marginOf } from "./fit.ts";
import type { Spot } from "./spot.ts";

/** Of fewer nodes every one has its name. */
export const ALL_NAMED = 30;
/** A longer name is cut on the picture, characters; sooner where the frame is narrow, pixels. */
const NAME_CHARS = { usual: 24, narrow: 16, below: 500 } as const;
/** Of the names' letters, pixels; wide ones, so that no name is taken for shorter than it is. */
const CHAR_WIDTH = 7.2;
const LINE_HEIGHT = 16;
/** Between a circle and its name, pixels. */
const GAP = 4;
/** Between two names on one line, pixels: closer ones read as one. */
const NAME_GAP = 8;

/** What a name is written beside. `radius` is of the picture, as its place is. */
export interface Named extends Spot {
  readonly slug: string;
  readonly name: string;
  readonly radius: number;
}

/** A name on the picture: `dx` and `dy` are pixels from the node's middle to the middle of the text's line. */
export interface Label {
  readonly text: string;
  readonly dx: number;
  readonly dy: number;
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const isNarrow = (width: number): boolean => width < NAME_CHARS.below;

function shortened(name: string, width: number): string {
  const most = isNarrow(width) ? NAME_CHARS.narrow : NAME_CHARS.usual;
  return name.length <= most ? name : `${name.slice(0, most - 1)}…`;
}

const meet = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/**
 * Which names are written at a zoom, and where: the first ones first, below, above or beside their nodes, where they cover
 * no other name and no node that has one. Of fewer than 30 nodes all are, in a narrow frame all that cover no other name: the
 * rest come from near, and the list beside the picture has them. `width`: of the frame, pixels.
 */
export function labelsAt(nodes: readonly Named[], zoom: number, width: number): ReadonlyMap<string, Label> {
  const labels = new Map<string, Label>();
  const taken: Box[] = [];
  const names: Box[] = [];
  const reach = reachOf(nodes, zoom, width);
  const isAllNamed = nodes.length < ALL_NAMED;
  if (isAllNamed) taken.push(...nodes.map((node) => circleOf(node, zoom)));
  for (const node of nodes) {
    const text = shortened(node.name, width);
    const own = circleOf(node, zoom);
    const places = placesOf(node.radius * zoom, text);
    const boxOf = ({ dx, dy }: Spots): Box => boxAround(node.x * zoom + dx, node.y * zoom + dy, text);
    const inside = places.filter((place) => {
      const box = boxOf(place);
      return box.left >= reach.left && box.right <= reach.right;
    });
    const free = inside.find(
      (place) => !taken.some((other) => !isSame(other, own) && meet(boxOf(place), other)),
    );
    const bearable = isNarrow(width)
      ? inside.filter((place) => !names.some((name) => meet(boxOf(place), name)))
      : places;
    const chosen = free ?? (isAllNamed ? leastCovering(bearable, boxOf, taken) : undefined);
    if (chosen === undefined) continue;
    labels.set(node.slug, { text, ...chosen });
    taken.push(boxOf(chosen));
    names.push(boxOf(chosen));
    if (!isAllNamed) taken.push(own);
  }
  return labels;
}

/** What a frame shows of a fitted picture, across: a name does not leave it. One that is not laid out yet, of no width, bounds nothing. */
function reachOf(nodes: readonly Named[], zoom: number, width: number): Pick<Box, "left" | "right"> {
  if (width === 0) return { left: Number.NEGATIVE_INFINITY, right: Number.POSITIVE_INFINITY };
  const { x, width: own } = boundsOf(nodes);
  const margin = marginOf({ width, height: 0 }).x;
  return { left: x * zoom - margin, right: (x + own) * zoom + margin };
}

type Spots = Pick<Label, "dx" | "dy">;

const isSame = (one: Box, other: Box): boolean => one.left === other.left && one.top === other.top;

function circleOf({ x, y, radius }: Named, zoom: number): Box {
  return {
    left: (x - radius) * zoom,
    right: (x + radius) * zoom,
    top: (y - radius) * zoom,
    bottom: (y + radius) * zoom,
  };
}

function boxAround(x: number, y: number, text: string): Box {
  const half = (text.length * CHAR_WIDTH + NAME_GAP) / 2;
  return { left: x - half, right: x + half, top: y - LINE_HEIGHT / 2, bottom: y + LINE_HEIGHT / 2 };
}

/** How much of a box others take, square pixels. */
const covered = (box: Box, taken: readonly Box[]): number =>
  taken.reduce((sum, other) => {
    const across = Math.min(box.right, other.right) - Math.max(box.left, other.left);
    const down = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
    return sum + Math.max(0, across) * Math.max(0, down);
  }, 0);

/** Where a name that must be there covers least; of equals the first. Undefined: there is no place. */
function leastCovering(places: readonly Spots[], boxOf: (place: Spots) => Box, taken: readonly Box[]) {
  const [first, ...rest] = places.map((place) => ({ place, over: covered(boxOf(place), taken) }));
  return rest.reduce((best, one) => (best === undefined || one.over < best.over ? one : best), first)?.place;
}

/** Below, above, right, left, then at the corners. */
function placesOf(radius: number, text: string): readonly [Spots, ...Spots[]] {
  const down = radius + GAP + LINE_HEIGHT / 2;
  const across = radius + GAP + (text.length * CHAR_WIDTH) / 2;
  return [
    { dx: 0, dy: down },
    { dx: 0, dy: -down },
    { dx: across, dy: 0 },
    { dx: -across, dy: 0 },
    ...[1, -1].flatMap((side) =>
      [-1, 1].map((up) => ({ dx: side * across, dy: (up * LINE_HEIGHT) / 2 + up * 4 })),
    ),
  ];
}
