import type { ReindexAnswer } from "../../../vectors/contract.ts";
import { type CommandContext, type ConfigureCommand, type ExitCode, okIf, print } from "../../command.ts";
import { reindexLines } from "../../render/reindex.ts";
import type { RecallClient } from "../../session/recall-client.ts";
import { withSession } from "../../session/session.ts";
import { wrapLines } from "../../terminal/columns.ts";
import { count } from "../../terminal/numbers.ts";
import { progressLine } from "../../terminal/progress-line.ts";
import { safeLine } from "../../terminal/terminal-safe.ts";
import { type Watched, watchWork } from "./watch-work.ts";

interface ReindexFlags {
  readonly failed?: boolean;
  readonly all?: boolean;
  readonly watch?: boolean;
}

interface Outcome {
  readonly answer: ReindexAnswer;
  /** Undefined: nobody waited for it. */
  readonly watched: Watched | undefined;
}

async function watch(client: RecallClient, context: CommandContext): Promise<Watched> {
  const progress = progressLine(context.terminal);
  return watchWork(client, { progress, signal: context.interrupted() }).finally(() => progress.end());
}

function linesOf({ answer, watched }: Outcome): readonly string[] {
  const retried = answer.retried === 0 ? [] : [`Retrying ${count(answer.retried, "piece")} of work`];
  if (watched === undefined) {
    const lines = [...retried, ...reindexLines(answer.work)];
    return lines.length === 0 ? ["Nothing is stale, nothing failed"] : lines;
  }
  const { index } = watched.status;
  const failed = index.failedWork > 0 ? `; ${count(index.failedWork, "piece")} of work given up` : "";
  return watched.isDone
    ? [...retried, `Everything is indexed${failed}`, ...reindexLines(watched.status.reindex)]
    : [...retried, `Model work is paused until ${index.pausedUntil}; it continues by itself${failed}`];
}

async function reindex(context: CommandContext, flags: ReindexFlags): Promise<ExitCode> {
  const request = { failed: flags.failed === true, all: flags.all === true };
  const outcome = await withSession(context, async ({ client }): Promise<Outcome> => {
    const answer = await client.reindex(request);
    return { answer, watched: flags.watch === true ? await watch(client, context) : undefined };
  });
  const { answer, watched } = outcome;
  const data = {
    ...answer,
    ...(watched !== undefined && { done: watched.isDone, index: watched.status.index }),
  };
  print(context, data, (columns) => wrapLines(linesOf(outcome).map(safeLine), columns));
  const isLeft = watched !== undefined && (!watched.isDone || watched.status.index.failedWork > 0);
  return okIf(!isLeft);
}

/** `recall reindex` */
export const configure: ConfigureCommand = (command, start) => {
  command
    .description("Re-indexes what is stale, in the background; searches go on meanwhile.")
    .option("--failed", "only retry the work that was given up")
    .option("--all", "chunk and embed everything again")
    .option("--watch", "wait until it is done and show the progress; Ctrl-C ends the waiting, not the work")
    .action(start(reindex));
};
