import { useState } from "preact/hooks";
import { answerOf } from "../../../client/client.ts";
import type { DocumentSummary } from "../../../documents/contract.ts";
import { Button } from "../../components/button.tsx";
import { Confirm } from "../../components/dialog.tsx";
import { TextField } from "../../components/form.tsx";
import { bytes, count } from "../../components/format.ts";
import { Link } from "../../components/link.tsx";
import { Answer } from "../../components/state-panel.tsx";
import { tellFailure, usePage } from "../../state/page.ts";
import { searchFor, writeTarget } from "../../state/place.ts";
import { useLoaded } from "../../state/use-loaded.ts";
import { healthStrings } from "../../strings/health.ts";
import { type Column, Panel, Table } from "./panel.tsx";

const words = healthStrings;
const PAGE = 50;

interface DeletionProps {
  readonly document: DocumentSummary;
  readonly close: () => void;
  readonly changed: () => void;
}

const Deletion = ({ document: { root, path }, close, changed }: DeletionProps) => {
  const { api, tell } = usePage();
  const remove = async () => {
    close();
    try {
      await api.v1.documents[":path"].$delete({ param: { path }, query: { root } });
      tell({ tone: "success", text: words.deleted(path) });
      changed();
    } catch (error) {
      tellFailure({ tell }, error, words.notDeleted);
    }
  };
  return (
    <Confirm {...words.confirm} look="danger" confirm={() => void remove()} close={close}>
      <p>{words.confirm.text(path)}</p>
    </Confirm>
  );
};

const COLUMNS: readonly Column<DocumentSummary>[] = [
  {
    name: words.path,
    cell: ({ root, path }) => <Link to={searchFor("", writeTarget({ root, path }))} text={path} />,
  },
  { name: words.chunks, class: "figure optional", cell: ({ chunks }) => count(chunks) },
  { name: words.size, class: "figure", cell: ({ bytes: size }) => bytes(size) },
];

/** The button of each row that asks before its document is deleted. */
const deletionBy = (choose: (document: DocumentSummary) => void): Column<DocumentSummary> => ({
  name: words.delete,
  isUnnamed: true,
  class: "figure",
  cell: (document) => (
    <Button
      text={words.delete}
      look="small"
      aria-label={words.deleteOne(document.path)}
      onClick={() => choose(document)}
    />
  ),
});

interface DocumentsPanelProps {
  readonly root: string;
  readonly round: number;
  readonly changed: () => void;
}

/** In place of the documents of a folder that is not there. */
export const NoFolder = ({ root }: { readonly root: string }) => (
  <Panel id="documents" title={words.documentsOf(root)} isWide>
    <p class="quiet">{words.noFolder(root)}</p>
  </Panel>
);

/** Documents of one folder, page after page. */
export const DocumentsPanel = ({ root, round, changed }: DocumentsPanelProps) => {
  const page = usePage();
  const { prefix } = page.place.parameters;
  const [shown, setShown] = useState(PAGE);
  const [doomed, setDoomed] = useState<DocumentSummary | undefined>(undefined);
  const list = useLoaded(JSON.stringify([root, prefix, shown, round]), (options) =>
    answerOf(page.api.v1.documents.$get({ query: { root, prefix, limit: shown } }, options)),
  );
  // Memories are forgotten in their own view, which can restore them.
  const mayDelete = page.status.scope !== "read" && root !== "memories";
  const columns = mayDelete ? [...COLUMNS, deletionBy(setDoomed)] : COLUMNS;
  return (
    <Panel id="documents" title={words.documentsOf(root)} isWide>
      <TextField
        label={words.pathPrefix}
        value={prefix ?? ""}
        commit={(value) => page.change({ prefix: value })}
      />
      <Answer of={list}>
        {({ documents }) => (
          <Table columns={columns} rows={documents} keyOf={({ path }) => path} empty={words.noDocuments} />
        )}
      </Answer>
      {list.value?.nextCursor != null && (
        <p>
          <Button text={words.more} onClick={() => setShown((count) => Math.min(1_000, count * 4))} />
        </p>
      )}
      {doomed && <Deletion document={doomed} close={() => setDoomed(undefined)} changed={changed} />}
    </Panel>
  );
};
