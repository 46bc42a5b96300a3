import { useState } from "hono/jsx/dom";
import type { EntityList } from "../../../graph/contract.ts";
import { Link } from "../../components/link.tsx";
import { FailurePanel, Skeleton, StatePanel } from "../../components/state-panel.tsx";
import type { Page } from "../../state/page.ts";
import { withParameters } from "../../state/place.ts";
import { useLoaded } from "../../state/use-loaded.ts";
import { strings } from "../../strings.ts";
import { groupOf } from "./groups.ts";

const words = strings.graph;
const PAGE = 100;

/** Where nothing is asked yet: names to begin with, most mentioned first. */
export const FirstSteps = ({ page }: { readonly page: Page }) => {
  const [shown, setShown] = useState(24);
  const { value, failure, retry } = useLoaded("entities", (signal) =>
    page.api<EntityList>({ path: "/v1/entities", query: { limit: PAGE }, signal }),
  );
  if (failure) return <FailurePanel failure={failure} retry={retry} />;
  if (value === undefined) return <Skeleton lines={5} />;
  if (value.entities.length === 0)
    return (
      <StatePanel icon="graph" title={words.empty.noneTitle}>
        <p>{words.empty.noneText}</p>
      </StatePanel>
    );
  const entities = [...value.entities].sort((one, other) => other.mentions - one.mentions);
  return (
    <StatePanel icon="graph" title={words.empty.title}>
      <p>{words.empty.text}</p>
      <ul class="graph-names">
        {entities.slice(0, shown).map(({ slug, name, type, mentions }) => (
          <li key={slug}>
            <Link page={page} to={withParameters(page.place, { q: name })} class="badge">
              <span class={`dot dot-${groupOf(type)}`} /> <bdi>{name}</bdi> <b>{mentions}</b>
            </Link>
          </li>
        ))}
      </ul>
      {shown < entities.length && (
        <button type="button" class="button" onClick={() => setShown(PAGE)}>
          {words.more}
        </button>
      )}
    </StatePanel>
  );
};
