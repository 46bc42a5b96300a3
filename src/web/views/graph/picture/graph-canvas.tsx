import { useLayoutEffect, useMemo, useState } from "preact/hooks";
import { Button } from "../../../components/button.tsx";
import { graphStrings } from "../../../strings/graph.ts";
import { communityColor, Dot, GROUPS, groupOf } from "../groups.tsx";
import type { Size } from "./fit.ts";
import { type Coloring, type Focus, Marks } from "./marks.tsx";
import { neighboursIn, type Picture, type Relation } from "./picture.ts";
import type { NodeShape, Shapes } from "./shapes.ts";
import type { Spot } from "./spot.ts";
import { useLayout } from "./use-layout.ts";
import { useViewport } from "./use-viewport.ts";

const words = graphStrings;
const CLOSER = 1.4;
/** Names are chosen anew when the zoom has changed by this factor. */
const NAME_ZOOM = 1.15;
/** Communities that the legend names. */
const LEGEND = 5;

/** What is chosen on the picture: an entity by its slug, or a relation. */
export type Choice = string | Relation;

interface GraphCanvasProps {
  readonly picture: Picture;
  readonly chosen: Choice | undefined;
  readonly choose: (choice: Choice | undefined) => void;
  readonly coloring?: Coloring;
}

/** A picture's shapes once the frame's form is known, and nodes where they were dragged to. */
function useShapes(picture: Picture) {
  const [size, setSize] = useState<Size | undefined>(undefined);
  const [moved, setMoved] = useState<ReadonlyMap<string, Spot>>(new Map());
  const shapes = useLayout(picture, size);
  const nodes = useMemo(
    () => new Map((shapes?.nodes ?? []).map((node) => [node.slug, { ...node, ...moved.get(node.slug) }])),
    [shapes, moved],
  );
  const move = (slug: string, by: Spot) => {
    const { x, y } = nodes.get(slug) ?? { x: 0, y: 0 };
    setMoved((before) => new Map(before).set(slug, { x: x + by.x, y: y + by.y }));
  };
  return { shapes, nodes, move, size, setSize };
}

function useFocus(picture: Picture, chosen: Choice | undefined): Focus {
  const neighbours = useMemo(() => neighboursIn(picture), [picture]);
  return useMemo(() => {
    if (typeof chosen === "string")
      return { slug: chosen, relation: undefined, near: neighbours.get(chosen) ?? new Set() };
    const near = new Set(chosen === undefined ? [] : [chosen.from, chosen.to]);
    return { slug: undefined, relation: chosen, near };
  }, [neighbours, chosen]);
}

const drawnOf = (target: Element | null): DOMStringMap =>
  target?.closest<SVGElement>("[data-entity], [data-relation]")?.dataset ?? {};

/** What the colours mean, as far as they occur. */
const Legend = ({ picture, nodes, coloring }: LegendProps) => {
  const groups = new Set(picture.nodes.map(({ type }) => groupOf(type)));
  const leaders = [...nodes.values()].filter(
    ({ community }, at, all) =>
      community < LEGEND && all.findIndex((one) => one.community === community) === at,
  );
  return (
    <ul class="row small graph-legend">
      {coloring === "kinds"
        ? GROUPS.filter((group) => groups.has(group)).map((group) => (
            <li key={group}>
              <Dot group={group} /> {words.groups[group]}
            </li>
          ))
        : leaders.map(({ slug, name, community }) => (
            <li key={slug}>
              <span class="dot" style={communityColor(community)} /> <bdi>{words.community(name)}</bdi>
            </li>
          ))}
    </ul>
  );
};

interface LegendProps {
  readonly picture: Picture;
  readonly nodes: ReadonlyMap<string, NodeShape>;
  readonly coloring: Coloring;
}

const NO_SHAPES: Shapes = { nodes: [], edges: [], isDetailed: false };

/** The picture. Its content is in lists beside it too, which keyboard and screen reader reach. */
export const GraphCanvas = ({ picture, chosen, choose, coloring = "kinds" }: GraphCanvasProps) => {
  const { shapes, nodes, move, size, setSize } = useShapes(picture);
  const [nameZoom, setNameZoom] = useState<number | undefined>(undefined);
  const focus = useFocus(picture, chosen);
  const { frame, content, showAll, zoomBy, listeners } = useViewport(shapes, {
    click(target) {
      const { entity, relation } = drawnOf(target);
      choose(entity ?? shapes?.edges[Number(relation)]?.relation);
    },
    drag(target, by) {
      const { entity } = drawnOf(target);
      if (entity !== undefined) move(entity, by);
      return entity !== undefined;
    },
    zoomed: (zoom) => setNameZoom(NAME_ZOOM ** Math.round(Math.log(zoom) / Math.log(NAME_ZOOM))),
  });
  useLayoutEffect(() => {
    const { clientWidth: width = 0, clientHeight: height = 0 } = frame.current ?? {};
    setSize({ width, height });
  }, []);
  const acts = [
    [words.zoomIn, "+", () => zoomBy(CLOSER)],
    [words.zoomOut, "−", () => zoomBy(1 / CLOSER)],
    [words.fit, "⤢", showAll],
  ] as const;
  return (
    <figure class="card graph-picture">
      <svg
        ref={frame}
        class={`graph-canvas ${chosen === undefined ? "" : "has-choice"}`}
        role="img"
        tabindex={0}
        aria-label={words.picture(picture.nodes.length, picture.edges.length)}
        {...listeners}
      >
        <g ref={content}>
          <Marks
            shapes={shapes ?? NO_SHAPES}
            {...{ nodes, focus, coloring, zoom: nameZoom, width: size?.width ?? 0 }}
          />
        </g>
      </svg>
      <div class="graph-acts">
        {acts.map(([name, sign, run]) => (
          <Button text={sign} key={name} aria-label={name} title={name} onClick={run} />
        ))}
      </div>
      <figcaption>
        <Legend picture={picture} nodes={nodes} coloring={coloring} />
      </figcaption>
    </figure>
  );
};
