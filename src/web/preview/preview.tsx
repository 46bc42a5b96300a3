import { useRef } from "hono/jsx/dom";
import type { DocumentAnswer } from "../../documents/contract.ts";
import { CopyButton } from "../components/copy-button.tsx";
import { bytes, time } from "../components/format.ts";
import { Icon } from "../components/icon.tsx";
import { FailurePanel, Skeleton, StatePanel } from "../components/state-panel.tsx";
import type { Page } from "../state/page.ts";
import { documentPath, type Target } from "../state/target.ts";
import { useEffect } from "../state/use-effect.ts";
import { useLoaded } from "../state/use-loaded.ts";
import { strings } from "../strings.ts";
import { DocumentBody } from "./document-body.tsx";

const words = strings.preview;

interface PreviewProps {
  readonly page: Page;
  readonly target: Target;
  /** Words that are marked in the cited lines. */
  readonly terms?: readonly string[];
  readonly close: () => void;
}

interface HeadProps extends PreviewProps {
  readonly document: DocumentAnswer | undefined;
}

/** The citation that stands for what is shown. */
const citationOf = ({ root, path, lines }: Target, severalRoots: boolean): string => {
  const place = severalRoots ? `${root}:${path}` : path;
  if (lines === undefined) return place;
  return `${place}#L${lines[0]}${lines[1] === lines[0] ? "" : `-L${lines[1]}`}`;
};

/** A document's own title, or its file's name; a memory has neither. */
const titleOf = ({ path }: Target, found: DocumentAnswer | undefined): string =>
  found?.kind === "memory" ? strings.search.memory : found?.title || path.slice(path.lastIndexOf("/") + 1);

const PreviewHead = ({ page, target, close, document: found }: HeadProps) => {
  const { lines } = target;
  const citation = citationOf(target, page.status.roots.length > 1);
  return (
    <div class="preview-head">
      <button type="button" class="icon-button preview-back" aria-label={words.back} onClick={close}>
        <Icon name="left" />
      </button>
      <div class="preview-title">
        <h2>
          <bdi>{titleOf(target, found)}</bdi>
        </h2>
        <p>
          <bdi>{`${target.root}: ${target.path}`}</bdi>
          {lines === undefined ? null : ` · ${strings.search.lines(...lines)}`}
        </p>
        {found === undefined ? null : (
          <p>
            {[words.lines(found.lines), bytes(found.bytes), words.indexed(time(found.indexedAt))].join(" · ")}
          </p>
        )}
      </div>
      <CopyButton page={page} text={citation} label={`${words.copyCitation} ${citation}`} />
      <button
        type="button"
        class="icon-button preview-close"
        aria-label={words.close}
        title={words.close}
        onClick={close}
      >
        <Icon name="close" />
      </button>
    </div>
  );
};

/** A document beside the results, opened at the lines that a result cites. */
export const Preview = ({ page, target, terms = [], close }: PreviewProps) => {
  const pane = useRef<HTMLElement>(null);
  const { root, path } = target;
  const loaded = useLoaded(`${root}:${path}`, (signal) =>
    page.api<DocumentAnswer>({ path: documentPath(target), query: { root }, signal }),
  );
  const { value: found, failure, retry } = loaded;
  useEffect(() => pane.current?.focus(), []);
  const isGone = failure?.code === "not_found";
  return (
    <aside class="preview card" ref={pane} tabindex={-1} aria-label={words.label}>
      <PreviewHead page={page} target={target} close={close} document={found} />
      {isGone ? (
        <StatePanel icon="file" title={words.goneTitle} tone="warning">
          <p>{words.gone}</p>
        </StatePanel>
      ) : failure !== undefined ? (
        <FailurePanel failure={failure} retry={retry} />
      ) : found === undefined ? (
        <Skeleton lines={12} />
      ) : (
        <DocumentBody page={page} target={target} document={found} terms={terms} />
      )}
    </aside>
  );
};
