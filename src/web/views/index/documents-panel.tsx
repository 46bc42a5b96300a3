import { useState } from "preact/hooks";
import { answerOf } from "../../../client/client.ts";
import type { DocumentSummary } from "../../../documents/contract.ts";
import { asFailure } from "../../api.ts";
import { Button } from "../../components/button.tsx";
import { Confirm } from "../../components/dialog.tsx";
import { bytes, count } from "../../components/format.ts";
import { Link } from "../../components/link.tsx";
import { Answer } from "../../components/state-panel.tsx";
import { TextField } from "../../components/text-field.tsx";
import { usePage } from "../../state/page.ts";
import { searchFor } from "../../state/place.ts";
import { writeTarget } from "../../state/target.ts";
import { useLoaded } from "../../state/use-loaded.ts";
import { strings } from "../../strings.ts";
import { type Column, Panel, Table } from "./panel.tsx";

const words = strings.health;
const PAGE = 50;

const COLUMNS: readonly Column[] = [
  { name: words.path },
  { name: words.chunks, class: "figure optional" },
  { name: words.size, class: "figure" },
];
const DELETION: Column = { name: words.delete, isUnnamed: true };

interface DocumentsPanelProps {
  readonly root: string;
  readonly round: number;
  readonly changed: () => void;
}

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
      tell({ tone: "error", text: words.notDeleted(asFailure(error).message) });
    }
  };
  return (
    <Confirm {...words.confirm} look="danger" confirm={() => void remove()} close={close}>
      <p>{words.confirm.text(path)}</p>
    </Confirm>
  );
};

interface RowProps {
  readonly document: DocumentSummary;
  /** Undefined: the token may not. */
  readonly remove: (() => void) | undefined;
}

const Row = ({ document, remove }: RowProps) => {
  const { root, path, chunks, bytes: size } = document;
  return (
    <tr>
      <td>
        <Link to={searchFor("", writeTarget({ root, path }))}>
          <bdi>{path}</bdi>
        </Link>
      </td>
      <td class="figure optional">{count(chunks)}</td>
      <td class="figure">{bytes(size)}</td>
      {remove && (
        <td class="figure">
          <Button text={words.delete} look="small" aria-label={words.deleteOne(path)} onClick={remove} />
        </td>
      )}
    </tr>
  );
};

interface RowsProps {
  readonly documents: readonly DocumentSummary[];
  /** Asks before one is deleted; undefined: the token may not. */
  readonly choose: ((document: DocumentSummary) => void) | undefined;
}

const Documents = ({ documents, choose }: RowsProps) => (
  <Table columns={choose === undefined ? COLUMNS : [...COLUMNS, DELETION]}>
    {documents.map((document) => (
      <Row key={document.path} document={document} remove={choose && (() => choose(document))} />
    ))}
  </Table>
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
  return (
    <Panel id="documents" title={words.documentsOf(root)} isWide>
      <TextField
        label={words.pathPrefix}
        value={prefix ?? ""}
        commit={(value) => page.change({ prefix: value })}
      />
      <Answer of={list}>
        {({ documents }) =>
          documents.length === 0 ? (
            <p class="quiet">{words.noDocuments}</p>
          ) : (
            <Documents documents={documents} choose={mayDelete ? setDoomed : undefined} />
          )
        }
      </Answer>
      {list.value?.next != null && (
        <p>
          <Button text={words.more} onClick={() => setShown((count) => Math.min(1_000, count * 4))} />
        </p>
      )}
      {doomed && <Deletion document={doomed} close={() => setDoomed(undefined)} changed={changed} />}
    </Panel>
  );
};
