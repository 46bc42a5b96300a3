import { useState } from "preact/hooks";
import { answerOf } from "../../../client/client.ts";
import type { IndexFailure, StatusAnswer } from "../../../workspaces/contract.ts";
import { Button } from "../../components/button.tsx";
import { count } from "../../components/format.ts";
import { Path } from "../../components/directed.tsx";
import { Link } from "../../components/link.tsx";
import { tellFailure, usePage } from "../../state/page.ts";
import { searchFor, writeTarget } from "../../state/place.ts";
import { healthStrings } from "../../strings/health.ts";
import { type Column, Panel, Table } from "./panel.tsx";

const words = healthStrings;

const COLUMNS: readonly Column<IndexFailure>[] = [
  {
    name: words.path,
    cell: ({ root, path }) => (
      <Link to={searchFor("", writeTarget({ root, path }))}>
        <Path text={`${root}/${path}`} />
      </Link>
    ),
  },
  { name: words.reason, cell: ({ error }) => error ?? words.noReason },
  { name: words.chunks, class: "figure optional", cell: ({ chunks }) => count(chunks) },
];

interface FailuresProps {
  readonly status: StatusAnswer;
  readonly isAdmin: boolean;
  readonly changed: () => void;
}

/** Documents whose passages have had their last attempt, why, and a button that tries them again; nothing where none failed. */
export const FailuresPanel = ({ status: { index }, isAdmin, changed }: FailuresProps) => {
  const { api, tell } = usePage();
  const [isBusy, setBusy] = useState(false);
  const { failures = [], failedDocuments } = index;
  if (failures.length === 0) return null;
  const retry = async () => {
    setBusy(true);
    try {
      const { retried } = await answerOf(api.v1.reindex.$post({ json: { failed: true } }));
      tell({ tone: "success", text: words.retried(retried) });
      changed();
    } catch (error) {
      tellFailure({ tell }, error, words.notRetried);
    }
    setBusy(false);
  };
  return (
    <Panel id="failures" title={words.failures(failedDocuments)} explanation={words.failuresExplained} isWide>
      <Table
        columns={COLUMNS}
        rows={failures}
        keyOf={({ root, path }) => `${root}/${path}`}
        empty=""
        isStacked
      />
      {isAdmin && (
        <p>
          <Button icon="refresh" text={words.retry} disabled={isBusy} onClick={() => void retry()} />
        </p>
      )}
    </Panel>
  );
};
