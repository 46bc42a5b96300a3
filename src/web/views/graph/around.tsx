import { useEffect, useState } from "preact/hooks";
import { answerOf } from "../../../client/client.ts";
import type { GraphAnswer } from "../../../graph/contract.ts";
import { Segments } from "../../components/button.tsx";
import { Answer, StatePanel } from "../../components/state-panel.tsx";
import { usePage } from "../../state/page.ts";
import { useLoaded } from "../../state/use-loaded.ts";
import { graphStrings } from "../../strings/graph.ts";
import { Details } from "./details.tsx";
import { GraphLists } from "./graph-lists.tsx";
import { type Choice, GraphCanvas } from "./picture/graph-canvas.tsx";
import { RelationDetails } from "./relation-details.tsx";
import { useGrown } from "./use-grown.ts";

const words = graphStrings;
/** Most entities that the server answers at once. */
const LIMIT = 50;

/** Picture, details and lists of one answer, and of what grew from it. */
const Drawn = ({ graph }: { readonly graph: GraphAnswer }) => {
  const [chosen, choose] = useState<Choice | undefined>(undefined);
  useEffect(() => choose(undefined), [graph]);
  const { picture, answers } = useGrown(graph, typeof chosen === "string" ? chosen : undefined);
  const entities = answers.flatMap((answer) => answer.entities);
  const entity = entities.find(({ slug }) => slug === chosen);
  const close = () => choose(undefined);
  return (
    <>
      <p class="quiet">
        {words.start[graph.start]} {graph.truncated ? words.truncated : ""} {words.grows}{" "}
        {graph.namesOff ? words.namesOff : ""}
      </p>
      <div class="graph-panes">
        <GraphCanvas picture={picture} chosen={chosen} choose={choose} />
        <div class="graph-side">
          {entity !== undefined && <Details entity={entity} close={close} />}
          {typeof chosen === "object" && (
            <RelationDetails relation={chosen} entities={entities} close={close} />
          )}
          <GraphLists answers={answers} chosen={chosen} choose={choose} />
        </div>
      </div>
    </>
  );
};

/** Entities and relations around a question. */
export const Around = ({ q }: { readonly q: string }) => {
  const { api, place, change } = usePage();
  const depth = place.parameters.depth === "2" ? "2" : "1";
  const answer = useLoaded(`${depth} ${q}`, (options) =>
    answerOf(api.v1.graph.$get({ query: { query: q, depth, limit: LIMIT } }, options)),
  );
  return (
    <>
      <div class="row graph-choices">
        <Segments
          label={words.depth}
          choices={Object.entries(words.depths)}
          chosen={depth}
          choose={(steps) => change({ depth: steps === "1" ? undefined : steps })}
        />
      </div>
      <Answer of={answer} lines={8}>
        {(graph) => {
          if (graph.entities.length > 0) return <Drawn graph={graph} />;
          return <StatePanel icon="graph" {...(graph.namesOff ? words.unread : words.nothing)} />;
        }}
      </Answer>
    </>
  );
};
