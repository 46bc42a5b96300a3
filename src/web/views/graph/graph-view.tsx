import { useEffect, useState } from "preact/hooks";
import { answerOf } from "../../../client/client.ts";
import type { EntityList, GraphAnswer } from "../../../graph/contract.ts";
import { Button, Segments } from "../../components/button.tsx";
import { Link } from "../../components/link.tsx";
import { Answer, FailurePanel, Skeleton, StatePanel } from "../../components/state-panel.tsx";
import { ViewHead } from "../../components/view-head.tsx";
import { type Page, usePage } from "../../state/page.ts";
import { withParameters } from "../../state/place.ts";
import { useLoaded } from "../../state/use-loaded.ts";
import { strings } from "../../strings.ts";
import { Details } from "./details.tsx";
import { type Choice, GraphCanvas } from "./graph-canvas.tsx";
import { GraphLists } from "./graph-lists.tsx";
import { groupOf } from "./groups.ts";

const words = strings.graph;
/** Most entities that the server lists at once, and that are shown at first. */
const PAGE = 100;
const SHOWN = 24;
/** Most entities that the server draws a graph of. */
const LIMIT = 50;

const Names = ({ entities }: EntityList) => {
  const { place } = usePage();
  const [shown, setShown] = useState(SHOWN);
  if (entities.length === 0)
    return (
      <StatePanel icon="graph" title={words.empty.noneTitle}>
        <p>{words.empty.noneText}</p>
      </StatePanel>
    );
  const sorted = [...entities].sort((one, other) => other.mentions - one.mentions);
  return (
    <StatePanel icon="graph" title={words.empty.title}>
      <p>{words.empty.text}</p>
      <ul class="row badges graph-names">
        {sorted.slice(0, shown).map(({ slug, name, type, mentions }) => (
          <li key={slug}>
            <Link to={withParameters(place, { q: name })} class="badge">
              <span class={`dot group-${groupOf(type)}`} /> <bdi>{name}</bdi> <b>{mentions}</b>
            </Link>
          </li>
        ))}
      </ul>
      {shown < entities.length && <Button text={words.more} onClick={() => setShown(PAGE)} />}
    </StatePanel>
  );
};

/** Before a question: names to begin with, most mentioned first. */
const FirstSteps = () => {
  const { api } = usePage();
  const list = useLoaded("entities", (options) =>
    answerOf(api.v1.entities.$get({ query: { limit: PAGE } }, options)),
  );
  return (
    <Answer of={list} lines={5}>
      {(value) => <Names {...value} />}
    </Answer>
  );
};

const depthOf = ({ place }: Page): "1" | "2" => (place.parameters.depth === "2" ? "2" : "1");

/** What the graph is drawn around, and how far. */
const Question = () => {
  const page = usePage();
  const { q = "" } = page.place.parameters;
  const { change } = page;
  const submit = (event: Event) => {
    event.preventDefault();
    const written = new FormData(event.target as HTMLFormElement);
    change({ q: String(written.get("q") ?? "").trim() });
  };
  return (
    <form class="row graph-question" onSubmit={submit}>
      <label class="visually-hidden" for="graph-query">
        {words.query}
      </label>
      <input id="graph-query" name="q" type="search" placeholder={words.placeholder} value={q} key={q} />
      <Button text={words.draw} type="submit" />
      <Segments
        label={words.depth}
        choices={[
          ["1", words.depths[1]],
          ["2", words.depths[2]],
        ]}
        chosen={depthOf(page)}
        choose={(depth) => change({ depth: depth === "1" ? undefined : depth })}
      />
    </form>
  );
};

/** Picture, details and lists of one answer. */
const Drawn = ({ graph }: { readonly graph: GraphAnswer }) => {
  const [chosen, choose] = useState<Choice | undefined>(undefined);
  useEffect(() => choose(undefined), [graph]);
  return (
    <>
      <p class="quiet">
        {words.start[graph.start]} {graph.truncated ? words.truncated : ""}
      </p>
      <div class={`graph-panes ${chosen === undefined ? "" : "graph-panes-open"}`}>
        <GraphCanvas graph={graph} chosen={chosen} choose={choose} />
        {chosen !== undefined && <Details graph={graph} chosen={chosen} close={() => choose(undefined)} />}
        <GraphLists graph={graph} chosen={chosen} choose={choose} />
      </div>
    </>
  );
};

/** Entities and relations around a question. */
export const GraphView = () => {
  const page = usePage();
  const { q } = page.place.parameters;
  const depth = depthOf(page);
  const { value, failure, isLoading, retry } = useLoaded(q && `${depth} ${q}`, (options) =>
    answerOf(page.api.v1.graph.$get({ query: { query: q ?? "", depth, limit: LIMIT } }, options)),
  );
  const isAnswered = !failure && q !== undefined && value !== undefined;
  return (
    <>
      <ViewHead title={words.title} explanation={words.explanation}>
        <Question />
      </ViewHead>
      {q === undefined && <FirstSteps />}
      {failure && <FailurePanel failure={failure} retry={retry} />}
      {value === undefined && isLoading && <Skeleton lines={8} />}
      {isAnswered && value.entities.length === 0 && (
        <StatePanel icon="graph" title={words.nothing.title}>
          <p>{words.nothing.text}</p>
        </StatePanel>
      )}
      {isAnswered && value.entities.length > 0 && <Drawn graph={value} />}
    </>
  );
};
