import type {
  RecallAnswer,
  RecallList,
  RecallReport,
  RecallSummary,
} from "../../../recalls/contract/recalls.ts";
import { shortRecall } from "../../render/recall-id.ts";
import { cutTable, cutTo, wrap } from "../../terminal/columns.ts";
import { count, day, minute } from "../../terminal/numbers.ts";
import { safeLine } from "../../terminal/terminal-safe.ts";

const OUTCOMES: Readonly<Record<RecallSummary["outcome"], string>> = {
  found: "",
  nothing_found: "nothing",
  nothing_relevant: "irrelevant",
  skipped: "skipped",
};

const outcomeOf = ({ outcome, hitCount }: RecallSummary): string =>
  OUTCOMES[outcome] || count(hitCount, "hit");

const votesOf = ({ up, down }: RecallSummary["votes"]): string =>
  [up > 0 && `+${up}`, down > 0 && `-${down}`].filter(Boolean).join(" ");

/** A query as far as the log has it. */
const queryOf = ({ query, queryHash }: Pick<RecallSummary, "query" | "queryHash">): string =>
  query ?? `(hash ${(queryHash ?? "").slice(0, 8)})`;

/** Searches of a page, newest first. */
export function renderRecalls({ recalls, nextCursor, log }: RecallList, columns: number): readonly string[] {
  const off = log.on ? [] : ["The log is off: searches are not written to it."];
  if (recalls.length === 0) return [...off, "No searches in the log."];
  const rows = recalls.map((recall) => {
    const found = [outcomeOf(recall), votesOf(recall.votes)].filter((cell) => cell !== "").join(" ");
    return [minute(recall.at), shortRecall(recall.recallId), found, queryOf(recall)];
  });
  const more =
    nextCursor === null ? [] : [`More: --before ${recalls.at(-1)?.at ?? ""}, or a higher --limit.`];
  return [...off, ...cutTable(["time (UTC)", "recall", "outcome", "query"], rows, columns), ...more].map(
    safeLine,
  );
}

/** One search with its hits. */
export function renderRecall(recall: RecallAnswer, columns: number): readonly string[] {
  const facts = [
    recall.at,
    `profile ${recall.profile}`,
    recall.session !== null && `session ${recall.session}`,
    `${recall.totalMs} ms`,
    recall.cached && "a kept answer",
    count(recall.tokens, "token"),
    ...recall.degraded,
  ].filter((fact) => typeof fact === "string");
  const hits = recall.hits.map(({ rank, citation, score, arms, votes }) => {
    const found = Object.entries(arms).map(([arm, at]) => `${arm} ${at}`);
    const cells = [citation ?? "(gone)", score.toFixed(2), found.join(", "), votesOf(votes)];
    return cutTo(safeLine(`${rank}. ${cells.filter((cell) => cell !== "").join("  ")}`), columns);
  });
  const filters = recall.filters === null ? [] : [`filters ${JSON.stringify(recall.filters)}`];
  const head = [queryOf(recall), ...wrap([...facts, ...filters].join("; "), columns)].map(safeLine);
  return [...head, ...(hits.length === 0 ? [outcomeOf(recall)] : hits)];
}

const SINCE = { never_found: "found nothing", popular: "popular", stale: "not returned" } as const;

const NOUNS = {
  never_found: ["query", "queries"],
  popular: ["document", "documents"],
  stale: ["document", "documents"],
} as const;

/** What the log tells, a line each. */
export function renderReport(
  { kind, since, searches, queries = [], documents = [] }: RecallReport,
  columns: number,
): readonly string[] {
  if (since === null)
    return [
      kind === "never_found"
        ? "No searches without filters in the log: it tells nothing yet."
        : "No searches in the log: it tells nothing yet.",
    ];
  const rows =
    kind === "never_found"
      ? queries.map((query) => [String(query.count), day(query.lastAt), queryOf(query)])
      : documents.map(({ root, path, count: times, lastAt, quality, indexedAt }) => [
          kind === "popular" ? String(times) : (quality?.toFixed(2) ?? ""),
          day(kind === "popular" ? (lastAt ?? "") : indexedAt),
          `${root}:${path}`,
        ]);
  const heading = {
    never_found: ["times", "last", "query"],
    popular: ["times", "last", "document"],
    stale: ["quality", "indexed", "document"],
  }[kind];
  const without = kind === "never_found" ? " without filters" : "";
  const looked = `${SINCE[kind]}, of ${count(searches, "search", "searches")}${without} since ${day(since)}`;
  const none =
    rows.length === 0
      ? [`None ${looked}.`]
      : [`${count(rows.length, NOUNS[kind][0], NOUNS[kind][1])} ${looked}:`];
  return [...none, ...(rows.length === 0 ? [] : cutTable(heading, rows, columns))].map(safeLine);
}
