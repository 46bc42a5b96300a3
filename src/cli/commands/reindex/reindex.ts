import type { ReindexAnswer } from "../../../contract/reindex.ts";
import type { CommandContext, ConfigureCommand } from "../../command.ts";
import { EXIT, type ExitCode } from "../../exit-codes.ts";
import { reindexLines } from "../../render/reindex.ts";
import type { RecallClient } from "../../session/recall-client.ts";
import { withSession } from "../../session/session.ts";
import { wrapText } from "../../terminal/columns.ts";
import { count } from "../../terminal/numbers.ts";
import { progressLine } from "../../terminal/progress-line.ts";
import { safeJson, safeLine } from "../../terminal/terminal-safe.ts";
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

async function linesOf({ answer, watched }: Outcome): Promise<readonly string[]> {
  const retried = answer.retried === 0 ? [] : [`Trying ${count(answer.retried, "piece")} of work again`];
  if (watched === undefined) {
    const lines = [...retried, ...reindexLines(answer.work)];
    return lines.length === 0 ? ["Nothing is stale, nothing failed"] : lines;
  }
  const { index } = watched.status;
  const failed = index.failedWork > 0 ? `; ${count(index.failedWork, "piece")} of work given up` : "";
  return watched.isDone
    ? [...retried, `Everything is indexed${failed}`, ...reindexLines(watched.status.reindex)]
    : [...retried, `Model work stands still until ${index.pausedUntil}; it then goes on by itself${failed}`];
}

async function reindex(flags: ReindexFlags, context: CommandContext): Promise<ExitCode> {
  const request = { failed: flags.failed === true, all: flags.all === true };
  const outcome = await withSession(context, async ({ client }): Promise<Outcome> => {
    const answer = await client.reindex(request);
    return { answer, watched: flags.watch === true ? await watch(client, context) : undefined };
  });
  const { answer, watched } = outcome;
  const text = (await linesOf(outcome)).map(safeLine).join("\n");
  const data = {
    ...answer,
    ...(watched !== undefined && { done: watched.isDone, index: watched.status.index }),
  };
  const { terminal } = context;
  terminal.out(`${context.flags.json === true ? safeJson(data) : wrapText(text, terminal.columns)}\n`);
  return watched?.isDone === false || (watched?.status.index.failedWork ?? 0) > 0
    ? EXIT.nothingOrPartial
    : EXIT.ok;
}

/** `recall reindex` */
export const configure: ConfigureCommand = (command, start) => {
  command
    .description("Starts to index anew what is stale, in the background; searches go on meanwhile.")
    .option("--failed", "only what was given up: try it again")
    .option("--all", "cut and embed everything anew")
    .option("--watch", "wait until it is done, with how far it is; Ctrl-C ends the waiting, not the work")
    .action((flags: ReindexFlags) => start((context) => reindex(flags, context)));
};
