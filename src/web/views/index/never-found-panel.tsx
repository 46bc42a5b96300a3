import { answerOf } from "../../../client/client.ts";
import type { ReportedQuery } from "../../../recalls/contract/recalls.ts";
import { count } from "../../components/format.ts";
import { Link } from "../../components/link.tsx";
import { Answer } from "../../components/state-panel.tsx";
import { usePage } from "../../state/page.ts";
import { searchFor } from "../../state/place.ts";
import { useLoaded } from "../../state/use-loaded.ts";
import { healthStrings } from "../../strings/health.ts";
import { Ago, type Column, Panel, Table } from "./panel.tsx";

const words = healthStrings;
const SHOWN = 20;

const COLUMNS: readonly Column<ReportedQuery>[] = [
  {
    name: words.query,
    cell: ({ query }) =>
      query === null ? <em>{words.hashed}</em> : <Link to={searchFor(query)} text={query} />,
  },
  { name: words.times, class: "figure", cell: (found) => count(found.count) },
  { name: words.last, class: "optional", cell: ({ lastAt }) => <Ago at={lastAt} /> },
];

/** Queries that found nothing. */
export const NeverFoundPanel = ({ round }: { readonly round: number }) => {
  const page = usePage();
  const report = useLoaded(`${round}`, (options) =>
    answerOf(page.api.v1.recalls.reports.$get({ query: { kind: "never_found", limit: SHOWN } }, options)),
  );
  return (
    <Panel id="never-found" title={words.neverFound} explanation={words.neverFoundExplained}>
      <Answer of={report}>
        {({ queries = [] }) => (
          <Table
            columns={COLUMNS}
            rows={queries}
            keyOf={({ query, queryHash, lastAt }) => query ?? queryHash ?? lastAt}
            empty={words.noneMissing}
          />
        )}
      </Answer>
    </Panel>
  );
};
