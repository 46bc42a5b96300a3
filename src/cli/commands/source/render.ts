import type { SourceDetails, SourceSummary } from "../../../sources/contract.ts";
import { renderTable, wrapLines } from "../../terminal/columns.ts";
import { count, minute } from "../../terminal/numbers.ts";
import { safeLine } from "../../terminal/terminal-safe.ts";

/** What a source does, and when it does the next thing. */
export function stateText({ state, nextAt, completedAt }: SourceSummary): string {
  if (state !== "waiting") return state;
  const next = nextAt === null ? "" : `, next ${minute(nextAt)}`;
  return completedAt === null ? `not pulled yet${next}` : `pulled ${minute(completedAt)}${next}`;
}

/** The counts of a run that are not 0, in words. */
function countsText({ counts }: Pick<SourceSummary, "counts">): string {
  const words = [
    [counts.written, "written"],
    [counts.unchanged, "unchanged"],
    [counts.removed, "removed"],
    [counts.leftOut, "left out"],
    [counts.failed, "failed"],
    [counts.redacted, "secrets taken out"],
  ] as const;
  return words.flatMap(([n, word]) => (n > 0 ? [`${n} ${word}`] : [])).join(", ");
}

/** The column of addresses, which are as long as people make them. */
const LOCATION_COLUMN = 2;

/** A table of sources, with a failure below its line. */
export function renderSources(sources: readonly SourceSummary[], columns: number): readonly string[] {
  if (sources.length === 0) return ["There is no source: recall source add <address> makes one."];
  const rows = sources.map((source) => [source.root, source.kind, source.location, stateText(source)]);
  const [head = "", ...lines] = renderTable(["root", "kind", "address", "state (UTC)"], rows, {
    columns,
    cut: LOCATION_COLUMN,
  });
  const failures = sources.map(({ lastError }) =>
    lastError === null ? [] : wrapLines([safeLine(`  ${lastError}`)], columns),
  );
  return [head, ...lines.flatMap((line, at) => [line, ...(failures[at] ?? [])])];
}

/** All that is known of one source. */
export function renderSource(source: SourceDetails): readonly string[] {
  const { root, kind, location, everyHours, documents, lastError, problems } = source;
  const counted = countsText(source);
  return [
    `${root}: ${kind} ${location}`,
    `  ${stateText(source)}; every ${count(everyHours, "hour")}; ${count(documents, "document")}`,
    ...(counted === "" ? [] : [`  last run: ${counted}`]),
    ...(lastError === null ? [] : [`  failed: ${lastError}`]),
    ...problems.map(({ key, problem }) => `  ${key}: ${problem}`),
  ].map(safeLine);
}
