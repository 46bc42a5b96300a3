import { stat } from "node:fs/promises";
import { AppError, type ErrorCode } from "../../../errors.ts";
import { type CommandContext, EXIT, type ExitCode } from "../../command.ts";
import { isErrno } from "../../failures.ts";
import { type FolderEvents, folderEvents, type Settling, settling } from "../../folder/folder-events.ts";
import { ownFolders } from "../../folder/own-folders.ts";
import { converting } from "../../formats/converting.ts";
import { pause } from "../../pause.ts";
import type { FolderOptions } from "../../push/folder-options.ts";
import type { PushOutcome } from "../../push/report.ts";
import { sendFolderTo } from "../../push/send-folder.ts";
import type { PushedFolder } from "../../pushed/kept-folders.ts";
import { lookAt } from "../../pushed/look-at.ts";
import type { Settings } from "../../settings/settings.ts";

/** First wait after a failed push, milliseconds; doubles up to the cap. */
const FIRST_MS = 2_000;
const CAP_MS = 60_000;

/**
 * Failures of today: no connection, a server in trouble or out of quota, and a later push of the same root, which is let
 * through: taking over would make two machines stop each other for ever.
 */
const PASSING: readonly ErrorCode[] = [
  "unavailable",
  "timeout",
  "internal",
  "rate_limited",
  "quota",
  "quota_exceeded",
  "database_quota",
  "database_timeout",
  "storage_full",
  "schema_mismatch",
  "capacity",
  "conflict",
  "workspace_moving",
];

/** Whether trying again later may help: a passing failure of the server, or of the disk. */
export const isPassing = (error: unknown): error is Error =>
  error instanceof AppError ? PASSING.includes(error.code) : error instanceof Error && "syscall" in error;

/** Milliseconds to wait after so many failures in a row; `random` from 0 to 1 keeps two machines apart. */
export const backOffMs = (failures: number, random: number): number =>
  Math.min(CAP_MS, FIRST_MS * 2 ** (failures - 1)) * (0.5 + random / 2);

/** Quiet after which changes are pushed, milliseconds; ones that never end are pushed all the same. */
const TIMES = { quietMs: 1_500, atMostMs: 15_000 } as const;
/** Looks at the folder without an event, milliseconds: rarely, as network drives tell nothing, often where events fail. */
const LOOK_MS = 300_000;
const LOOK_INSTEAD_MS = 10_000;
const PARTIAL = `the system watches no more folders: looking every ${LOOK_INSTEAD_MS / 1_000} seconds instead`;
/** Between two looks whether a folder that is gone is there again, milliseconds: that asks no server. */
const GONE_MS = 2_000;
/** The loop tries again itself. */
const MAX_RETRIES = 1;

export interface WatchReport {
  /** With the marks of the files as they were pushed; a push that was cut off has none. */
  readonly onPush: (outcome: PushOutcome, marks: PushedFolder["files"] | undefined) => void;
  /** Said once when pushes begin to fail, when the folder goes and comes, and when the system tells not of all changes. */
  readonly onTrouble: (message: string) => void;
  readonly onWatching: () => void;
}

interface Watched {
  readonly context: CommandContext;
  readonly settings: Settings;
  readonly options: FolderOptions;
  readonly report: WatchReport;
}

interface Round {
  /** Undefined: there are too many files to compare them with what was pushed but by a push. */
  readonly pushed: PushedFolder | undefined;
  readonly folders: readonly string[];
}

/** Pushes the folder when it is not as it was pushed; the first time always. Throws what ended a push early. */
async function round(watched: Watched, before: PushedFolder | undefined): Promise<Round> {
  const { context, settings, options, report } = watched;
  if (before !== undefined) {
    const { changed, seen, folders } = await lookAt(
      before,
      await ownFolders(context.env),
      converting(context.env),
    );
    if (changed.length === 0) return { pushed: seen, folders };
  }
  const sent = await sendFolderTo({ ...settings, maxRetries: MAX_RETRIES }, context, options);
  const { outcome, pushed, folders } = sent;
  const { uploaded, deleted } = outcome.report;
  if (outcome.stopped === undefined || uploaded + deleted > 0) report.onPush(outcome, pushed?.files);
  if (outcome.stopped !== undefined) throw outcome.stopped;
  return { pushed, folders };
}

/** Watches what was pushed, and looks again when a folder is new: files may have come before it was watched. */
function follow(events: FolderEvents, changes: Settling, { folders }: Round): void {
  if (events.follow(folders)) changes.note();
}

/** A sentence that ends by itself, with a question, has another after it. */
const tryingAgain = (message: string): string =>
  /[.?!]$/.test(message) ? `${message} Retrying.` : `${message}; retrying`;

/** Removed, renamed, or a file's name by now; what else is wrong with it the push tells. */
const isNoFolder = (folder: string): Promise<boolean> =>
  stat(folder).then(
    (found) => !found.isDirectory(),
    (error: unknown) => isErrno(error, "ENOENT", "ENOTDIR"),
  );

/** Says that the folder is gone, waits, and says that it is there again; the signal ends that without a word. */
async function untilThere({ options: { folder }, report }: Watched, signal: AbortSignal): Promise<void> {
  report.onTrouble(`${folder} is gone: waiting until it is there again`);
  do await pause(GONE_MS, signal);
  while (!signal.aborted && (await isNoFolder(folder)));
  if (!signal.aborted) report.onTrouble(`${folder} is there again`);
}

/**
 * Pushes a folder and then every change in it, once it has settled, one push at a time, until the signal fires. What may
 * pass is reported once and retried, ever more rarely. Answers 130 when a push was cut off, else 0. Throws what will not pass.
 */
export async function watchFolder(watched: Watched): Promise<ExitCode> {
  const signal = watched.context.interrupted();
  const { folder } = watched.options;
  const changes = settling(TIMES);
  const events = folderEvents(changes.note);
  let last: Round | undefined;
  let failures = 0;
  let isToldPartial = false;
  try {
    while (!signal.aborted) {
      try {
        const next = await round(watched, last?.pushed);
        follow(events, changes, next);
        if (last === undefined) watched.report.onWatching();
        last = next;
        failures = 0;
        if (events.isPartial && !isToldPartial) watched.report.onTrouble(PARTIAL);
        isToldPartial = events.isPartial;
      } catch (error) {
        if (signal.aborted) return EXIT.interrupted;
        if (await isNoFolder(folder)) {
          // Its watchers look at what is no longer there.
          events.follow([]);
          await untilThere(watched, signal);
          continue;
        }
        if (!isPassing(error)) throw error;
        if (++failures === 1) watched.report.onTrouble(tryingAgain(error.message));
        await pause(backOffMs(failures, Math.random()), signal);
        continue;
      }
      await nextChange(changes, events, signal);
    }
    return EXIT.ok;
  } finally {
    events.close();
  }
}

async function nextChange(changes: Settling, events: FolderEvents, signal: AbortSignal): Promise<void> {
  const timer = setTimeout(changes.note, events.isPartial ? LOOK_INSTEAD_MS : LOOK_MS);
  await changes.settled(signal);
  clearTimeout(timer);
}
