import { useState } from "hono/jsx/dom";
import type { DocumentList, DocumentSummary } from "../../../documents/contract.ts";
import { Dialog } from "../../components/dialog.tsx";
import { bytes, count } from "../../components/format.ts";
import { Link } from "../../components/link.tsx";
import { FailurePanel, Skeleton } from "../../components/state-panel.tsx";
import type { Page } from "../../state/page.ts";
import { withParameters } from "../../state/place.ts";
import { documentPath, writeTarget } from "../../state/target.ts";
import { asFailure, useLoaded } from "../../state/use-loaded.ts";
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
      await page.api({ method: "DELETE", path: documentPath({ path }), query: { root } });
      page.tell({ tone: "success", text: words.deleted(path) });
      changed();
    } catch (error) {
      page.tell({ tone: "error", text: words.notDeleted(asFailure(error).message) });
    }
  };
  return (
    <Dialog title={words.confirm.title} close={close}>
      <p>{words.confirm.text(path)}</p>
      <p class="dialog-acts">
        <button type="button" class="button" onClick={close}>
          {words.confirm.no}
        </button>
        <button type="button" class="button button-danger" onClick={() => void remove()}>
          {words.confirm.yes}
        </button>
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
          <button
            type="button"
            class="button button-small"
            aria-label={words.deleteOne(path)}
            onClick={remove}
          >
            {words.delete}
          </button>
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
    page.api<DocumentList>({ path: "/v1/documents", query: { root, prefix, limit: shown }, signal }),
  );
  // Memories are forgotten in their own view, where they can come back.
  const mayDelete = page.status.scope !== "read" && root !== "memories";
  return (
    <Panel id="documents" title={words.documentsOf(root)} isWide>
      <label class="prefix-field">
        <span>{words.pathPrefix}</span>
        <input
          value={prefix ?? ""}
          onChange={(event: Event) =>
            page.go(withParameters(page.place, { prefix: (event.target as HTMLInputElement).value }))
          }
        />
      </label>
      {failure && <FailurePanel failure={failure} retry={retry} />}
      {!failure && value === undefined && <Skeleton />}
      {!failure && value?.documents.length === 0 && <p class="quiet">{words.noDocuments}</p>}
      {!failure && value !== undefined && value.documents.length > 0 && (
        <Documents page={page} documents={value.documents} choose={mayDelete ? setDoomed : undefined} />
      )}
      {value?.next != null && (
        <p>
          <button
            type="button"
            class="button"
            onClick={() => setShown((count) => Math.min(1_000, count * 4))}
          >
            {words.more}
          </button>
        </p>
      )}
      {doomed && (
        <Confirm page={page} document={doomed} close={() => setDoomed(undefined)} changed={changed} />
      )}
    </Panel>
  );
};
