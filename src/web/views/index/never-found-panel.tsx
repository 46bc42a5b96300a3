import type { RecallReport } from "../../../recalls/contract/recalls.ts";
import { Ago } from "../../components/ago.tsx";
import { count } from "../../components/format.ts";
import { Link } from "../../components/link.tsx";
import { FailurePanel, Skeleton } from "../../components/state-panel.tsx";
import type { Page } from "../../state/page.ts";
import { useLoaded } from "../../state/use-loaded.ts";
import { strings } from "../../strings.ts";
import { Panel } from "./panel.tsx";
import { type Column, Table } from "./table.tsx";

const words = strings.health;
const COLUMNS: readonly Column[] = [
  { name: words.query },
  { name: words.times, class: "figure" },
  { name: words.last, class: "optional" },
];
const SHOWN = 20;

/** Queries that found nothing. */
export const NeverFoundPanel = ({ page, round }: { readonly page: Page; readonly round: number }) => {
  const { value, failure, retry } = useLoaded(`${round}`, (signal) =>
    page.api<RecallReport>({
      ...{ path: "/v1/recalls/reports", signal },
      query: { kind: "never_found", limit: SHOWN },
    }),
  );
  const queries = value?.queries ?? [];
  return (
    <Panel id="never-found" title={words.neverFound} explanation={words.neverFoundExplained}>
      {failure && <FailurePanel failure={failure} retry={retry} />}
      {!failure && value === undefined && <Skeleton />}
      {!failure && value !== undefined && queries.length === 0 && <p class="quiet">{words.noneMissing}</p>}
      {!failure && queries.length > 0 && (
        <Table columns={COLUMNS}>
          {queries.map(({ query, queryHash, count: times, lastAt }) => (
            <tr key={query ?? queryHash ?? lastAt}>
              <td>
                {query === null ? (
                  <em>{words.hashed}</em>
                ) : (
                  <Link page={page} to={{ view: "search", parameters: { q: query } }}>
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
      )}
    </Panel>
  );
};
