import type { ExplainAnswer } from "../../../search/contract/explain.ts";
import { answerNotes } from "../../render/answer-notes.ts";
import { wrap } from "../../terminal/columns.ts";
import { renderTable } from "../../terminal/table.ts";
import { safeLine } from "../../terminal/terminal-safe.ts";

const NONE = "–";

const shownScore = (score: number | null): string => (score === null ? NONE : score.toFixed(3));
const shownRank = (rank: number | null): string => (rank === null ? NONE : String(rank));

/** Where a passage is and how it came there, or the first reason that it is not there. */
export function renderWhy(answer: ExplainAnswer, columns: number): readonly string[] {
  const { chunk, reason, message, steps } = answer;
  const place = chunk === null ? [] : [`${chunk.root}:${chunk.citation}  ${chunk.id}`];
  const verdict = reason === "shown" ? message : `Not a hit (${reason}): ${message}`;
  const rows = steps.map(({ step, in: before, out, rank, score }) => [
    step,
    String(before),
    String(out),
    shownRank(rank),
    shownScore(score),
  ]);
  const table = renderTable(["step", "in", "out", "rank", "score"], rows);
  // Steps that it had no part in say nothing of it.
  const wasListed = steps.some(({ rank }) => rank !== null);
  const notes = answerNotes(answer);
  return [
    ...place.map(safeLine),
    ...wrap(safeLine(verdict), columns),
    ...(wasListed ? ["", ...table] : []),
    ...(notes === undefined ? [] : ["", ...wrap(notes, columns)]),
  ];
}
