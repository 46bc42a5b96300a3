import type { ComponentChildren } from "preact";
import { answerOf } from "../../../client/client.ts";
import type { EntityAnswer, GraphAnswer } from "../../../graph/contract.ts";
import { searchAnswer } from "../../api.ts";
import { IconButton } from "../../components/button.tsx";
import { Directed } from "../../components/directed.tsx";
import { Icon } from "../../components/icon.tsx";
import { Cited, Link } from "../../components/link.tsx";
import { Answer } from "../../components/state-panel.tsx";
import { usePage } from "../../state/page.ts";
import { searchFor, withParameters } from "../../state/place.ts";
import { useLoaded } from "../../state/use-loaded.ts";
import { strings } from "../../strings.ts";
import { type Choice, type Relation, relationText } from "./graph-canvas.tsx";
import { Dot, groupOf } from "./groups.tsx";

const words = strings.graph;
const HITS = 4;

/** Passages that say so, each with a link to it. */
const Citations = ({ citations }: Pick<Relation, "citations">) => {
  const { q } = usePage().place.parameters;
  return (
    <ul>
      {citations.map(({ id, root, citation }) => (
        <li key={id}>
          <Cited q={q} root={root} citation={citation} />
        </li>
      ))}
    </ul>
  );
};

interface PartProps {
  readonly title: string;
  readonly isShown?: boolean;
  readonly children: ComponentChildren;
}

const Part = ({ title, isShown = true, children }: PartProps) =>
  isShown ? (
    <section>
      <h3>{title}</h3>
      {children}
    </section>
  ) : null;

/** The best passages of a search for a name. */
const Found = ({ name }: { readonly name: string }) => {
  const { api } = usePage();
  const found = useLoaded(name, (options) =>
    searchAnswer(api, { query: name, limit: HITS, view: "snippet", log: false }, options),
  );
  return (
    <Answer of={found}>
      {({ hits }) => (
        <>
          {hits.length === 0 && <p class="quiet">{words.noHits}</p>}
          <ol class="graph-hits">
            {hits.map(({ id, root, citation, kind, memory, snippet }) => (
              <li key={id}>
                <Link
                  to={searchFor(name, `${root}:${citation}`)}
                  text={kind === "memory" ? words.memory(memory?.type ?? "") : citation}
                />
                <p class="clamp" dir="auto">
                  <Directed text={snippet?.text.trim() ?? ""} />
                </p>
              </li>
            ))}
          </ol>
        </>
      )}
    </Answer>
  );
};

interface GraphProps {
  readonly graph: GraphAnswer;
}

const Known = ({ entity, graph }: GraphProps & { readonly entity: EntityAnswer }) => {
  const relations = [...entity.outgoing, ...entity.incoming];
  return (
    <>
      <p>
        <Dot group={groupOf(entity.type)} /> {entity.type}, {words.mentions(entity.mentions)}
      </p>
      {entity.aliases.length > 0 && (
        <p class="quiet">
          {words.aliases}: <bdi>{entity.aliases.join(", ")}</bdi>
        </p>
      )}
      <Part title={words.hits}>
        <Found key={entity.name} name={entity.name} />
      </Part>
      <Part title={words.relations} isShown={relations.length > 0}>
        <ul class="graph-said">
          {relations.map((relation, at) => (
            <li key={at}>
              <bdi>{relationText(relation, graph.entities)}</bdi>
              {relation.manual ? <span class="badge">{words.manual}</span> : null}
              <Citations citations={relation.citations.slice(0, 2)} />
            </li>
          ))}
        </ul>
      </Part>
      <Part title={words.remarks} isShown={entity.observations.length > 0}>
        <ul class="graph-said">
          {entity.observations.map(({ id, text }) => (
            <li key={id} dir="auto">
              <Directed text={text} />
            </li>
          ))}
        </ul>
      </Part>
      <Part title={words.mentioned} isShown={entity.citations.length > 0}>
        <Citations citations={entity.citations} />
      </Part>
    </>
  );
};

/** One entity: what a search for it finds, what is said of it, and where. */
const EntityDetails = ({ slug, name, graph }: GraphProps & Pick<EntityAnswer, "slug" | "name">) => {
  const { api, place } = usePage();
  const entity = useLoaded(slug, (options) =>
    answerOf(api.v1.entities[":slug"].$get({ param: { slug }, query: { limit: 8 } }, options)),
  );
  return (
    <>
      <h2>
        <bdi>{name}</bdi>
      </h2>
      <p class="row">
        <Link to={searchFor(name)} class="button button-small button-primary">
          <Icon name="search" />
          {words.search}
        </Link>
        <Link to={withParameters(place, { q: name })} class="button button-small">
          <Icon name="graph" />
          {words.around}
        </Link>
      </p>
      <Answer of={entity} lines={5}>
        {(known) => <Known entity={known} graph={graph} />}
      </Answer>
    </>
  );
};

/** A relation with the passages that say so. */
const RelationDetails = ({ relation, graph }: GraphProps & { readonly relation: Relation }) => (
  <>
    <h2>
      <bdi>{relationText(relation, graph.entities)}</bdi>
    </h2>
    {relation.manual ? <p class="quiet">{words.manual}</p> : null}
    <h3>{words.citations}</h3>
    {relation.citations.length === 0 ? <p class="quiet">{words.noCitation}</p> : <Citations {...relation} />}
  </>
);

interface DetailsProps extends GraphProps {
  readonly chosen: Choice;
  readonly close: () => void;
}

/** What was chosen on the picture or in the lists. */
export const Details = ({ graph, chosen, close }: DetailsProps) => (
  <aside class="card graph-details" aria-live="polite">
    <IconButton icon="close" label={words.close} class="graph-close" onClick={close} />
    {"slug" in chosen ? (
      <EntityDetails key={chosen.slug} slug={chosen.slug} name={chosen.name} graph={graph} />
    ) : (
      <RelationDetails relation={chosen} graph={graph} />
    )}
  </aside>
);
