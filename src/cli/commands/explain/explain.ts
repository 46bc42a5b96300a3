import type { ExplainAnswer } from "../../../search/contract/explain.ts";
import { type CommandContext, type ConfigureCommand, type ExitCode, okIf, print } from "../../command.ts";
import { addSearchFlags, type SearchFlags, searchWish } from "../../flags/search-flags.ts";
import { answerNotes } from "../../render/answer-notes.ts";
import { withSession } from "../../session/session.ts";
import { renderTable, wrap } from "../../terminal/columns.ts";
import { patiently } from "../../terminal/progress-line.ts";
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

/** A line, or the first of several, as `get` takes it. */
const LINE = /:(\d{1,9})(?:-\d{0,9})?$/;

async function explain(
  context: CommandContext,
  query: string,
  id: string,
  flags: SearchFlags,
): Promise<ExitCode> {
  const wish = { ...searchWish(query, flags), id: id.replace(LINE, "#L$1") };
  const answer = await patiently(context.terminal, "searching", () =>
    withSession(context, ({ client }) => client.explain(wish)),
  );
  print(context, answer, (columns) => renderWhy(answer, columns));
  return okIf(answer.reason === "shown");
}

/** `recall explain <query> <id>` */
export const configure: ConfigureCommand = (command, start) => {
  addSearchFlags(command)
    .description("Says why a passage has its place in the answer to a search, or why it is not in it.")
    .argument("<query>", "the search, in quotes when it has several words")
    .argument("<id>", "the passage: its id, 8 or more characters of its start, path#L3 or path:3")
    .action(start(explain));
};
