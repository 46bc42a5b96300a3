import { useEffect, useRef } from "preact/hooks";
import { answerOf } from "../../client/client.ts";
import { readAnchor } from "../../text/places/anchors.ts";
import { MEMORY_ROOT } from "../../config.ts";
import type { DocumentAnswer } from "../../documents/contract.ts";
import { CopyButton, IconButton } from "../components/button.tsx";
import { Path } from "../components/directed.tsx";
import { bytes, time } from "../components/format.ts";
import { Link } from "../components/link.tsx";
import { Answer, StatePanel } from "../components/state-panel.tsx";
import { usePage } from "../state/page.ts";
import { citationOf, type Target, writeTarget } from "../state/place.ts";
import { useLoaded } from "../state/use-loaded.ts";
import { strings } from "../strings.ts";
import { memoryAt } from "../views/memory/titles.ts";
import { DocumentBody } from "./document-body.tsx";

const words = strings.preview;

interface PreviewProps {
  readonly target: Target;
  /** As a result has it that opened it. @default that of the target */
  readonly citation?: string | undefined;
  /** Words that are marked in the cited lines. */
  readonly terms: readonly string[];
  readonly close: () => void;
  /** It was asked for, not only selected: it takes the focus. */
  readonly isOpen: boolean;
}

interface Found {
  readonly found: DocumentAnswer | undefined;
}

/** What is shown of it: the page, slide or sheet, and the lines; "" for the whole document. */
function placeOf({ anchor, lines, columns }: Target): string {
  const part = anchor === undefined ? undefined : readAnchor(anchor);
  return [part && `${part.kind} ${part.value}`, lines && strings.search.lines(...lines, columns)]
    .filter(Boolean)
    .join(", ");
}

/** As the server cites it: with its root where the path alone may not name one document. */
const cited = (target: Target, severalRoots: boolean): string =>
  severalRoots || target.path.includes(":") ? writeTarget(target) : citationOf(target);

/** A document's own title, or its file's name; a memory has neither. */
const titleOf = ({ path }: Target, found: DocumentAnswer | undefined): string =>
  found?.kind === "memory" ? strings.search.memory : found?.title || path.slice(path.lastIndexOf("/") + 1);

/** How large it is and when it was indexed; of a memory, whose path is its id, only the latter. */
const factsOf = ({ kind, lines, bytes: size, indexedAt }: DocumentAnswer): readonly string[] =>
  kind === "memory"
    ? [words.remembered(time(indexedAt))]
    : [words.lines(lines), bytes(size), words.indexed(time(indexedAt))];

const PreviewHead = ({
  target,
  close,
  isOpen,
  citation: given,
  found,
}: Pick<PreviewProps, "target" | "close" | "isOpen" | "citation"> & Found) => {
  const page = usePage();
  const place = placeOf(target);
  const citation = given ?? cited(target, page.status.roots.length > 1);
  return (
    <div class="preview-head">
      <IconButton icon="left" label={words.back} class="preview-back" onClick={close} />
      <div class="preview-title">
        <h2>
          <bdi>{titleOf(target, found)}</bdi>
        </h2>
        {target.root !== MEMORY_ROOT && (
          <p class="small">
            <Path text={`${target.root}: ${target.path}`} />
            {place === "" ? null : ` · ${place}`}
          </p>
        )}
        {found === undefined ? null : <p class="small">{factsOf(found).join(" · ")}</p>}
      </div>
      {target.root === MEMORY_ROOT && (
        <Link to={memoryAt(target.path)} class="button button-small" text={words.openMemory} />
      )}
      <CopyButton text={citation} label={`${words.copyCitation} ${citation}`} />
      {isOpen && <IconButton icon="close" label={words.close} class="preview-close" onClick={close} />}
    </div>
  );
};

/** A document beside the results, opened at the lines that a result cites. */
export const Preview = ({ target, terms, close, isOpen, citation }: PreviewProps) => {
  const page = usePage();
  const pane = useRef<HTMLElement>(null);
  const { root, path } = target;
  const loaded = useLoaded(`${root}:${path}`, (options) =>
    answerOf(page.api.v1.documents[":path"].$get({ param: { path }, query: { root } }, options)),
  );
  const key = writeTarget(target);
  useEffect(() => {
    if (isOpen) pane.current?.focus();
  }, [isOpen, key]);
  return (
    <aside class="preview" ref={pane} tabindex={-1} aria-label={words.label}>
      <PreviewHead {...{ target, close, isOpen, citation }} found={loaded.value} />
      {loaded.failure?.code === "not_found" ? (
        <StatePanel icon="file" {...words.gone} tone="warning" />
      ) : (
        <Answer of={loaded} lines={12}>
          {(document) => <DocumentBody key={key} target={target} document={document} terms={terms} />}
        </Answer>
      )}
    </aside>
  );
};
