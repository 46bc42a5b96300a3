import type { EntityAnswer, GraphAnswer } from "../../../../graph/contract.ts";
import { Directed } from "../../../components/directed.tsx";
import { date } from "../../../components/format.ts";
import { graphStrings } from "../../../strings/graph.ts";
import { Citations } from "../citations.tsx";
import { EntityLink } from "../entity-link.tsx";
import { Dot, groupOf } from "../groups.tsx";
import { isStated, type Relation } from "../picture/picture.ts";

const words = graphStrings;

interface FactsProps {
  readonly slug: string;
  readonly graph: GraphAnswer;
}

const namesOf = ({ entities }: GraphAnswer) => new Map(entities.map((entity) => [entity.slug, entity]));

/** What is said of an entity and another, read from the one: "works at Kestrel Labs", "Mira Tanaka manages Ana López". */
const Fact = ({ slug, graph, relation }: FactsProps & { readonly relation: Relation }) => {
  const { from, to, type, manual, citations } = relation;
  const isFromIt = from === slug;
  const other = isFromIt ? to : from;
  const entities = namesOf(graph);
  const known = entities.get(other);
  const verb = type.replaceAll("_", " ");
  const link = <EntityLink slug={other} name={known?.name ?? other} />;
  return (
    <li>
      <p>
        <Dot group={groupOf(known?.type ?? "")} />{" "}
        {isFromIt ? (
          <>
            {verb} {link}
          </>
        ) : (
          <>
            {link} {verb} <bdi>{entities.get(slug)?.name ?? slug}</bdi>
          </>
        )}{" "}
        {manual && <span class="badge">{words.manual}</span>}
      </p>
      <Citations citations={citations} />
    </li>
  );
};

/** Relations of one entity that texts or somebody state, with who says so. */
export const Facts = ({ slug, graph }: FactsProps) => {
  const own = graph.relations.filter((one) => isStated(one) && (one.from === slug || one.to === slug));
  if (own.length === 0) return <p class="quiet">{words.noFacts}</p>;
  return (
    <ul class="graph-said graph-facts">
      {own.map((relation) => (
        <Fact
          key={JSON.stringify([relation.from, relation.type, relation.to])}
          {...{ slug, graph, relation }}
        />
      ))}
    </ul>
  );
};

/** Remarks on an entity, by hand, the newest first. */
export const Remarks = ({ observations }: Pick<EntityAnswer, "observations">) => (
  <ul class="graph-said">
    {observations.toReversed().map(({ id, text, at }) => (
      <li key={id} dir="auto">
        <Directed text={text} /> <span class="small">{date(at)}</span>
      </li>
    ))}
  </ul>
);

/** Who and what the same passages name, with one of them each. */
export const Beside = ({ slug, graph }: FactsProps) => {
  const names = namesOf(graph);
  return (
    <ul class="graph-beside">
      {besideOf(slug, graph).map((relation) => {
        const other = relation.from === slug ? relation.to : relation.from;
        const { name = other, type = "" } = names.get(other) ?? {};
        return (
          <li key={other}>
            <p>
              <Dot group={groupOf(type)} /> <EntityLink slug={other} name={name} />
            </p>
            <Citations citations={relation.citations.slice(0, 1)} />
          </li>
        );
      })}
    </ul>
  );
};

/** What no text relates, but passages name together. */
export const besideOf = (slug: string, { relations }: GraphAnswer): readonly Relation[] =>
  relations.filter((one) => !isStated(one) && (one.from === slug || one.to === slug));
