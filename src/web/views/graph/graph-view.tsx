import { useEffect, useState } from "preact/hooks";
import { answerOf } from "../../../client/client.ts";
import type { EntityList, GraphAnswer } from "../../../graph/contract.ts";
import { Button, Segments } from "../../components/button.tsx";
import { onSubmit } from "../../components/form.tsx";
import { Link } from "../../components/link.tsx";
import { Answer, StatePanel, ViewHead } from "../../components/state-panel.tsx";
import { usePage } from "../../state/page.ts";
import { withParameters } from "../../state/place.ts";
import { useLoaded } from "../../state/use-loaded.ts";
import { strings } from "../../strings.ts";
import { Details } from "./details.tsx";
import { type Choice, GraphCanvas } from "./graph-canvas.tsx";
import { GraphLists } from "./graph-lists.tsx";
import { Dot, groupOf } from "./groups.tsx";

const words = strings.graph;
/** Most entities that the server lists at once, and that are shown at first. */
const PAGE = 100;
const SHOWN = 24;
/** Most entities that the server draws a graph of. */
const LIMIT = 50;

const Names = ({ entities }: EntityList) => {
  const { place } = usePage();
  const [shown, setShown] = useState(SHOWN);
  if (entities.length === 0) return <StatePanel icon="graph" {...words.none} />;
  const sorted = entities.toSorted((one, other) => other.mentions - one.mentions);
  return (
    <StatePanel icon="graph" {...words.empty}>
      <ul class="row badges graph-names">
        {sorted.slice(0, shown).map(({ slug, name, type, mentions }) => (
          <li key={slug}>
            <Link to={withParameters(place, { q: name })} class="badge">
              <Dot group={groupOf(type)} /> <bdi>{name}</bdi> <b>{mentions}</b>
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

/** What the graph is drawn around, and how far. */
const Question = ({ q = "", depth }: { readonly q: string | undefined; readonly depth: "1" | "2" }) => {
  const { change } = usePage();
  return (
    <form class="row graph-question" onSubmit={onSubmit((field) => change({ q: field("q") }))}>
      <label class="visually-hidden" for="graph-query">
        {words.query}
      </label>
      <input id="graph-query" name="q" type="search" placeholder={words.placeholder} value={q} key={q} />
      <Button text={words.draw} type="submit" />
      <Segments
        label={words.depth}
        choices={Object.entries(words.depths)}
        chosen={depth}
        choose={(steps) => change({ depth: steps === "1" ? undefined : steps })}
      />
    </form>
  );
};

/** Picture, details and lists of one answer. */
const Drawn = ({ graph }: { readonly graph: GraphAnswer }) => {
  const [chosen, choose] = useState<Choice | undefined>(undefined);
  useEffect(() => choose(undefined), [graph]);
  if (graph.entities.length === 0)
    return <StatePanel icon="graph" {...(graph.namesOff ? words.unread : words.nothing)} />;
  return (
    <>
      <p class="quiet">
        {words.start[graph.start]} {graph.truncated ? words.truncated : ""}{" "}
        {graph.namesOff ? words.namesOff : ""}
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
  const { api, place } = usePage();
  const { q } = place.parameters;
  const depth = place.parameters.depth === "2" ? "2" : "1";
  const answer = useLoaded(q && `${depth} ${q}`, (options) =>
    answerOf(api.v1.graph.$get({ query: { query: q ?? "", depth, limit: LIMIT } }, options)),
  );
  return (
    <>
      <ViewHead title={words.title} explanation={words.explanation}>
        <Question q={q} depth={depth} />
      </ViewHead>
      {q === undefined ? (
        <FirstSteps />
      ) : (
        <Answer of={answer} lines={8}>
          {(graph) => <Drawn graph={graph} />}
        </Answer>
      )}
    </>
  );
};
