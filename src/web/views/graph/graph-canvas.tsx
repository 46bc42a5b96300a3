import { useLayoutEffect, useMemo, useState } from "preact/hooks";
import type { GraphAnswer } from "../../../graph/contract.ts";
import { Button } from "../../components/button.tsx";
import { strings } from "../../strings.ts";
import { colorOf, Dot, GROUPS, groupOf } from "./groups.tsx";
import type { Spot } from "./layout.ts";
import { type EdgeShape, type NodeShape, pathOf, type Shapes, shapesOf } from "./shapes.ts";
import { useViewport } from "./use-viewport.ts";

const words = strings.graph;
const CLOSER = 1.4;
/** From a node's border to the base line of its name. */
const NAME_GAP = 17;
const NOTHING: Shapes = { nodes: [], edges: [], isDetailed: false };

type Entity = GraphAnswer["entities"][number];
export type Relation = GraphAnswer["relations"][number];
export type Choice = Entity | Relation;

/** A relation in words, with the names of its ends as far as the picture has them. */
export function relationText({ from, type, to }: Relation, entities: readonly Entity[]): string {
  const nameOf = (slug: string) => entities.find((entity) => entity.slug === slug)?.name ?? slug;
  return words.relation(nameOf(from), type, nameOf(to));
}

interface GraphCanvasProps {
  readonly graph: GraphAnswer;
  readonly chosen: Choice | undefined;
  readonly choose: (choice: Choice | undefined) => void;
}

const EntityMark = ({ node, isChosen }: { readonly node: NodeShape; readonly isChosen: boolean }) => {
  const { slug, name, group, x, y, radius, isStart } = node;
  const state = `${isStart ? "is-start" : ""} ${isChosen ? "is-chosen" : ""}`;
  return (
    <g
      class={`graph-node ${state}`}
      style={colorOf(group)}
      data-entity={slug}
      transform={`translate(${x} ${y})`}
    >
      <circle r={radius} />
      <text y={radius + NAME_GAP}>{name}</text>
    </g>
  );
};

interface RelationMarkProps {
  readonly edge: EdgeShape;
  readonly ends: readonly [NodeShape, NodeShape];
  readonly isDetailed: boolean;
  readonly isChosen: boolean;
}

const RelationMark = ({ edge, ends: [from, to], isDetailed, isChosen }: RelationMarkProps) => {
  const { line, arrow, middle, turn } = pathOf(from, to, edge.bend);
  return (
    <g class={`graph-edge ${isChosen ? "is-chosen" : ""}`} data-relation={edge.number}>
      <path class="graph-line" d={line} />
      {isDetailed && (
        <>
          <path class="graph-reach" d={line} />
          <path class="graph-arrow" d={arrow} />
          <text transform={`translate(${middle.x} ${middle.y}) rotate(${turn})`} dy="0.35em">
            {edge.name}
          </text>
        </>
      )}
    </g>
  );
};

/** A graph's shapes once the frame's form is known, and nodes where they were dragged to. */
function useShapes(graph: GraphAnswer) {
  const [isTall, setTall] = useState<boolean | undefined>(undefined);
  const [moved, setMoved] = useState<ReadonlyMap<string, Spot>>(new Map());
  const shapes = useMemo(() => {
    if (isTall === undefined) return NOTHING;
    const start = performance.now();
    const laidOut = shapesOf(graph, isTall);
    performance.measure("graph-layout", { start, end: performance.now() });
    return laidOut;
  }, [graph, isTall]);
  useLayoutEffect(() => setMoved(new Map()), [graph]);
  const nodes = new Map(shapes.nodes.map((node) => [node.slug, { ...node, ...moved.get(node.slug) }]));
  const move = (slug: string, by: Spot) => {
    const { x, y } = nodes.get(slug) ?? { x: 0, y: 0 };
    setMoved((before) => new Map(before).set(slug, { x: x + by.x, y: y + by.y }));
  };
  return { shapes, nodes, move, setTall };
}

const slugOf = (choice: Choice): string | undefined => ("slug" in choice ? choice.slug : undefined);

const drawnOf = (target: Element | null): DOMStringMap =>
  target?.closest<SVGElement>("[data-entity], [data-relation]")?.dataset ?? {};

interface MarksProps extends Pick<GraphCanvasProps, "graph" | "chosen"> {
  readonly shapes: Shapes;
  readonly nodes: ReadonlyMap<string, NodeShape>;
}

const Marks = ({ graph, chosen, shapes: { edges, isDetailed }, nodes }: MarksProps) => (
  <>
    {edges.map((edge) => {
      const [from, to] = [nodes.get(edge.from), nodes.get(edge.to)];
      const isChosen = chosen !== undefined && chosen === graph.relations[edge.number];
      return from && to ? (
        <RelationMark key={edge.number} {...{ edge, ends: [from, to], isDetailed, isChosen }} />
      ) : null;
    })}
    {[...nodes.values()].map((node) => (
      <EntityMark
        key={node.slug}
        node={node}
        isChosen={chosen !== undefined && slugOf(chosen) === node.slug}
      />
    ))}
  </>
);

/** The picture. Its content is in the lists beside it too, which keyboard and screen reader reach. */
export const GraphCanvas = ({ graph, chosen, choose }: GraphCanvasProps) => {
  const { shapes, nodes, move, setTall } = useShapes(graph);
  const { frame, content, fit, zoomBy, listeners } = useViewport(shapes, {
    click(target) {
      const { entity, relation } = drawnOf(target);
      if (entity === undefined) choose(graph.relations[Number(relation)]);
      else choose(graph.entities.find(({ slug }) => slug === entity));
    },
    drag(target, by) {
      const { entity } = drawnOf(target);
      if (entity !== undefined) move(entity, by);
      return entity !== undefined;
    },
  });
  useLayoutEffect(() => {
    const { clientWidth = 0, clientHeight = 0 } = frame.current ?? {};
    setTall(clientHeight > clientWidth);
  }, []);
  const groups = new Set(graph.entities.map(({ type }) => groupOf(type)));
  const acts = [
    [words.zoomIn, "+", () => zoomBy(CLOSER)],
    [words.zoomOut, "−", () => zoomBy(1 / CLOSER)],
    [words.fit, "⤢", fit],
  ] as const;
  return (
    <figure class="card graph-picture">
      <svg
        ref={frame}
        class="graph-canvas"
        role="img"
        aria-label={words.picture(graph.entities.length, graph.relations.length)}
        {...listeners}
      >
        <g ref={content}>
          <Marks graph={graph} chosen={chosen} shapes={shapes} nodes={nodes} />
        </g>
      </svg>
      <div class="graph-acts">
        {acts.map(([name, sign, run]) => (
          <Button text={sign} key={name} aria-label={name} title={name} onClick={run} />
        ))}
      </div>
      <figcaption>
        {/* What the colours mean, as far as they occur. */}
        <ul class="row small graph-legend">
          {GROUPS.filter((group) => groups.has(group)).map((group) => (
            <li key={group}>
              <Dot group={group} /> {words.groups[group]}
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  );
};
