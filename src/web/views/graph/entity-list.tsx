import { useState } from "preact/hooks";
import type { OverviewAnswer } from "../../../graph/contract.ts";
import { Button } from "../../components/button.tsx";
import { graphStrings } from "../../strings/graph.ts";
import { EntityLink } from "./entity-link.tsx";
import { Dot, groupOf } from "./groups.tsx";

const words = graphStrings;
/** Rows that are shown at first and with each further step. */
const ROWS = 50;
/** Of those that an entity stands together with. */
const NEAR = 3;

/** Names that each entity is linked to, those with most passages first. */
function nearOf({ entities, links }: Pick<OverviewAnswer, "entities" | "links">) {
  const names = new Map(entities.map(({ slug, name }) => [slug, name]));
  const near = new Map<string, string[]>();
  for (const { from, to } of links.toSorted((one, other) => other.passages - one.passages))
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const)
      near.set(one, [...(near.get(one) ?? []), names.get(other) ?? other]);
  return near;
}

/** What the picture of the overview says, as a list: each entity with how often it is named and what beside. */
export const EntityList = (answer: OverviewAnswer) => {
  const [shown, setShown] = useState(ROWS);
  const near = nearOf(answer);
  const { entities } = answer;
  return (
    <section class="card graph-list" aria-labelledby="graph-list">
      <h2 id="graph-list">
        {words.entities} <span class="badge">{entities.length}</span>
      </h2>
      <ol>
        {entities.slice(0, shown).map(({ slug, name, type, mentions }) => (
          <li key={slug}>
            <p class="graph-entity">
              <Dot group={groupOf(type)} /> <EntityLink slug={slug} name={name} />
              <span class="small">{words.whatItIs(type, mentions)}</span>
            </p>
            {near.has(slug) && (
              <p class="small graph-near">
                {words.with} <bdi>{near.get(slug)?.slice(0, NEAR).join(", ")}</bdi>
              </p>
            )}
          </li>
        ))}
      </ol>
      {shown < entities.length && (
        <p class="more">
          <Button text={words.more} look="small" onClick={() => setShown(shown + ROWS)} />
        </p>
      )}
    </section>
  );
};
