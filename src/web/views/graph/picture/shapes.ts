import { boundsOf, fitted, type Size } from "./fit.ts";
import type { Layout } from "./layout.ts";
import type { Picture, PictureEdge, PictureNode } from "./picture.ts";
import type { Spot } from "./spot.ts";

/** Up to here relations have names and arrows. */
const DETAILED_EDGES = 40;
/** Between several relations of the same two entities. */
const BESIDE = 40;
const ARROW = 7;
/** The zoom that nodes are drawn for. */
const CLEAR = 0.8;

export interface NodeShape extends PictureNode, Spot {
  readonly radius: number;
  readonly community: number;
}

export interface EdgeShape extends PictureEdge {
  /** Its ends are of two communities. */
  readonly isBetween: boolean;
  /** How far the middle of its line is from the straight one, times two. */
  readonly bend: number;
}

export interface Shapes {
  /** The most important first. */
  readonly nodes: readonly NodeShape[];
  readonly edges: readonly EdgeShape[];
  /** Relations have names and arrows. */
  readonly isDetailed: boolean;
}

/** As large as the number of passages that name it; between 4 and 28. */
const radiusOf = ({ mentions, isStart }: PictureNode): number =>
  Math.min(28, 4 + 0.9 * Math.sqrt(mentions) + (isStart ? 3 : 0));

/** Nodes of a picture that is shown from farther away are drawn larger: twice at most. */
function growthOf(layout: Layout, frame: Size): number {
  const spots = [...layout.values()].map((spot) => ({ ...spot, radius: 0 }));
  return Math.min(2, Math.max(1, CLEAR / fitted(boundsOf(spots), frame).zoom));
}

/** Several edges of the same two nodes, bent away from each other. */
function bent(edges: readonly PictureEdge[]): Omit<EdgeShape, "isBetween">[] {
  const pairs = Map.groupBy(edges, ({ from, to }) => JSON.stringify([from, to].sort()));
  return [...pairs.values()].flatMap((all) => {
    const stated = all.filter(({ relation }) => relation !== undefined);
    // What is stated of two says that they stand together, too.
    const beside = stated.length === 0 ? all.slice(0, 1) : stated;
    return beside.map((edge, at) => {
      const bend = (at - (beside.length - 1) / 2) * BESIDE;
      return { ...edge, bend: edge.from < edge.to ? bend : -bend };
    });
  });
}

interface Placed {
  readonly layout: Layout;
  /** Of each node, by its place in the picture. */
  readonly communities: readonly number[];
  readonly frame: Size;
}

/** What a picture looks like in a frame with its nodes at these places. */
export function shapesOf({ nodes, edges }: Picture, { layout, communities, frame }: Placed): Shapes {
  const communityOf = new Map(nodes.map(({ slug }, at) => [slug, communities[at]]));
  const growth = growthOf(layout, frame);
  const shapes = bent(edges).map((edge) => ({
    ...edge,
    isBetween: communityOf.get(edge.from) !== communityOf.get(edge.to),
  }));
  return {
    nodes: nodes.map((node, at) => ({
      ...node,
      ...(layout.get(node.slug) ?? { x: 0, y: 0 }),
      radius: radiusOf(node) * growth,
      community: communities[at] ?? 0,
    })),
    edges: shapes,
    isDetailed: shapes.length <= DETAILED_EDGES,
  };
}

type End = Pick<NodeShape, "x" | "y" | "radius">;

const at = ({ x, y }: Spot, angle: number, distance: number): Spot => ({
  x: x + distance * Math.cos(angle),
  y: y + distance * Math.sin(angle),
});

const written = ({ x, y }: Spot): string => `${x.toFixed(1)} ${y.toFixed(1)}`;

/**
 * A relation's line from border to border, bent where it has neighbours, and the head of its arrow. `turn`: degrees that
 * its name is turned by, along the line and never upside down.
 */
export function pathOf(from: End, to: End, bend: number) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const along = Math.atan2(dy, dx);
  const centre = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  const control = at(centre, along - Math.PI / 2, bend);
  const leaving = Math.atan2(control.y - from.y, control.x - from.x);
  const arriving = Math.atan2(control.y - to.y, control.x - to.x);
  const tip = at(to, arriving, to.radius);
  const base = at(tip, arriving, ARROW);
  const wings = [1, -1].map((side) => at(base, arriving + (side * Math.PI) / 2, ARROW / 2));
  const degrees = (along * 180) / Math.PI;
  return {
    line: `M${written(at(from, leaving, from.radius))}Q${written(control)} ${written(base)}`,
    arrow: `M${[tip, ...wings].map(written).join("L")}Z`,
    middle: at(centre, along - Math.PI / 2, bend / 2),
    turn: Math.abs(degrees) > 90 ? degrees - 180 * Math.sign(degrees) : degrees,
  };
}
