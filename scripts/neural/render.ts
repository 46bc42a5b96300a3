import { number } from "../../src/cli/terminal/numbers.ts";
import { withMarkedLines } from "../docs/marked-lines.ts";
import type { NeuralRecord } from "./record.ts";

const HEAD = [
  "set",
  "questions",
  "passages",
  "profile",
  "nDCG@10",
  "recall@10",
  "hit@1",
  "p50 ms",
  "lacking",
];
const FIRST_NUMBER = 4;

const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

/** .719; what a set does not judge is left open. */
const share = (value: number | undefined): string => (value === undefined ? "" : value.toFixed(3));

const rowsOf = ({ set, questions, chunks, profiles }: NeuralRecord): readonly string[] =>
  profiles.map(({ profile, ndcg, recall, hit, p50Ms, degraded }) =>
    row([
      ...[set, number(questions), number(chunks), profile],
      ...[share(ndcg), share(recall), share(hit), p50Ms.toFixed(0), share(degraded)],
    ]),
  );

const distinct = (values: readonly string[]): string => [...new Set(values)].sort().join("; ");

/** The table of what was measured, with what it was measured with, as Markdown. */
export const renderNeural = (records: readonly NeuralRecord[]): readonly string[] => [
  `Measured ${distinct(records.map(({ date }) => date))}, on ${distinct(records.map(({ machine }) => machine))}, with`,
  `${distinct(records.map(({ versions }) => versions.join(", ")))}.`,
  "",
  row(HEAD),
  row(HEAD.map((_, at) => (at < FIRST_NUMBER ? "---" : "---:"))),
  ...records.flatMap(rowsOf),
];

/** The page with the table in its place. Throws where the page has no place for it. */
export const withNeural = (page: string, records: readonly NeuralRecord[]): string =>
  withMarkedLines(page, "<!-- npm run neural -->", renderNeural(records));
