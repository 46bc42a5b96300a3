import { useMemo } from "preact/hooks";
import { inWords } from "../../../components/format.ts";
import { colorOf, communityColor, groupOf } from "../groups.tsx";
import { labelsAt } from "./labels.ts";
import type { Relation } from "./picture.ts";
import { type EdgeShape, type NodeShape, pathOf, type Shapes } from "./shapes.ts";

export type Coloring = "kinds" | "communities";

/** What is drawn of the chosen thing: it, and what it is joined to. */
export interface Focus {
  readonly slug: string | undefined;
  readonly relation: Relation | undefined;
  readonly near: ReadonlySet<string>;
}

interface MarksProps {
  readonly shapes: Shapes;
  /** Nodes where they were dragged to, by slug. */
  readonly nodes: ReadonlyMap<string, NodeShape>;
  readonly focus: Focus;
  readonly coloring: Coloring;
  /** That names are chosen for; undefined: nothing is shown yet. */
  readonly zoom: number | undefined;
  /** Of the frame, pixels. */
  readonly width: number;
}

const colorIn = ({ type, community }: NodeShape, coloring: Coloring) =>
  coloring === "kinds" ? colorOf(groupOf(type)) : communityColor(community);

interface EdgeProps {
  readonly edge: EdgeShape;
  readonly number: number;
  readonly ends: readonly [NodeShape, NodeShape];
  readonly isDetailed: boolean;
  readonly state: string;
  /** That the room for its name is measured at; undefined: not known yet. */
  readonly zoom: number | undefined;
}

/** Of the names of relations, pixels a letter; a name has some room at both ends. */
const LETTER = 6;
const ROOM = 10;

/** Whether a relation's name fits between the borders of its ends; its list beside the picture has it anyway. */
const isNameable = (name: string, [from, to]: EdgeProps["ends"], zoom: EdgeProps["zoom"]): boolean =>
  zoom === undefined ||
  (Math.hypot(to.x - from.x, to.y - from.y) - from.radius - to.radius) * zoom > name.length * LETTER + ROOM;

const EdgeMark = ({ edge, number, ends, isDetailed, state, zoom }: EdgeProps) => {
  const [from, to] = ends;
  if (!isDetailed || edge.relation === undefined)
    return <path class={`graph-edge ${state}`} d={`M${from.x} ${from.y}L${to.x} ${to.y}`} />;
  const { line, arrow, middle, turn } = pathOf(from, to, edge.bend);
  const name = inWords(edge.relation.type);
  return (
    <g class={`graph-edge graph-stated ${state}`} data-relation={number}>
      <path class="graph-reach" d={line} />
      <path d={line} />
      <path class="graph-arrow" d={arrow} />
      {isNameable(name, ends, zoom) && (
        <g transform={`translate(${middle.x} ${middle.y})`}>
          <g class="graph-unscaled">
            <text transform={`rotate(${turn})`} dy="0.35em">
              {name}
            </text>
          </g>
        </g>
      )}
    </g>
  );
};

const Edges = ({ shapes: { edges, isDetailed }, nodes, focus, zoom, width }: MarksProps) => (
  <g>
    {edges.map((edge, number) => {
      const [from, to] = [nodes.get(edge.from), nodes.get(edge.to)];
      const isOfFocus = edge.from === focus.slug || edge.to === focus.slug;
      const isChosen = focus.relation !== undefined && focus.relation === edge.relation;
      const state = isChosen || isOfFocus ? "is-chosen" : edge.isBetween ? "is-between" : "";
      return from && to ? (
        <EdgeMark
          key={number}
          {...{ edge, number, ends: [from, to], isDetailed, state, zoom: width > 0 ? zoom : undefined }}
        />
      ) : null;
    })}
  </g>
);

const Nodes = ({ nodes, focus, coloring }: MarksProps) => (
  <g>
    {[...nodes.values()].map((node) => {
      const { slug, x, y, radius, isStart } = node;
      const state = slug === focus.slug ? "is-chosen" : focus.near.has(slug) ? "is-near" : "";
      return (
        <circle
          key={slug}
          class={`graph-node ${isStart ? "is-start" : ""} ${state}`}
          style={colorIn(node, coloring)}
          data-entity={slug}
          cx={x}
          cy={y}
          r={radius}
        />
      );
    })}
  </g>
);

const Names = ({ nodes, focus, zoom, width }: MarksProps) => {
  if (zoom === undefined) return null;
  const all = [...nodes.values()];
  // What was chosen is named before all others, and what it is joined to.
  const isFirst = ({ slug }: NodeShape) => slug === focus.slug || focus.near.has(slug);
  const ordered = [...all.filter(isFirst), ...all.filter((node) => !isFirst(node))];
  return (
    <g>
      {[...labelsAt(ordered, zoom, width)].map(([slug, { text, dx, dy }]) => {
        const { x = 0, y = 0, isStart = false } = nodes.get(slug) ?? {};
        const state = slug === focus.slug ? "is-chosen" : focus.near.has(slug) ? "is-near" : "";
        return (
          <g
            key={slug}
            transform={`translate(${x} ${y})`}
            class={`graph-name ${isStart ? "is-start" : ""} ${state}`}
          >
            <g class="graph-unscaled">
              <text x={dx} y={dy} dy="0.35em" data-entity={slug}>
                {text}
              </text>
            </g>
          </g>
        );
      })}
    </g>
  );
};

/** Edges, nodes and names, each drawn anew only when something of it changes: at another zoom what has names, the rest not. */
export const Marks = (props: MarksProps) => {
  const { shapes, nodes, focus, coloring, zoom, width } = props;
  const edges = useMemo(() => <Edges {...props} />, [shapes, nodes, focus, shapes.isDetailed && zoom]);
  const circles = useMemo(() => <Nodes {...props} />, [nodes, focus, coloring]);
  const names = useMemo(() => <Names {...props} />, [nodes, focus, zoom, width]);
  return (
    <>
      {edges}
      {circles}
      {names}
    </>
  );
};
