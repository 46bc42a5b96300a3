import { answerOf } from "../../../client/client.ts";
import { Ago } from "../../components/ago.tsx";
import { count } from "../../components/format.ts";
import { Link } from "../../components/link.tsx";
import { Answer } from "../../components/state-panel.tsx";
import { usePage } from "../../state/page.ts";
import { searchFor } from "../../state/place.ts";
import { useLoaded } from "../../state/use-loaded.ts";
import { strings } from "../../strings.ts";
import { type Column, Panel, Table } from "./panel.tsx";

const words = strings.health;
const COLUMNS: readonly Column[] = [
  { name: words.query },
  { name: words.times, class: "figure" },
  { name: words.last, class: "optional" },
];
const SHOWN = 20;

/** Queries that found nothing. */
export const NeverFoundPanel = ({ round }: { readonly round: number }) => {
  const page = usePage();
  const report = useLoaded(`${round}`, (options) =>
    answerOf(page.api.v1.recalls.reports.$get({ query: { kind: "never_found", limit: SHOWN } }, options)),
  );
  return (
    <Panel id="never-found" title={words.neverFound} explanation={words.neverFoundExplained}>
      <Answer of={report}>
        {({ queries = [] }) =>
          queries.length === 0 ? (
            <p class="quiet">{words.noneMissing}</p>
          ) : (
            <Table columns={COLUMNS}>
              {queries.map(({ query, queryHash, count: times, lastAt }) => (
                <tr key={query ?? queryHash ?? lastAt}>
                  <td>
                    {query === null ? (
                      <em>{words.hashed}</em>
                    ) : (
                      <Link to={searchFor(query)}>
                        <bdi>{query}</bdi>
                      </Link>
                    )}
                  </td>
                  <td class="figure">{count(times)}</td>
                  <td class="optional">
                    <Ago at={lastAt} />
                  </td>
                </tr>
              ))}
            </Table>
          )
        }
      </Answer>
    </Panel>
  );
};
