import type { GraphAnswer } from "../../../graph/contract.ts";
import { Icon } from "../../components/icon.tsx";
import type { Page } from "../../state/page.ts";
import { strings } from "../../strings.ts";
import { Citations } from "./citations.tsx";
import type { Choice } from "./draw.ts";
import { EntityDetails } from "./entity-details.tsx";

const words = strings.graph;

interface DetailsProps {
  readonly page: Page;
  readonly graph: GraphAnswer;
  readonly chosen: Choice;
  readonly close: () => void;
}

/** What the picture calls a slug. */
const namesOf =
  ({ entities }: GraphAnswer) =>
  (slug: string): string =>
    entities.find((one) => one.slug === slug)?.name ?? slug;

/** A relation with the texts that say so. */
const RelationDetails = ({
  page,
  graph,
  number,
}: Pick<DetailsProps, "page" | "graph"> & { number: number }) => {
  const relation = graph.relations[number];
  if (relation === undefined) return null;
  const { from, to, type, citations, manual } = relation;
  const nameOf = namesOf(graph);
  return (
    <>
      <h2>
        <bdi>{words.relation(nameOf(from), type, nameOf(to))}</bdi>
      </h2>
      {manual ? <p class="quiet">{words.manual}</p> : null}
      <h3>{words.citations}</h3>
      {citations.length === 0 ? (
        <p class="quiet">{words.noCitation}</p>
      ) : (
        <Citations page={page} citations={citations} />
      )}
    </>
  );
};

/** What was chosen on the picture or in the lists. */
export const Details = ({ page, graph, chosen, close }: DetailsProps) => {
  const entity =
    chosen.kind === "entity" ? graph.entities.find(({ slug }) => slug === chosen.slug) : undefined;
  return (
    <aside class="card graph-details" aria-live="polite">
      <button type="button" class="icon-button graph-close" aria-label={words.close} onClick={close}>
        <Icon name="close" />
      </button>
      {entity && <EntityDetails key={entity.slug} page={page} entity={entity} nameOf={namesOf(graph)} />}
      {chosen.kind === "relation" && <RelationDetails page={page} graph={graph} number={chosen.number} />}
    </aside>
  );
};
