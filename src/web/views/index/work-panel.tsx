import type { StatusAnswer } from "../../../workspaces/contract.ts";
import { count, time } from "../../components/format.ts";
import { Icon } from "../../components/icon.tsx";
import { Meter } from "../../components/meter.tsx";
import { healthStrings } from "../../strings/health.ts";
import { Facts, Panel } from "./panel.tsx";

const words = healthStrings;

/** Pending and failed work, failures first. */
export const todoOf = ({
  index,
}: StatusAnswer): readonly (readonly [string, number, "error" | "warning"])[] =>
  (
    [
      [words.failedDocuments, index.failedDocuments, "error"],
      [words.failedWork, index.failedWork, "error"],
      [words.pending, index.pendingChunks, "warning"],
      [words.invisible, index.invisibleVectors, "warning"],
      [words.contexts, index.pendingContexts ?? 0, "warning"],
      [words.names, index.pendingNames ?? 0, "warning"],
    ] as const
  ).filter(([, number]) => number > 0);

/** Coverage of vectors, pending and failed work, and work on the whole index. */
export const WorkPanel = ({ status }: { readonly status: StatusAnswer }) => {
  const { chunks, index, reindex } = status;
  const covered = Math.max(0, chunks - index.pendingChunks);
  const todo = todoOf(status);
  return (
    <Panel id="work" title={words.work}>
      <Meter
        label={words.vectors}
        share={chunks === 0 ? 1 : covered / chunks}
        text={words.outOf(covered, chunks)}
        tone={covered === chunks ? "success" : "gradient"}
      />
      {todo.length === 0 ? (
        <p class="row toned is-success all-done">
          <Icon name="check" /> {words.allDone}
        </p>
      ) : (
        <Facts
          facts={todo.map(([name, number, tone]) => [
            name,
            <b key={name} class={`toned is-${tone}`}>
              {count(number)}
            </b>,
          ])}
        />
      )}
      {reindex.map(({ kind, done, total, unit }) => (
        <Meter
          key={kind}
          label={words.reindexing[kind]}
          share={total === 0 ? 1 : done / total}
          text={`${words.outOf(done, total)} ${words.units[unit]}`}
        />
      ))}
      {index.pausedUntil !== null && <b class="toned is-error">{words.paused(time(index.pausedUntil))}</b>}
      {index.lastError !== null && (
        <p class="last-error">
          <b>{words.lastError}</b> {index.lastError}
        </p>
      )}
    </Panel>
  );
};
