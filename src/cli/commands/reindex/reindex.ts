import { setTimeout as delay } from "node:timers/promises";
import type { ReindexAnswer } from "../../../vectors/contract.ts";
import type { StatusAnswer } from "../../../workspaces/contract.ts";
import { type CommandContext, type ConfigureCommand, type ExitCode, okIf, print } from "../../command.ts";
import { reindexLines } from "../../render/reindex.ts";
import type { RecallClient } from "../../session/recall-client.ts";
import { withSession } from "../../session/session.ts";
import { wrapLines } from "../../terminal/columns.ts";
import { count } from "../../terminal/numbers.ts";
import { type Progress, progressLine } from "../../terminal/progress-line.ts";
import { safeLine } from "../../terminal/terminal-safe.ts";

/** Between two looks, milliseconds: what is watched takes minutes. */
const LOOK_MS = 2_000;

/** Work that is waited for. Cron deletes vectors that no longer serve, minutes later, and no search misses them. */
const WHAT = {
  identity: "embedding anew",
  old_vectors: undefined,
  chunker: "cutting anew",
} as const satisfies Record<StatusAnswer["reindex"][number]["kind"], string | undefined>;

/** The first work on the whole index, else the vectors that are pending, of the most that there were; undefined: none. */
function leftOf({ reindex, index }: StatusAnswer, mostPending: number) {
  const [work] = reindex.flatMap(({ kind, done, total }) => {
    const what = WHAT[kind];
    return what === undefined ? [] : [{ what, done, total }];
  });
  if (work !== undefined) return work;
  const { pendingChunks } = index;
  if (pendingChunks === 0) return undefined;
  return { what: "embedding", done: mostPending - pendingChunks, total: mostPending };
}

interface Watched {
  /** How it was at the last look. */
  readonly status: StatusAnswer;
  /** Nothing is left; otherwise models stand still and nothing will go on before they do. */
  readonly isDone: boolean;
}

/** Looks until no index work is left, or until none can go on. Throws when the signal fires: the work itself goes on. */
export async function watchWork(
  client: Pick<RecallClient, "status">,
  { progress, signal }: { readonly progress: Progress; readonly signal: AbortSignal },
  lookMs = LOOK_MS,
): Promise<Watched> {
  let mostPending = 0;
  for (;;) {
    const status = await client.status();
    mostPending = Math.max(mostPending, status.index.pendingChunks);
    const left = leftOf(status, mostPending);
    if (left === undefined) return { status, isDone: true };
    if (status.index.pausedUntil !== null) return { status, isDone: false };
    progress.update(left.what, left.done, left.total);
    await delay(lookMs, undefined, { signal });
  }
}

interface ReindexFlags {
  readonly failed?: boolean;
  readonly all?: boolean;
  readonly watch?: boolean;
}

interface Outcome {
  readonly answer: ReindexAnswer;
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
    .option("--all", "cut and embed everything again")
    .option("--watch", "wait until it is done and show the progress; Ctrl-C ends the waiting, not the work")
    .action(start(reindex));
};
