import cytoscape, { type Core, type ElementDefinition, type StylesheetJson } from "cytoscape";
import type { GraphAnswer } from "../../../graph/contract.ts";
import { GROUPS, groupOf } from "./groups.ts";
import { radialLayout, springLayout } from "./layout.ts";

/** Up to here relations are pulled at until related nodes are near each other, and say on the picture what they are. */
const DETAILED_NODES = 90;
const DETAILED_EDGES = 160;
/** Zoom that a graph is fitted into its view with at most; the buttons go further. */
const CLOSEST_FIT = 1.3;
/** Above, what is being moved is drawn as a picture of itself. */
const PLAIN_NODES = 400;

export type Choice =
  | { readonly kind: "entity"; readonly slug: string }
  | { readonly kind: "relation"; readonly number: number };

export interface Drawing {
  readonly zoomBy: (factor: number) => void;
  readonly fit: () => void;
  /** Marks one; undefined: none. */
  readonly mark: (choice: Choice | undefined) => void;
  readonly destroy: () => void;
}

type Entity = GraphAnswer["entities"][number];

const nodeId = (slug: string): string => `entity ${slug}`;
const edgeId = (number: number): string => `relation ${number}`;

/** Wider where more is said of it; between 14 and 40. */
const sizeOf = ({ mentions, distance }: Entity): number =>
  Math.min(40, 14 + 4 * Math.log2(1 + mentions) + (distance === 0 ? 6 : 0));

interface Wish {
  readonly isDetailed: boolean;
  /** The picture is higher than wide. */
  readonly isTall: boolean;
}

function elementsOf({ entities, relations }: GraphAnswer, { isDetailed, isTall }: Wish): ElementDefinition[] {
  const known = new Set(entities.map(({ slug }) => slug));
  const nodes = entities.map(({ slug, distance }) => ({ id: slug, distance }));
  const spots = (isDetailed ? springLayout : radialLayout)(nodes, relations);
  const placeOf = (slug: string) => {
    const { x, y } = spots.get(slug) ?? { x: 0, y: 0 };
    return isTall ? { x: y, y: x } : { x, y };
  };
  return [
    ...entities.map((entity) => ({
      group: "nodes" as const,
      data: {
        ...{ id: nodeId(entity.slug), label: entity.name, size: sizeOf(entity), group: groupOf(entity.type) },
        isStart: entity.distance === 0 ? 1 : 0,
      },
      position: placeOf(entity.slug),
    })),
    ...relations.flatMap(({ from, to, type }, number) =>
      known.has(from) && known.has(to)
        ? [
            {
              group: "edges" as const,
              data: {
                ...{ id: edgeId(number), source: nodeId(from), target: nodeId(to) },
                label: type.replaceAll("_", " "),
              },
            },
          ]
        : [],
    ),
  ];
}

/** The page's own colours as they are at this moment. */
function stylesOf(container: HTMLElement, isDetailed: boolean): StylesheetJson {
  const colours = getComputedStyle(container);
  const colour = (name: string): string => colours.getPropertyValue(name).trim();
  const text = {
    label: "data(label)",
    color: colour("--text"),
    "text-outline-color": colour("--surface-raised"),
    "text-outline-width": 2,
    "font-family": "system-ui, sans-serif",
  };
  return [
    {
      selector: "node",
      style: {
        ...text,
        ...{ width: "data(size)", height: "data(size)", "font-size": 15, "min-zoomed-font-size": 8 },
        ...{
          "text-valign": "bottom",
          "text-margin-y": 4,
          "text-max-width": "170px",
          "text-wrap": "ellipsis",
        },
        "background-color": colour("--node-other"),
      },
    },
    ...GROUPS.map((group) => ({
      selector: `node[group = "${group}"]`,
      style: { "background-color": colour(`--node-${group}`) },
    })),
    {
      selector: "node[isStart = 1]",
      style: { "border-width": 3, "border-color": colour("--text"), "font-weight": "bold" },
    },
    {
      selector: "edge",
      style: {
        ...{ width: 1.5, "line-color": colour("--line-strong"), "line-opacity": 0.6 },
        ...(isDetailed
          ? {
              ...text,
              "text-background-color": colour("--surface-raised"),
              ...{ "text-background-opacity": 1, "text-background-padding": "2px" },
              ...{ "font-size": 12, "min-zoomed-font-size": 7, "text-rotation": "autorotate" },
              ...{ "curve-style": "bezier", "target-arrow-shape": "triangle", "arrow-scale": 0.8 },
              ...{ "target-arrow-color": colour("--line-strong"), color: colour("--text-quiet") },
            }
          : { "curve-style": "haystack" }),
      },
    },
    {
      selector: ":selected",
      style: {
        ...{ "border-width": 4, "border-color": colour("--accent"), "line-color": colour("--accent") },
        ...{ "target-arrow-color": colour("--accent"), "line-opacity": 1 },
      },
    },
  ] as StylesheetJson;
}

function open(container: HTMLElement, graph: GraphAnswer): Core {
  const { entities, relations } = graph;
  const isDetailed = entities.length <= DETAILED_NODES && relations.length <= DETAILED_EDGES;
  const isLarge = entities.length > PLAIN_NODES;
  return cytoscape({
    container,
    elements: elementsOf(graph, { isDetailed, isTall: container.clientHeight > container.clientWidth }),
    style: stylesOf(container, isDetailed),
    layout: { name: "preset", fit: false },
    ...{ minZoom: 0.02, maxZoom: 3, boxSelectionEnabled: false, selectionType: "single" },
    ...(isLarge && { textureOnViewport: true, hideEdgesOnViewport: true, pixelRatio: 1 }),
  });
}

/** Everything in sight; few names are not blown up to fill the view. */
function showAll(cy: Core): void {
  cy.fit(undefined, 40);
  if (cy.zoom() <= CLOSEST_FIT) return;
  cy.zoom(CLOSEST_FIT);
  cy.center();
}

/** Draws a graph into an element. `choose` hears of what is clicked or tapped, undefined beside everything. */
export function drawGraph(
  container: HTMLElement,
  graph: GraphAnswer,
  choose: (choice: Choice | undefined) => void,
): Drawing {
  const cy = open(container, graph);
  showAll(cy);
  cy.on("tap", "node", ({ target }) =>
    choose({ kind: "entity", slug: (target.id() as string).slice(nodeId("").length) }),
  );
  cy.on("tap", "edge", ({ target }) =>
    choose({ kind: "relation", number: Number((target.id() as string).slice(edgeId(0).length - 1)) }),
  );
  cy.on("tap", ({ target }) => {
    if (target === cy) choose(undefined);
  });
  const middle = () => ({ x: cy.width() / 2, y: cy.height() / 2 });
  return {
    zoomBy: (factor) => void cy.zoom({ level: cy.zoom() * factor, renderedPosition: middle() }),
    fit: () => showAll(cy),
    mark(choice) {
      cy.elements().unselect();
      if (choice === undefined) return;
      const id = choice.kind === "entity" ? nodeId(choice.slug) : edgeId(choice.number);
      cy.getElementById(id).select();
    },
    destroy: () => cy.destroy(),
  };
}
