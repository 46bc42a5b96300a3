import type { GraphAnswer } from "../../../graph/contract.ts";
import { IconButton } from "../../components/button.tsx";
import { graphStrings } from "../../strings/graph.ts";
import { Citations } from "./citations.tsx";
import type { Relation } from "./picture/picture.ts";

const words = graphStrings;

type Named = Pick<GraphAnswer["entities"][number], "slug" | "name">;

/** A relation in words, with the names of its ends as far as they are known. */
export function relationText({ from, type, to }: Relation, entities: readonly Named[]): string {
  const nameOf = (slug: string) => entities.find((entity) => entity.slug === slug)?.name ?? slug;
  return words.relation(nameOf(from), type, nameOf(to));
}

interface RelationDetailsProps {
  readonly relation: Relation;
  readonly entities: readonly Named[];
  readonly close: () => void;
}

/** A relation with the passages that say so. */
export const RelationDetails = ({ relation, entities, close }: RelationDetailsProps) => (
  <aside class="card graph-details" aria-label={words.details} aria-live="polite">
    <IconButton icon="close" label={words.close} class="graph-close" onClick={close} />
    <h2>
      <bdi>{relationText(relation, entities)}</bdi>
    </h2>
    {relation.manual ? <p class="quiet">{words.manual}</p> : null}
    <h3>{words.citations}</h3>
    {relation.citations.length === 0 ? (
      <p class="quiet">{words.noCitation}</p>
    ) : (
      <Citations citations={relation.citations} />
    )}
  </aside>
);
