import { useState } from "preact/hooks";
import { answerOf } from "../../../client.ts";
import type { DocumentSummary } from "../../../contract/documents.ts";
import { asFailure } from "../../api.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { bytes, count } from "../../components/format.ts";
import { Link } from "../../components/link.tsx";
import { FailurePanel, Skeleton } from "../../components/state-panel.tsx";
import { TextField } from "../../components/text-field.tsx";
import type { Page } from "../../state/page.ts";
import { withParameters } from "../../state/place.ts";
import { writeTarget } from "../../state/target.ts";
import { useLoaded } from "../../state/use-loaded.ts";
import { strings } from "../../strings.ts";
import { Panel } from "./panel.tsx";
import { type Column, Table } from "./table.tsx";

const words = strings.health;
const PAGE = 50;

const COLUMNS: readonly Column[] = [
  { name: words.path },
  { name: words.chunks, class: "figure optional" },
  { name: words.size, class: "figure" },
];
const DELETION: Column = { name: words.delete, isUnnamed: true };

interface DocumentsPanelProps {
  readonly page: Page;
  readonly root: string;
  readonly round: number;
  readonly changed: () => void;
}

interface ConfirmProps {
  readonly page: Page;
  readonly document: DocumentSummary;
  readonly close: () => void;
  readonly changed: () => void;
}

const Confirm = ({ page, document: { root, path }, close, changed }: ConfirmProps) => {
  const remove = async () => {
    close();
    try {
      await page.api.v1.documents[":path"].$delete({ param: { path }, query: { root } });
      page.tell({ tone: "success", text: words.deleted(path) });
      changed();
    } catch (error) {
      page.tell({ tone: "error", text: words.notDeleted(asFailure(error).message) });
    }
  };
  return (
    <Dialog title={words.confirm.title} close={close}>
      <p>{words.confirm.text(path)}</p>
      <p class="row dialog-acts">
        <Button text={words.confirm.no} onClick={close} />
        <Button text={words.confirm.yes} look="danger" onClick={() => void remove()} />
      </p>
    </Dialog>
  );
};

interface RowProps {
  readonly page: Page;
  readonly document: DocumentSummary;
  /** Undefined: the token may not. */
  readonly remove: (() => void) | undefined;
}

const Row = ({ page, document, remove }: RowProps) => {
  const { root, path, chunks, bytes: size } = document;
  return (
    <tr>
      <td>
        <Link page={page} to={{ view: "search", parameters: { open: writeTarget({ root, path }) } }}>
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
  readonly page: Page;
  readonly documents: readonly DocumentSummary[];
  /** Asks before one is deleted; undefined: the token may not. */
  readonly choose: ((document: DocumentSummary) => void) | undefined;
}

const Documents = ({ page, documents, choose }: RowsProps) => (
  <Table columns={choose === undefined ? COLUMNS : [...COLUMNS, DELETION]}>
    {documents.map((document) => (
      <Row key={document.path} page={page} document={document} remove={choose && (() => choose(document))} />
    ))}
  </Table>
);

/** Documents of one folder, page after page. */
export const DocumentsPanel = ({ page, root, round, changed }: DocumentsPanelProps) => {
  const { prefix } = page.place.parameters;
  const [shown, setShown] = useState(PAGE);
  const [doomed, setDoomed] = useState<DocumentSummary | undefined>(undefined);
  const { value, failure, retry } = useLoaded(JSON.stringify([root, prefix, shown, round]), (signal) =>
    answerOf(page.api.v1.documents.$get({ query: { root, prefix, limit: shown } }, { init: { signal } })),
  );
  // Memories are forgotten in their own view, where they can come back.
  const mayDelete = page.status.scope !== "read" && root !== "memories";
  return (
    <Panel id="documents" title={words.documentsOf(root)} isWide>
      <TextField
        label={words.pathPrefix}
        value={prefix ?? ""}
        commit={(value) => page.go(withParameters(page.place, { prefix: value }))}
      />
      {failure && <FailurePanel failure={failure} retry={retry} />}
      {!failure && value === undefined && <Skeleton />}
      {!failure && value?.documents.length === 0 && <p class="quiet">{words.noDocuments}</p>}
      {!failure && value !== undefined && value.documents.length > 0 && (
        <Documents page={page} documents={value.documents} choose={mayDelete ? setDoomed : undefined} />
      )}
      {value?.next != null && (
        <p>
          <Button text={words.more} onClick={() => setShown((count) => Math.min(1_000, count * 4))} />
        </p>
      )}
      {doomed && (
        <Confirm page={page} document={doomed} close={() => setDoomed(undefined)} changed={changed} />
      )}
    </Panel>
  );
};
