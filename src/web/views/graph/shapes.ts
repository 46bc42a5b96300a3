import type { GraphAnswer } from "../../../graph/contract.ts";
import { type Group, groupOf } from "./groups.tsx";
import { radialLayout, type Spot, springLayout } from "./layout.ts";

/** Up to here related nodes are drawn near each other, and relations have names and arrows. */
const DETAILED_NODES = 90;
const DETAILED_EDGES = 160;
/** A longer name is cut on the picture, characters. */
const NAME_CHARS = 24;
/** Between several relations of the same two entities. */
const BESIDE = 40;
const ARROW = 7;

export interface NodeShape extends Spot {
  readonly slug: string;
  readonly name: string;
  readonly group: Group;
  readonly radius: number;
  readonly isStart: boolean;
}

export type EdgeShape = ReturnType<typeof edgesOf>[number];
export type Shapes = Readonly<ReturnType<typeof shapesOf>>;

/** Larger where more texts name it; between 7 and 20. */
const radiusOf = ({ mentions, distance }: GraphAnswer["entities"][number]): number =>
  Math.min(20, 7 + 2 * Math.log2(1 + mentions) + (distance === 0 ? 3 : 0));

const shortened = (name: string): string =>
  name.length <= NAME_CHARS ? name : `${name.slice(0, NAME_CHARS - 1)}…`;

/**
 * `number`: a relation's place in the answer; `bend`: how far the middle of its line is from the straight one, times two.
 */
function edgesOf({ entities, relations }: GraphAnswer) {
  const known = new Set(entities.map(({ slug }) => slug));
  const drawn = relations
    .map(({ from, to, type }, number) => ({ number, from, to, name: type.replaceAll("_", " ") }))
    .filter(({ from, to }) => known.has(from) && known.has(to));
  const pairs = Map.groupBy(drawn, ({ from, to }) => JSON.stringify([from, to].sort()));
  return [...pairs.values()].flatMap((beside) =>
    beside.map((edge, at) => {
      const bend = (at - (beside.length - 1) / 2) * BESIDE;
      return { ...edge, bend: edge.from < edge.to ? bend : -bend };
    }),
  );
}

/** What a graph looks like, around the origin: the same for the same graph. `isTall`: in a frame higher than wide. */
export function shapesOf(graph: GraphAnswer, isTall: boolean) {
  const { entities, relations } = graph;
  const isDetailed = entities.length <= DETAILED_NODES && relations.length <= DETAILED_EDGES;
  const layout = isDetailed ? springLayout : radialLayout;
  const spots = layout(
    entities.map(({ slug, distance }) => ({ id: slug, distance })),
    relations,
  );
  const nodes = entities.map((entity): NodeShape => {
    const { x, y } = spots.get(entity.slug) ?? { x: 0, y: 0 };
    return {
      ...(isTall ? { x: y, y: x } : { x, y }),
      ...{ slug: entity.slug, name: shortened(entity.name), group: groupOf(entity.type) },
      ...{ radius: radiusOf(entity), isStart: entity.distance === 0 },
    };
  });
  return { nodes, edges: edgesOf(graph), isDetailed };
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
