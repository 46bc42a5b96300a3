import type { StatusAnswer } from "../../../workspaces/contract.ts";
import { Ago } from "../../components/ago.tsx";
import { bytes, count, time } from "../../components/format.ts";
import { Icon } from "../../components/icon.tsx";
import { Meter } from "../../components/meter.tsx";
import { strings } from "../../strings.ts";
import { Fact, Panel } from "./panel.tsx";

const words = strings.health;

interface StatePanelProps {
  readonly status: StatusAnswer;
}

/** How much is indexed, and with which models. */
export const Holdings = ({ status }: StatePanelProps) => {
  const { documents, chunks, index } = status;
  return (
    <Panel id="holdings" title={words.holdings}>
      <dl class="row facts facts-large">
        <Fact name={words.documents}>{count(documents)}</Fact>
        <Fact name={words.chunks}>{count(chunks)}</Fact>
        <Fact name={words.text}>{bytes(status.bytes)}</Fact>
        <Fact name={words.indexedAt}>
          {index.indexedAt === null ? words.never : <Ago at={index.indexedAt} />}
        </Fact>
      </dl>
      <h3>{words.models}</h3>
      <dl class="row facts">
        <Fact name={words.embedder}>
          <code>{index.embedder}</code>
        </Fact>
        <Fact name={words.reranker}>
          <code>{index.reranker}</code>
        </Fact>
        <Fact name={words.store}>
          <code>{index.vectors}</code>
        </Fact>
      </dl>
    </Panel>
  );
};

/** Pending and failed work, failures first. */
const todoOf = ({ index }: StatusAnswer): readonly (readonly [string, number, "bad" | "waits"])[] =>
  (
    [
      [words.failedDocuments, index.failedDocuments, "bad"],
      [words.failedWork, index.failedWork, "bad"],
      [words.pending, index.pendingChunks, "waits"],
      [words.invisible, index.invisibleVectors, "waits"],
      [words.contexts, index.pendingContexts ?? 0, "waits"],
      [words.names, index.pendingNames ?? 0, "waits"],
    ] as const
  ).filter(([, number]) => number > 0);

/** Coverage of vectors, pending and failed work, and work on the whole index. */
export const Work = ({ status }: StatePanelProps) => {
  const { chunks, index, reindex } = status;
  const covered = Math.max(0, chunks - index.pendingChunks);
  const todo = todoOf(status);
  return (
    <Panel id="work" title={words.work}>
      <Meter
        label={words.vectors}
        share={chunks === 0 ? 1 : covered / chunks}
        text={words.vectorsText(covered, chunks)}
        tone={covered === chunks ? "success" : "gradient"}
      />
      {todo.length === 0 ? (
        <p class="row all-done">
          <Icon name="check" /> {words.allDone}
        </p>
      ) : (
        <dl class="row facts">
          {todo.map(([name, number, kind]) => (
            <Fact key={name} name={name}>
              <span class={`figure-${kind}`}>{count(number)}</span>
            </Fact>
          ))}
        </dl>
      )}
      {reindex.map(({ kind, done, total, unit }) => (
        <Meter
          key={kind}
          label={words.reindexing[kind]}
          share={total === 0 ? 1 : done / total}
          text={`${words.vectorsText(done, total)} ${unit}`}
        />
      ))}
      {index.pausedUntil !== null && <p class="figure-bad">{words.paused(time(index.pausedUntil))}</p>}
      {index.lastError !== null && (
        <p class="last-error">
          <b>{words.lastError}</b> {index.lastError}
        </p>
      )}
    </Panel>
  );
};
