import type { ComponentChildren } from "preact";
import type { SourceSummary } from "../../../../sources/contract.ts";
import { count } from "../../../components/format.ts";
import { sourcesStrings } from "../../../strings/sources.ts";
import { Ago, Facts } from "../panel.tsx";

const words = sourcesStrings;

/** Whether its time has come, and the server has not got to it yet. */
export const isDue = ({ nextAt }: Pick<SourceSummary, "nextAt">): boolean =>
  nextAt !== null && Date.parse(nextAt) <= Date.now();

const COUNTED = ["written", "unchanged", "removed", "leftOut", "failed", "redacted"] as const;

/** What a run brought, without what it brought none of. */
const countsText = ({ counts }: SourceSummary): string =>
  COUNTED.filter((name) => counts[name] > 0)
    .map((name) => words.counted(counts[name], words.counts[name]))
    .join(", ");

function LastRun({ source }: { readonly source: SourceSummary }) {
  const { startedAt, endedAt, state } = source;
  if (startedAt === null) return words.noRun;
  const counted = countsText(source);
  return (
    <>
      {state === "running" ? words.underWay : <Ago at={endedAt ?? startedAt} />}
      {counted !== "" && <span class="quiet"> {counted}</span>}
    </>
  );
}

function nextRun(source: SourceSummary): ComponentChildren {
  if (source.nextAt === null) return words.noNextRun;
  return isDue(source) ? words.soon : <Ago at={source.nextAt} />;
}

/** When a source is pulled, what there is of it, and what came of its last run. */
export const SourceFacts = ({ source }: { readonly source: SourceSummary }) => (
  <Facts
    facts={[
      [words.schedule, words.every(source.everyHours)],
      [words.documents, count(source.documents)],
      [words.lastRun, <LastRun key="last" source={source} />],
      ...(source.state === "running" ? [] : [[words.nextRun, nextRun(source)] as const]),
    ]}
  />
);
