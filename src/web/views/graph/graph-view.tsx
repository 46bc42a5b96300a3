import { useState } from "hono/jsx/dom";
import type { GraphAnswer } from "../../../graph/contract.ts";
import { FailurePanel, Skeleton, StatePanel } from "../../components/state-panel.tsx";
import type { Page, ViewProps } from "../../state/page.ts";
import { withParameters } from "../../state/place.ts";
import { useEffect } from "../../state/use-effect.ts";
import { useLoaded } from "../../state/use-loaded.ts";
import { strings } from "../../strings.ts";
import { Details } from "./details.tsx";
import type { Choice } from "./draw.ts";
import { FirstSteps } from "./first-steps.tsx";
import { GraphCanvas } from "./graph-canvas.tsx";
import { GraphLists } from "./graph-lists.tsx";

const words = strings.graph;
/** Most that the server gives. */
const LIMIT = 50;

const depthOf = ({ place }: Page): "1" | "2" => (place.parameters.depth === "2" ? "2" : "1");

/** What the graph is drawn around, and how far. */
const Question = ({ page }: ViewProps) => {
  const { q = "" } = page.place.parameters;
  const submit = (event: Event) => {
    event.preventDefault();
    const written = new FormData(event.target as HTMLFormElement);
    page.go(withParameters(page.place, { q: String(written.get("q") ?? "").trim() }));
  };
  return (
    <form class="graph-question" onSubmit={submit}>
      <label class="visually-hidden" for="graph-query">
        {words.query}
      </label>
      <input id="graph-query" name="q" type="search" placeholder={words.placeholder} value={q} key={q} />
      <button type="submit" class="button">
        {words.draw}
      </button>
      <fieldset class="segments">
        <legend class="visually-hidden">{words.depth}</legend>
        {(["1", "2"] as const).map((depth) => (
          <button
            key={depth}
            type="button"
            aria-pressed={depthOf(page) === depth ? "true" : "false"}
            onClick={() => page.go(withParameters(page.place, { depth: depth === "1" ? undefined : depth }))}
          >
            {words.depths[depth]}
          </button>
        ))}
      </fieldset>
    </form>
  );
};

/** Picture, details and lists of one answer. */
const Drawn = ({ page, graph }: { readonly page: Page; readonly graph: GraphAnswer }) => {
  const [chosen, choose] = useState<Choice | undefined>(undefined);
  useEffect(() => choose(undefined), [graph]);
  return (
    <>
      <p class="quiet">
        {words.start[graph.start]} {graph.truncated ? words.truncated : ""}
      </p>
      <div class={`graph-panes ${chosen === undefined ? "" : "graph-panes-open"}`}>
        <GraphCanvas graph={graph} chosen={chosen} choose={choose} />
        {chosen !== undefined && (
          <Details page={page} graph={graph} chosen={chosen} close={() => choose(undefined)} />
        )}
        <GraphLists graph={graph} chosen={chosen} choose={choose} />
      </div>
    </>
  );
};

/** Entities and relations around a question. */
export const GraphView = ({ page }: ViewProps) => {
  const { q } = page.place.parameters;
  const depth = depthOf(page);
  const { value, failure, isLoading, retry } = useLoaded(q && `${depth} ${q}`, (signal) =>
    page.api<GraphAnswer>({ path: "/v1/graph", query: { query: q, depth, limit: LIMIT }, signal }),
  );
  return (
    <>
      <div class="view-head">
        <div>
          <h1>{words.title}</h1>
          <p class="quiet">{words.explanation}</p>
        </div>
        <Question page={page} />
      </div>
      {q === undefined && <FirstSteps page={page} />}
      {failure && <FailurePanel failure={failure} retry={retry} />}
      {value === undefined && isLoading && <Skeleton lines={8} />}
      {!failure && q !== undefined && value?.entities.length === 0 && (
        <StatePanel icon="graph" title={words.nothing.title}>
          <p>{words.nothing.text}</p>
        </StatePanel>
      )}
      {!failure && q !== undefined && value !== undefined && value.entities.length > 0 && (
        <Drawn page={page} graph={value} />
      )}
    </>
  );
};
