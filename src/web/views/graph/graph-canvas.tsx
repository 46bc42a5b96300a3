import { useRef, useState } from "hono/jsx/dom";
import type { GraphAnswer } from "../../../graph/contract.ts";
import { useEffect } from "../../state/use-effect.ts";
import { strings } from "../../strings.ts";
import type { Choice, Drawing } from "./draw.ts";
import { GROUPS, groupOf } from "./groups.ts";

const words = strings.graph;
const CLOSER = 1.4;

interface GraphCanvasProps {
  readonly graph: GraphAnswer;
  readonly chosen: Choice | undefined;
  readonly choose: (choice: Choice | undefined) => void;
}

/** Draws whenever the graph or the colours change; what draws is loaded with the first graph. */
function useDrawing({ graph, chosen, choose }: GraphCanvasProps) {
  const place = useRef<HTMLDivElement>(null);
  const drawing = useRef<Drawing | null>(null);
  const [state, setState] = useState<"drawing" | "drawn" | "lost">("drawing");
  const [scheme, setScheme] = useState(0);
  useEffect(() => {
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const listen = () => setScheme((count) => count + 1);
    dark.addEventListener("change", listen);
    return () => dark.removeEventListener("change", listen);
  }, []);
  useEffect(() => {
    let isOver = false;
    setState("drawing");
    import("./draw.ts").then(
      ({ drawGraph }) => {
        if (isOver || place.current === null) return;
        const startedMs = performance.now();
        drawing.current = drawGraph(place.current, graph, choose);
        drawing.current.mark(chosen);
        performance.measure("graph-layout", { start: startedMs, end: performance.now() });
        setState("drawn");
      },
      () => setState("lost"),
    );
    return () => {
      isOver = true;
      drawing.current?.destroy();
      drawing.current = null;
    };
  }, [graph, scheme]);
  useEffect(() => {
    drawing.current?.mark(chosen);
  }, [chosen]);
  return { place, drawing, state };
}

/** What the colours mean, as far as they occur. */
const Legend = ({ graph }: Pick<GraphCanvasProps, "graph">) => {
  const used = new Set(graph.entities.map(({ type }) => groupOf(type)));
  return (
    <ul class="graph-legend">
      {GROUPS.filter((group) => used.has(group)).map((group) => (
        <li key={group}>
          <span class={`dot dot-${group}`} /> {words.groups[group]}
        </li>
      ))}
    </ul>
  );
};

/** The picture. All that it says stands in the lists beside it, which the keyboard reaches. */
export const GraphCanvas = (props: GraphCanvasProps) => {
  const { place, drawing, state } = useDrawing(props);
  const { entities, relations } = props.graph;
  const acts = [
    [words.zoomIn, "+", () => drawing.current?.zoomBy(CLOSER)],
    [words.zoomOut, "−", () => drawing.current?.zoomBy(1 / CLOSER)],
    [words.fit, "⤢", () => drawing.current?.fit()],
  ] as const;
  return (
    <figure class="card graph-picture" data-state={state}>
      <div
        ref={place}
        class="graph-canvas __________cytoscape_container"
        role="img"
        aria-label={words.picture(entities.length, relations.length)}
      />
      {/* Taken for the style sheet that Cytoscape would otherwise write into the page, which the policy forbids. */}
      <span id="__________cytoscape_stylesheet" hidden />
      {state === "drawn" ? null : (
        <p class="graph-wait" role="status">
          {state === "lost" ? words.notDrawn : words.drawing}
        </p>
      )}
      <div class="graph-acts">
        {acts.map(([name, sign, run]) => (
          <button key={name} type="button" class="button" aria-label={name} title={name} onClick={run}>
            {sign}
          </button>
        ))}
      </div>
      <figcaption>
        <Legend graph={props.graph} />
      </figcaption>
    </figure>
  );
};
