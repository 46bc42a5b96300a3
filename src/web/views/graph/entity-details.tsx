import type { EntityAnswer, GraphAnswer } from "../../../graph/contract.ts";
import type { Hit } from "../../../search/contract/hits.ts";
import type { SearchAnswer } from "../../../search/contract/search.ts";
import { Icon } from "../../components/icon.tsx";
import { Link } from "../../components/link.tsx";
import { FailurePanel, Skeleton } from "../../components/state-panel.tsx";
import type { Page } from "../../state/page.ts";
import { withParameters } from "../../state/place.ts";
import { useLoaded } from "../../state/use-loaded.ts";
import { strings } from "../../strings.ts";
import { Citations } from "./citations.tsx";
import { groupOf } from "./groups.ts";

const words = strings.graph;
const HITS = 4;

interface EntityDetailsProps {
  readonly page: Page;
  readonly entity: Pick<GraphAnswer["entities"][number], "slug" | "name">;
  /** Of a slug, as far as the picture knows it. */
  readonly nameOf: (slug: string) => string;
}

/** The best passages of a search for its name: what a click on the picture asks. */
const Found = ({ page, name }: { readonly page: Page; readonly name: string }) => {
  const { value, failure, retry } = useLoaded(name, (signal) =>
    page.api<SearchAnswer<Hit>>({
      ...{ method: "POST", path: "/v1/search", signal },
      body: { query: name, limit: HITS, view: "snippet", log: false },
    }),
  );
  if (failure) return <FailurePanel failure={failure} retry={retry} />;
  if (value === undefined) return <Skeleton lines={3} />;
  if (value.hits.length === 0) return <p class="quiet">{words.noHits}</p>;
  return (
    <ol class="graph-hits">
      {value.hits.map(({ id, root, citation, kind, memory, snippet }) => (
        <li key={id}>
          <Link
            page={page}
            to={{ view: "search", parameters: { q: name, open: `${root}:${citation}` } }}
            class="graph-hit"
          >
            <bdi>{kind === "memory" ? words.memory(memory?.type ?? "") : citation}</bdi>
          </Link>
          <p dir="auto">{snippet?.text.trim()}</p>
        </li>
      ))}
    </ol>
  );
};

type KnownProps = Pick<EntityDetailsProps, "page" | "nameOf"> & { readonly entity: EntityAnswer };

const Relations = ({ page, entity, nameOf }: KnownProps) => {
  const relations = [...entity.outgoing, ...entity.incoming];
  if (relations.length === 0) return null;
  return (
    <section>
      <h3>{words.outgoing}</h3>
      <ul class="graph-said">
        {relations.map(({ from, to, type, citations, manual }) => (
          <li key={`${from} ${type} ${to}`}>
            <bdi>{words.relation(nameOf(from), type, nameOf(to))}</bdi>
            {manual ? <span class="badge">{words.manual}</span> : null}
            <Citations page={page} citations={citations.slice(0, 2)} />
          </li>
        ))}
      </ul>
    </section>
  );
};

const Known = ({ page, entity, nameOf }: KnownProps) => (
  <>
    <p class="graph-facts">
      <span class={`dot dot-${groupOf(entity.type)}`} /> {entity.type}, {words.mentions(entity.mentions)}
    </p>
    {entity.aliases.length > 0 && (
      <p class="quiet">
        {words.aliases}: <bdi>{entity.aliases.join(", ")}</bdi>
      </p>
    )}
    <section>
      <h3>{words.hits}</h3>
      <Found key={entity.name} page={page} name={entity.name} />
    </section>
    <Relations page={page} entity={entity} nameOf={nameOf} />
    {entity.observations.length > 0 && (
      <section>
        <h3>{words.remarks}</h3>
        <ul class="graph-said">
          {entity.observations.map(({ id, text }) => (
            <li key={id} dir="auto">
              {text}
            </li>
          ))}
        </ul>
      </section>
    )}
    {entity.citations.length > 0 && (
      <section>
        <h3>{words.mentioned}</h3>
        <Citations page={page} citations={entity.citations} />
      </section>
    )}
  </>
);

/** One entity: what is found by it, said of it, and where. */
export const EntityDetails = ({ page, entity: { slug, name }, nameOf }: EntityDetailsProps) => {
  const { value, failure, retry } = useLoaded(slug, (signal) =>
    page.api<EntityAnswer>({ path: `/v1/entities/${encodeURIComponent(slug)}`, query: { limit: 8 }, signal }),
  );
  return (
    <>
      <h2>
        <bdi>{name}</bdi>
      </h2>
      <p class="graph-ways">
        <Link
          page={page}
          to={{ view: "search", parameters: { q: name } }}
          class="button button-small button-primary"
        >
          <Icon name="search" />
          {words.search}
        </Link>
        <Link page={page} to={withParameters(page.place, { q: name })} class="button button-small">
          <Icon name="graph" />
          {words.around}
        </Link>
      </p>
      {failure && <FailurePanel failure={failure} retry={retry} />}
      {!failure && value === undefined && <Skeleton lines={5} />}
      {!failure && value && <Known page={page} entity={value} nameOf={nameOf} />}
    </>
  );
};
