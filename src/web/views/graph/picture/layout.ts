import { ALL_NAMED } from "./labels.ts";
import type { Spot } from "./spot.ts";

export interface LayoutNode {
  readonly id: string;
  readonly community: number;
  /** It keeps this place. */
  readonly fixed: Spot | undefined;
}

interface LayoutEdge {
  readonly from: string;
  readonly to: string;
}

/** Places by the nodes' ids. */
export type Layout = ReadonlyMap<string, Spot>;

/** Distance between related nodes: of a few, all of which have names, more. */
const EDGE = { few: 130, many: 70 } as const;
/** Beyond so many of these nodes do not push each other: what is unrelated stays near all the same. */
const REACH = 6;
/** Of an edge between two communities, beside one inside a community: communities stand apart. */
const BETWEEN = 0.06;
/** Pulls to the middle of all, and of a node's community, as shares of the distance to it. */
const PULL = { all: 0.04, community: 0.12 } as const;
/** The picture is drawn out to the form of its frame by this factor at most. */
const MOST_STRETCH = 1.6;
/** Rounds at most, and pairs that are looked at in all of them: 500 nodes have 96 rounds. */
const ROUNDS = 200;
const PAIRS = 12_000_000;
/** How far a node moves in the first round at most. */
const FIRST_MOVE = 60;
/** Turns between neighbours on a spiral so that none hides another (Vogel, 1979), radians. */
const GOLDEN = Math.PI * (3 - Math.sqrt(5));

/**
 * Places by springs (Fruchterman and Reingold, 1991): edge²/d apart between near ones, d²/edge together along edges, from
 * spirals of the communities. One round a step. The same for the same graph. `ratio`: the frame's width by its height.
 */
export function* springLayout(
  nodes: readonly LayoutNode[],
  edges: readonly LayoutEdge[],
  ratio: number,
): Generator<void, Layout, void> {
  const edge = nodes.length < ALL_NAMED ? EDGE.few : EDGE.many;
  const spots = startOf(nodes, edges, edge);
  const number = new Map(nodes.map(({ id }, at) => [id, at]));
  const springs = edges.flatMap(({ from, to }) => {
    const [one, other] = [number.get(from), number.get(to)];
    if (one === undefined || other === undefined || one === other) return [];
    const [a, b] = [nodes[one], nodes[other]];
    // What is new stays with what it grew from.
    const isClose = a?.community === b?.community || a?.fixed !== undefined || b?.fixed !== undefined;
    return [{ one, other, strength: isClose ? 1 : BETWEEN }];
  });
  const rounds = Math.min(ROUNDS, Math.ceil(PAIRS / Math.max(1, (nodes.length * nodes.length) / 2)));
  for (let round = 0; round < rounds; round++) {
    const forces = forcesOn(spots, springs, edge);
    pullTogether(forces, spots, nodes);
    const most = FIRST_MOVE * (1 - round / rounds);
    for (const [at, { fixed }] of nodes.entries()) if (fixed === undefined) move(spots, at, forces, most);
    yield;
  }
  const stretch = nodes.some(({ fixed }) => fixed !== undefined) ? 1 : stretchTo(spots, ratio);
  return new Map(
    nodes.map(({ id }, at) => [id, { x: (spots.x[at] ?? 0) * stretch, y: (spots.y[at] ?? 0) / stretch }]),
  );
}

/** What the width is multiplied and the height divided by, so that the picture has its frame's form. */
function stretchTo({ x, y }: Vectors, ratio: number): number {
  const [width, height] = [x, y].map((values) => Math.max(...values) - Math.min(...values) + 1) as [
    number,
    number,
  ];
  const stretch = Math.sqrt((ratio * height) / width);
  return Math.max(1 / Math.sqrt(MOST_STRETCH), Math.min(Math.sqrt(MOST_STRETCH), stretch));
}

/** A vector for each node, by its number: typed arrays, since all pairs are looked at in each round. */
interface Vectors {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

const vectors = (length: number): Vectors => ({ x: new Float64Array(length), y: new Float64Array(length) });

/** The place of a number on a spiral around a spot, as dense as a picture is. */
const onSpiral = ({ x, y }: Spot, at: number, edge: number): Spot => ({
  x: x + edge * Math.sqrt(at) * Math.cos(at * GOLDEN),
  y: y + edge * Math.sqrt(at) * Math.sin(at * GOLDEN),
});

/** Each community on a spiral of its own, beside one another; what is new beside something that stays. */
function startOf(nodes: readonly LayoutNode[], edges: readonly LayoutEdge[], edge: number): Vectors {
  const spots = vectors(nodes.length);
  const stays = new Map(
    nodes.flatMap(({ id, fixed }) => (fixed === undefined ? [] : [[id, fixed] as const])),
  );
  const anchors = new Map<string, Spot>();
  for (const { from, to } of edges)
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      const anchor = stays.get(other);
      if (anchor !== undefined && !anchors.has(one)) anchors.set(one, anchor);
    }
  const centres = centresOf(nodes, edge);
  const placed = new Map<number, number>();
  for (const [at, { id, community, fixed }] of nodes.entries()) {
    const before = placed.get(community) ?? 0;
    placed.set(community, before + 1);
    const anchor = anchors.get(id);
    const start =
      anchor === undefined
        ? onSpiral(centres[community] ?? ORIGIN, before, edge)
        : onSpiral(anchor, at + 1, edge);
    const { x, y } = fixed ?? start;
    spots.x[at] = x;
    spots.y[at] = y;
  }
  return spots;
}

const ORIGIN: Spot = { x: 0, y: 0 };

/** The middle of each community: the largest in the middle of all, the others around it with the room that they need. */
function centresOf(nodes: readonly LayoutNode[], edge: number): readonly Spot[] {
  const sizes: number[] = [];
  for (const { community } of nodes) sizes[community] = (sizes[community] ?? 0) + 1;
  let before = 0;
  return Array.from(sizes, (size = 0, community) => {
    const away = community === 0 ? 0 : edge * Math.sqrt(before + size);
    before += size;
    return { x: away * Math.cos(community * GOLDEN), y: away * Math.sin(community * GOLDEN) };
  });
}

function move(spots: Vectors, at: number, forces: Vectors, most: number): void {
  const [x, y] = [forces.x[at] ?? 0, forces.y[at] ?? 0];
  const share = Math.min(1, most / Math.max(1e-9, Math.hypot(x, y)));
  spots.x[at] = (spots.x[at] ?? 0) + x * share;
  spots.y[at] = (spots.y[at] ?? 0) + y * share;
}

interface Spring {
  readonly one: number;
  readonly other: number;
  readonly strength: number;
}

/** Towards the middle of all, and of each node's community. */
function pullTogether(forces: Vectors, { x, y }: Vectors, nodes: readonly LayoutNode[]): void {
  const sums: { x: number; y: number; size: number }[] = [];
  for (const [at, { community }] of nodes.entries()) {
    const sum = sums[community] ?? { x: 0, y: 0, size: 0 };
    sums[community] = { x: sum.x + (x[at] as number), y: sum.y + (y[at] as number), size: sum.size + 1 };
  }
  for (const [at, { community }] of nodes.entries()) {
    const { x: sumX, y: sumY, size } = sums[community] as { x: number; y: number; size: number };
    const [ownX, ownY] = [x[at] as number, y[at] as number];
    (forces.x[at] as number) += (sumX / size - ownX) * PULL.community - ownX * PULL.all;
    (forces.y[at] as number) += (sumY / size - ownY) * PULL.community - ownY * PULL.all;
  }
}

function forcesOn({ x, y }: Vectors, springs: readonly Spring[], edge: number): Vectors {
  const forces = vectors(x.length);
  const reach = (REACH * edge) ** 2;
  for (let one = 0; one < x.length; one++) {
    const [ownX, ownY] = [x[one] as number, y[one] as number];
    let [forceX, forceY] = [0, 0];
    for (let other = 0; other < one; other++) {
      // Two nodes at one place move apart by their numbers.
      const dx = ownX - (x[other] as number) || (one - other) / 100;
      const dy = ownY - (y[other] as number);
      const squared = dx * dx + dy * dy;
      if (squared > reach) continue;
      const push = (edge * edge) / Math.max(1, squared);
      forceX += dx * push;
      forceY += dy * push;
      (forces.x[other] as number) -= dx * push;
      (forces.y[other] as number) -= dy * push;
    }
    (forces.x[one] as number) += forceX;
    (forces.y[one] as number) += forceY;
  }
  for (const { one, other, strength } of springs) {
    const dx = (x[other] as number) - (x[one] as number);
    const dy = (y[other] as number) - (y[one] as number);
    const draw = (strength * Math.hypot(dx, dy)) / edge;
    (forces.x[one] as number) += dx * draw;
    (forces.y[one] as number) += dy * draw;
    (forces.x[other] as number) -= dx * draw;
    (forces.y[other] as number) -= dy * draw;
  }
  return forces;
}
