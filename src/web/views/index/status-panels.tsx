import { DAY_MS } from "../../../config.ts";
import type { StatusAnswer } from "../../../workspaces/contract.ts";
import { DayBars } from "../../components/day-bars.tsx";
import { bytes, count, duration, time } from "../../components/format.ts";
import { Icon } from "../../components/icon.tsx";
import { Link } from "../../components/link.tsx";
import { Meter } from "../../components/meter.tsx";
import { usePage } from "../../state/page.ts";
import { withParameters } from "../../state/place.ts";
import { strings } from "../../strings.ts";
import { Ago, type Column, Facts, Panel, Table } from "./panel.tsx";

const words = strings.health;

interface StatusProps {
  readonly status: StatusAnswer;
}

/** How much is indexed, and with which models. */
export const Holdings = ({ status: { documents, chunks, bytes: size, index } }: StatusProps) => (
  <Panel id="holdings" title={words.holdings}>
    <Facts
      isLarge
      facts={[
        [words.documents, count(documents)],
        [words.chunks, count(chunks)],
        [words.text, bytes(size)],
        [words.indexedAt, index.indexedAt === null ? words.never : <Ago at={index.indexedAt} />],
      ]}
    />
    <h3>{words.models}</h3>
    <Facts
      facts={[
        [words.embedder, <code key="embedder">{index.embedder}</code>],
        [words.reranker, <code key="reranker">{index.reranker}</code>],
        [words.store, <code key="store">{index.vectors}</code>],
      ]}
    />
  </Panel>
);

/** Pending and failed work, failures first. */
const todoOf = ({ index }: StatusAnswer): readonly (readonly [string, number, "error" | "warning"])[] =>
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
export const Work = ({ status }: StatusProps) => {
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
          text={`${words.outOf(done, total)} ${unit}`}
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

const DAYS = 7;

type Searches = StatusAnswer["searches"];

/** Seven days up to today, those without a search too. */
export function weekOf({ day, days = [] }: Pick<Searches, "day" | "days">) {
  const counts = new Map(days.map((one) => [one.day, one.count]));
  return Array.from({ length: DAYS }, (_, at) => {
    const ms = Date.parse(`${day}T00:00:00Z`) - (DAYS - 1 - at) * DAY_MS;
    const name = new Date(ms).toISOString().slice(0, 10);
    const value = counts.get(name) ?? 0;
    return { name: name.slice(5), value, title: words.dayOfSearches(name, value) };
  });
}

const Today = ({ searches }: { readonly searches: Searches }) => {
  const { count: total, nothingFound, degraded, p50Ms, p95Ms, cached } = searches;
  if (total === 0) return <p class="quiet">{words.noSearches}</p>;
  return (
    <>
      <Facts
        isLarge
        facts={[
          [words.searchCount, count(total)],
          [words.nothingFound, count(nothingFound)],
          [words.degraded, count(degraded)],
        ]}
      />
      {p50Ms !== null && p95Ms !== null && (
        <p class="quiet">{words.latency(duration(p50Ms), duration(p95Ms))}</p>
      )}
      <h3>{words.cacheTitle}</h3>
      {(["answer", "embedding", "rerank"] as const).map((cache) => (
        <Meter key={cache} label={words.caches[cache]} share={cached[cache] / total} />
      ))}
    </>
  );
};

/** How searches went today, what caches served of them, and the week before. */
export const SearchesPanel = ({ status: { searches } }: StatusProps) => (
  <Panel id="searches" title={words.searches}>
    <Today searches={searches} />
    <h3>{words.week}</h3>
    <DayBars label={words.week} bars={weekOf(searches)} />
  </Panel>
);

/** Pushed folders; each opens its documents. */
export const RootsPanel = ({ status: { roots } }: StatusProps) => {
  const { place } = usePage();
  const columns: readonly Column<StatusAnswer["roots"][number]>[] = [
    {
      name: words.root,
      cell: ({ root }) => (
        <Link
          to={withParameters(place, { root, prefix: undefined })}
          current={place.parameters.root === root}
          text={root}
        />
      ),
    },
    { name: words.documents, class: "figure", cell: ({ documents }) => count(documents) },
    { name: words.size, class: "figure", cell: ({ bytes: size }) => bytes(size) },
    { name: words.indexed, class: "optional", cell: ({ indexedAt }) => indexedAt && <Ago at={indexedAt} /> },
  ];
  return (
    <Panel id="roots" title={words.roots}>
      <Table columns={columns} rows={roots} keyOf={({ root }) => root} empty={words.noRoots} />
    </Panel>
  );
};
