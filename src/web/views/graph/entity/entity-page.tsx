import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { answerOf } from "../../../../client/client.ts";
import type { EntityAnswer, GraphAnswer } from "../../../../graph/contract.ts";
import { Icon } from "../../../components/icon.tsx";
import { Link } from "../../../components/link.tsx";
import { Answer, StatePanel } from "../../../components/state-panel.tsx";
import { usePage, useTitle } from "../../../state/page.ts";
import { searchFor } from "../../../state/place.ts";
import { useLoaded } from "../../../state/use-loaded.ts";
import { graphStrings } from "../../../strings/graph.ts";
import { AlsoCalled, Details, WhatItIs } from "../details.tsx";
import { type Choice, GraphCanvas } from "../picture/graph-canvas.tsx";
import { RelationDetails } from "../relation-details.tsx";
import { useGrown } from "../use-grown.ts";
import { Beside, besideOf, Facts, Remarks } from "./facts.tsx";
import { Mentions } from "./mentions.tsx";
import { PassagesOf } from "./passages.tsx";

const words = graphStrings;
/** Mentions that are read, as many as the server tells at once: among them are files and memories. Neighbours that are drawn. */
const MENTIONS = 100;
const NEIGHBOURS = 50;

interface Known {
  readonly entity: EntityAnswer;
  readonly graph: GraphAnswer;
}

interface PartProps {
  readonly title: string;
  readonly isShown?: boolean;
  readonly children: ComponentChildren;
}

const Part = ({ title, isShown = true, children }: PartProps) =>
  isShown ? (
    <section class="card entity-part">
      <h2>{title}</h2>
      {children}
    </section>
  ) : null;

/** What is around it, which grows by what is clicked. */
const Neighbourhood = ({ entity, graph }: Known) => {
  const [chosen, choose] = useState<Choice | undefined>(undefined);
  const { picture, answers } = useGrown(graph, typeof chosen === "string" ? chosen : undefined);
  const entities = answers.flatMap((answer) => answer.entities);
  const other = chosen === entity.slug ? undefined : entities.find(({ slug }) => slug === chosen);
  const close = () => choose(undefined);
  return (
    <div class="entity-picture">
      <GraphCanvas picture={picture} chosen={chosen} choose={choose} />
      <p class="small">
        {words.grows} {graph.truncated ? words.truncatedHere : ""}
      </p>
      {other !== undefined && <Details entity={other} close={close} />}
      {typeof chosen === "object" && <RelationDetails relation={chosen} entities={entities} close={close} />}
    </div>
  );
};

const Head = ({ entity }: Pick<Known, "entity">) => (
  <header class="entity-head">
    <p>
      <Link to={{ view: "graph", parameters: {} }} class="row small">
        <Icon name="left" /> {words.title}
      </Link>
    </p>
    <h1>
      <bdi>{entity.name}</bdi>
    </h1>
    <WhatItIs {...entity} />
    <AlsoCalled {...entity} />
    <p class="row">
      <Link to={searchFor(entity.name)} class="button button-small">
        <Icon name="search" />
        {words.search}
      </Link>
      <Link to={{ view: "graph", parameters: { q: entity.name, depth: "2" } }} class="button button-small">
        <Icon name="graph" />
        {words.farther}
      </Link>
    </p>
  </header>
);

const Shown = ({ entity, graph }: Known) => {
  const { slug, observations } = entity;
  const mentioned = { entity, mentions: entity.citations, hasMore: entity.nextCursor !== null };
  return (
    <article class="entity-page">
      <Head entity={entity} />
      <Neighbourhood entity={entity} graph={graph} />
      <div class="entity-parts">
        <Part title={words.facts}>
          <Facts slug={slug} graph={graph} />
        </Part>
        <Part title={words.remarks} isShown={observations.length > 0}>
          <Remarks observations={observations} />
        </Part>
        <Part title={words.memories}>
          <PassagesOf {...mentioned} kind="memory" />
        </Part>
        <Part title={words.texts}>
          <PassagesOf {...mentioned} kind="file" />
        </Part>
        <Part title={words.beside} isShown={besideOf(slug, graph).length > 0}>
          <Beside slug={slug} graph={graph} />
        </Part>
        <Part title={words.lately}>
          <Mentions entity={entity} />
        </Part>
      </div>
    </article>
  );
};

/** Everything about one entity, at an address of its own. */
export const EntityPage = ({ slug }: { readonly slug: string }) => {
  const { api } = usePage();
  const known = useLoaded(slug, async (options): Promise<Known> => {
    const [entity, graph] = await Promise.all([
      answerOf(api.v1.entities[":slug"].$get({ param: { slug }, query: { limit: MENTIONS } }, options)),
      answerOf(api.v1.graph.$get({ query: { entity: slug, limit: NEIGHBOURS } }, options)),
    ]);
    return { entity, graph };
  });
  useTitle(known.value?.entity.name);
  if (known.failure?.code === "not_found")
    return (
      <>
        <h1 class="visually-hidden">{words.title}</h1>
        <StatePanel icon="graph" {...words.unknown}>
          <Link to={{ view: "graph", parameters: {} }} class="button">
            {words.title}
          </Link>
        </StatePanel>
      </>
    );
  return (
    <>
      {known.value === undefined && <h1 class="visually-hidden">{words.title}</h1>}
      <Answer of={known} lines={8}>
        {(value) => <Shown {...value} />}
      </Answer>
    </>
  );
};
