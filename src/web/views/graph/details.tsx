import type { GraphAnswer } from "../../../graph/contract.ts";
import { IconButton } from "../../components/button.tsx";
import { Icon } from "../../components/icon.tsx";
import { Link } from "../../components/link.tsx";
import { searchFor } from "../../state/place.ts";
import { graphStrings } from "../../strings/graph.ts";
import { entityPlace } from "./entity-link.tsx";
import { NewestOf } from "./entity/passages.tsx";
import { Dot, groupOf } from "./groups.tsx";

const words = graphStrings;

type Entity = Pick<GraphAnswer["entities"][number], "slug" | "name" | "type" | "aliases" | "mentions">;

/** What an entity is called. */
export const AlsoCalled = ({ aliases }: Pick<Entity, "aliases">) =>
  aliases.length === 0 ? null : (
    <p class="quiet">
      {words.aliases}: <bdi>{aliases.join(", ")}</bdi>
    </p>
  );

/** Kind and number of mentions. */
export const WhatItIs = ({ type, mentions }: Pick<Entity, "type" | "mentions">) => (
  <p>
    <Dot group={groupOf(type)} /> {words.whatItIs(type, mentions)}
  </p>
);

interface DetailsProps {
  readonly entity: Entity;
  readonly close: () => void;
}

/** An entity that was chosen on the picture or in a list: what it is, the way to its page, what is said of it. */
export const Details = ({ entity, close }: DetailsProps) => {
  const { slug, name } = entity;
  return (
    <aside class="card graph-details" aria-label={words.details} aria-live="polite">
      <IconButton icon="close" label={words.close} class="graph-close" onClick={close} />
      <h2>
        <bdi>{name}</bdi>
      </h2>
      <WhatItIs {...entity} />
      <AlsoCalled {...entity} />
      <p class="row">
        <Link to={entityPlace(slug)} class="button button-small button-primary">
          <Icon name="graph" />
          {words.page}
        </Link>
        <Link to={searchFor(name)} class="button button-small">
          <Icon name="search" />
          {words.search}
        </Link>
      </p>
      <section>
        <h3>{words.named}</h3>
        <NewestOf key={slug} entity={entity} />
      </section>
    </aside>
  );
};
