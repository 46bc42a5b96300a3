import { renderTable } from "../../terminal/columns.ts";
import { count } from "../../terminal/numbers.ts";
import { METRICS, type Metric } from "./evaluation.ts";
import type { EvalReport, ProfileReport } from "./run-evaluation.ts";

/** .7191; 1.0000 */
export const share = (value: number, digits = 4): string => value.toFixed(digits).replace(/^(-?)0\./, "$1.");

const signed = (value: number): string => (value > 0 ? `+${share(value)}` : share(value));
const FLOOR_DIGITS = 4;

const ms = (value: number): string => value.toFixed(1);

const usedMetrics = ({ rows }: ProfileReport): readonly Metric[] =>
  METRICS.filter((metric) => rows.some(({ scores }) => scores[metric] !== undefined));

function profileTable(report: ProfileReport): readonly string[] {
  const metrics = usedMetrics(report);
  const hasAuc = report.rows.some(({ auc }) => auc !== undefined);
  const rows = report.rows.map(({ kind, questions, scores, auc, calibrationError, empty, p50Ms, p95Ms }) => [
    kind,
    String(questions),
    ...metrics.map((metric) => (scores[metric] === undefined ? "–" : share(scores[metric]))),
    ...(hasAuc ? [auc === undefined ? "–" : share(auc)] : []),
    share(calibrationError),
    share(empty),
    ms(p50Ms),
    ms(p95Ms),
  ]);
  return renderTable(
    [report.profile, "n", ...metrics, ...(hasAuc ? ["AUC"] : []), "ECE", "empty", "p50 ms", "p95 ms"],
    rows,
  );
}

function differenceTables({ differences, profiles }: EvalReport): readonly string[] {
  const [first] = profiles;
  return differences.flatMap(({ profile, rows }) => {
    const cells = rows.flatMap(({ kind, metrics }) =>
      METRICS.flatMap((metric) => {
        const found = metrics[metric];
        if (found === undefined) return [];
        const interval = `${signed(found.low)} to ${signed(found.high)}`;
        return [
          [kind, metric, signed(found.mean), interval, share(found.p, 3), share(found.permutationP, 3)],
        ];
      }),
    );
    if (cells.length === 0) return [];
    const title = `${profile} − ${first?.profile ?? ""}`;
    return ["", ...renderTable([title, "metric", "mean", "95% interval", "p", "flip p"], cells)];
  });
}

function floorLines({ floor }: EvalReport): readonly string[] {
  if (floor === undefined) return [];
  if (floor.rows.length === 0) return ["", `no floor to propose: ${floor.note}`];
  const rows = floor.rows.map(({ value, precision, recall, lost }) => [
    value.toFixed(FLOOR_DIGITS),
    share(precision, 3),
    share(recall, 3),
    String(lost),
  ]);
  return [
    "",
    ...renderTable(["floor", "precision", "recall", "answers lost"], rows),
    ...(floor.command === undefined ? [floor.note] : [`to set it: ${floor.command}`]),
  ];
}

function notes({ failed, profiles, judged }: EvalReport): readonly string[] {
  const degraded = profiles
    .filter(({ rows }) => (rows[0]?.degraded ?? 0) > 0)
    .map(
      ({ profile, rows }) => `${profile}: ${share(rows[0]?.degraded ?? 0)} of the answers lacked something`,
    );
  const unsent = failed.length === 0 ? [] : [`${count(failed.length, "file")} not pushed: ${failed[0]}`];
  const source = judged && [
    `judged by votes, ${judged.isNew ? "made" : "as made"} ${judged.madeAt}, hash ${judged.hash.slice(0, 12)}; ${count(judged.leftOut, "search", "searches")} left out`,
  ];
  return [...degraded, ...unsent, ...(source ?? [])];
}

/** The report for a person: a table a profile, then the difference, then what else is to be known. */
export function renderReport(report: EvalReport): readonly string[] {
  const { name, questions, chunks, limit, embedder, reranker, seconds, profiles } = report;
  const { push, embed, search } = seconds;
  const lengths = profiles
    .map(({ profile, hitLines }) => `${profile} ${hitLines.median} lines, at most ${hitLines.max}`)
    .join("; ");
  return [
    `${name}: ${count(questions, "question")}, ${count(chunks, "passage")}, ${count(limit, "hit")} asked for, ${embedder}, ${reranker}`,
    `push ${push.toFixed(1)} s, embed ${embed.toFixed(1)} s, search ${search.toFixed(1)} s, one request at a time`,
    ...profiles.flatMap((profile) => ["", ...profileTable(profile)]),
    ...differenceTables(report),
    ...floorLines(report),
    "",
    `median of the first ten hits: ${lengths}`,
    ...notes(report),
  ];
}
