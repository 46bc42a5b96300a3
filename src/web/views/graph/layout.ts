/** A place on the picture. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}

interface LayoutNode {
  readonly id: string;
  /** Steps from the middle. */
  readonly distance: number;
}

export interface LayoutEdge {
  readonly from: string;
  readonly to: string;
}

/** Places by the nodes' ids. */
type Layout = ReadonlyMap<string, Spot>;

/** Between rings, and between neighbours on one. */
const RING = 120;
const ROOM = 46;
/** The parent of nodes without relations to the middle. */
const MIDDLE = "";

/** Each node's neighbours, in the order of the edges. */
function neighboursOf(nodes: readonly LayoutNode[], edges: readonly LayoutEdge[]): Map<string, string[]> {
  const neighbours = new Map<string, string[]>(nodes.map(({ id }) => [id, []]));
  for (const { from, to } of edges) {
    if (!neighbours.has(to) || from === to) continue;
    neighbours.get(from)?.push(to);
    if (neighbours.has(from)) neighbours.get(to)?.push(from);
  }
  return neighbours;
}

interface Tree {
  /** From the middle outwards. */
  readonly order: readonly string[];
  readonly depth: ReadonlyMap<string, number>;
  readonly children: ReadonlyMap<string, readonly string[]>;
}

/** A tree from the middle that reaches every node: along relations, or directly where no relation leads. */
function treeOf(nodes: readonly LayoutNode[], edges: readonly LayoutEdge[]): Tree {
  const neighbours = neighboursOf(nodes, edges);
  const depth = new Map<string, number>();
  const children = new Map<string, string[]>([[MIDDLE, []]]);
  const order: string[] = [];
  const reach = (id: string, parent: string, steps: number): void => {
    depth.set(id, steps);
    children.set(id, []);
    children.get(parent)?.push(id);
    order.push(id);
  };
  const sorted = [...nodes].sort((one, other) => one.distance - other.distance);
  const nearest = sorted[0]?.distance ?? 0;
  for (const { id, distance } of sorted) if (distance === nearest) reach(id, MIDDLE, 0);
  let next = 0;
  const follow = (): void => {
    for (; next < order.length; next++) {
      const at = order[next] ?? MIDDLE;
      for (const neighbour of neighbours.get(at) ?? [])
        if (!depth.has(neighbour)) reach(neighbour, at, (depth.get(at) ?? 0) + 1);
    }
  };
  follow();
  for (const { id, distance } of sorted)
    if (!depth.has(id)) {
      reach(id, MIDDLE, Math.max(1, distance - nearest));
      follow();
    }
  return { order, depth, children };
}

/** How many ends each branch has: its share of the circle. */
function endsOf({ order, children }: Tree): Map<string, number> {
  const ends = new Map<string, number>();
  for (const id of [...order].reverse().concat(MIDDLE)) {
    const own = children.get(id) ?? [];
    ends.set(id, own.length === 0 ? 1 : own.reduce((sum, child) => sum + (ends.get(child) ?? 1), 0));
  }
  return ends;
}

/** The middle of each branch's part of the circle, radians. */
function anglesOf(tree: Tree): Map<string, number> {
  const ends = endsOf(tree);
  const total = ends.get(MIDDLE) ?? 1;
  const angles = new Map<string, number>();
  const waiting: (readonly [id: string, from: number])[] = [[MIDDLE, 0]];
  for (let taken = waiting.pop(); taken !== undefined; taken = waiting.pop()) {
    const [id, from] = taken;
    // Two branches lie left and right, since the picture is wider than high.
    angles.set(id, ((from + (ends.get(id) ?? 1) / 2) / total) * 2 * Math.PI - Math.PI / 2);
    let at = from;
    for (const child of tree.children.get(id) ?? []) {
      waiting.push([child, at]);
      at += ends.get(child) ?? 1;
    }
  }
  return angles;
}

/**
 * Places on rings around the middle, a branch beside its neighbours: the same for the same graph, in time that grows with
 * its size alone (2,000 nodes take milliseconds). A ring that is too full becomes several.
 */
export function radialLayout(nodes: readonly LayoutNode[], edges: readonly LayoutEdge[]): Layout {
  const tree = treeOf(nodes, edges);
  const angles = anglesOf(tree);
  const rings = Map.groupBy(tree.order, (id) => tree.depth.get(id) ?? 0);
  const spots = new Map<string, Spot>();
  let radius = (rings.get(0)?.length ?? 0) > 1 ? RING : 0;
  for (const depth of [...rings.keys()].sort((one, other) => one - other)) {
    const ring = [...(rings.get(depth) ?? [])].sort((a, b) => (angles.get(a) ?? 0) - (angles.get(b) ?? 0));
    const rows = radius === 0 ? 1 : Math.ceil((ring.length * ROOM) / (2 * Math.PI * (radius + RING)));
    for (const [at, id] of ring.entries()) {
      const away = radius + (at % rows) * (RING / 2);
      const angle = rows > 1 ? (at / ring.length) * 2 * Math.PI - Math.PI / 2 : (angles.get(id) ?? 0);
      spots.set(id, { x: away * Math.cos(angle), y: away * Math.sin(angle) });
    }
    radius += RING + (rows - 1) * (RING / 2);
  }
  return spots;
}

/** Rounds, and how far a node moves in the first one at most. */
const ROUNDS = 250;
const FIRST_MOVE = 60;
/** Distance between related nodes. */
const EDGE = 120;
/** Pulls everything to the middle so that nothing drifts away; more in height than in width. */
const PULL = { x: 0.01, y: 0.04 };

/**
 * The radial places, eased until related nodes are near each other and others are not (Fruchterman and Reingold, 1991:
 * repulsion EDGE²/d between all, attraction d²/EDGE along relations). The same for the same graph; its time grows with the
 * square of the nodes, which allows a few hundred.
 */
export function springLayout(nodes: readonly LayoutNode[], edges: readonly LayoutEdge[]): Layout {
  const start = radialLayout(nodes, edges);
  const spots = nodes.map(({ id }) => ({ ...(start.get(id) ?? { x: 0, y: 0 }) }));
  const number = new Map(nodes.map(({ id }, at) => [id, at]));
  const pairs = edges.flatMap(({ from, to }) => {
    const [one, other] = [number.get(from), number.get(to)];
    return one === undefined || other === undefined || one === other ? [] : [[one, other] as const];
  });
  for (let round = 0; round < ROUNDS; round++) {
    const forces = forcesOn(spots, pairs);
    const most = FIRST_MOVE * (1 - round / ROUNDS);
    for (const [at, spot] of spots.entries()) {
      const { x = 0, y = 0 } = forces[at] ?? {};
      const share = Math.min(1, most / Math.max(1e-9, Math.hypot(x, y)));
      spot.x += x * share;
      spot.y += y * share;
    }
  }
  return new Map(nodes.map(({ id }, at) => [id, spots[at] ?? { x: 0, y: 0 }]));
}

function forcesOn(spots: readonly Spot[], pairs: readonly (readonly [number, number])[]): Spot[] {
  const forces = spots.map(({ x, y }) => ({ x: -x * PULL.x, y: -y * PULL.y }));
  const push = (one: number, other: number, strength: (distance: number) => number) => {
    const [a, b, forA, forB] = [spots[one], spots[other], forces[one], forces[other]];
    if (!a || !b || !forA || !forB) return;
    // Two nodes at one place move apart by their numbers.
    const [dx, dy] = a.x === b.x && a.y === b.y ? [one - other, 1] : [a.x - b.x, a.y - b.y];
    const distance = Math.max(1, Math.hypot(dx, dy));
    const force = strength(distance) / distance;
    forA.x += dx * force;
    forA.y += dy * force;
    forB.x -= dx * force;
    forB.y -= dy * force;
  };
  for (let one = 1; one < spots.length; one++)
    for (let other = 0; other < one; other++) push(one, other, (distance) => EDGE ** 2 / distance);
  for (const [one, other] of pairs) push(one, other, (distance) => -(distance ** 2) / EDGE);
  return forces;
}
