import type { Connection } from "../../client/send.ts";
import type { Refused } from "../../documents/contract.ts";
import { AppError } from "../../errors.ts";
import type { CommandContext } from "../command.ts";
import type { FolderPage } from "../folder/folder-pages.ts";
import type { LeftOut } from "../folder/left-out.ts";
import { ownFolders } from "../folder/own-folders.ts";
import type { HashedFile } from "../folder/seen-file.ts";
import { converting } from "../formats/converting.ts";
import { forgetPushed, keepPushed, type PushedFolder, pushedBefore } from "../pushed/kept-folders.ts";
import { pushedNow, seenByPush } from "../pushed/pushed-now.ts";
import { settingsOf, withServer } from "../session/session.ts";
import { bookmarkKey } from "../settings/bookmarks.ts";
import type { Settings } from "../settings/settings.ts";
import { askChoice, askText } from "../terminal/ask.ts";
import { patiently, progressLine } from "../terminal/progress-line.ts";
import { safeLine } from "../terminal/terminal-safe.ts";
import { keepConfirmed, MANY_FILES, startConfirmed } from "./ask-first.ts";
import { assertRootName, type FolderOptions } from "./folder-options.ts";
import { pushFolder } from "./push-folder.ts";
import type { PushPlan } from "./push-plan.ts";
import { keepRefusals, readRefusals } from "./refused-files.ts";
import type { PushOutcome } from "./report.ts";

/** The failure that tells what a person can do about a root that another machine or folder pushed. */
export const rootTaken = (root: string): AppError =>
  new AppError(
    "root_exists",
    `Another machine, folder or source fills “${root}”: --join shares it, --root NAME makes another`,
  );

type Place = Pick<PushPlan, "root" | "join">;

/** What to do about a root that another machine or folder pushed; asked on a terminal, an error elsewhere. */
async function settle(root: string, context: CommandContext): Promise<Place> {
  if (!context.terminal.canAsk || context.flags.json === true) throw rootTaken(root);
  const choice = await askChoice(`Another machine, folder or source fills “${safeLine(root)}”.`, {
    other: "Give this folder another name",
    join: "Share it: both push into one root",
    stop: "Stop",
  });
  if (choice === "join") return { root, join: true };
  const name = choice === "other" ? await askText("Name of the root", `${root}-2`) : undefined;
  if (name === undefined) throw new AppError("root_exists", "Nothing was pushed");
  return { root: assertRootName(name), join: false };
}

interface Sent {
  readonly outcome: PushOutcome;
  readonly leftOut: LeftOut;
  readonly url: string;
  /** Ctrl-C ended it. */
  readonly isStopped: boolean;
  /** The folder as the server has it now; undefined: the push did not come to its end, or was of too many files. */
  readonly pushed: PushedFolder | undefined;
  readonly folders: readonly string[];
}

/** Pushes a folder with a progress line, and remembers what the server has taken and what it can never take. */
export async function sendFolder(context: CommandContext, options: FolderOptions): Promise<Sent> {
  return sendFolderTo(await settingsOf(context), context, options);
}

/** What a push finds out beside what it reports, page by page. */
function noticing() {
  const seen = seenByPush();
  const refused: HashedFile[] = [];
  return {
    seen,
    /** Files that the server refused, with the hashes of their texts. */
    refused,
    onPage(page: FolderPage, failed: readonly Refused[]): void {
      seen.add(page, failed);
      const paths = new Set(failed.map(({ path }) => path));
      refused.push(...page.files.filter(({ path }) => paths.has(path)));
    },
  };
}

/** A line for the page under way: what is sent of it, or how much was compared. */
function showing(context: CommandContext) {
  const progress = progressLine(context.terminal);
  let compared = 0;
  return {
    onProgress: (done: number, total: number | undefined) => progress.update("sending", done, total),
    onPage(page: FolderPage): void {
      compared += page.files.length;
      if (page.upTo !== null) progress.update("compared", compared);
    },
    end: () => progress.end(),
  };
}

/** The same pages, with a word on how long the first one takes. */
async function* shownPages(
  context: CommandContext,
  pages: AsyncIterable<FolderPage>,
): AsyncGenerator<FolderPage> {
  const iterator = pages[Symbol.asyncIterator]();
  const next = () => iterator.next();
  let at = await patiently(context.terminal, "looking through the folder", next);
  for (; at.done !== true; at = await next()) yield at.value;
}

/** The same to a server that is known already. */
export async function sendFolderTo(
  settings: Settings & Pick<Connection, "maxRetries">,
  context: CommandContext,
  { folder, root, includeHidden, secrets, manner, yes, isUnattended }: FolderOptions,
): Promise<Sent> {
  const { env } = context;
  const { url, token } = settings;
  const signal = context.interrupted();
  const key = bookmarkKey(url, token);
  const convert = converting(env);
  const [own, noted, known] = [
    await ownFolders(env),
    await pushedBefore(env, key, { folder, root }),
    await readRefusals(env, url),
  ];
  const how = { includeHidden, secrets };
  const reading = { ...how, own, signal, convert, before: noted, yes, isUnattended };
  const collecting = await startConfirmed(context, folder, reading);
  const [noticed, shown] = [noticing(), showing(context)];
  let place: Place | undefined;
  const plan: PushPlan = {
    ...{ ...(await manner()), knownRefusals: known, convert, signal, onProgress: shown.onProgress },
    pages: shownPages(context, collecting.pages),
    settle: async (taken) => (place = await settle(taken, context)),
    onPage: (page, failed) => {
      noticed.onPage(page, failed);
      shown.onPage(page);
    },
  };
  const outcome = await withServer(context, settings, (client) => pushFolder(client, plan)).finally(
    shown.end,
  );
  const { failed, files } = outcome.report;
  // Whoever said that so many are meant is not asked again.
  if (files > MANY_FILES) await keepConfirmed(env, folder);
  await keepRefusals(env, { url, files: noticed.refused, failed, known });
  const { walking, seenAtMs } = collecting;
  const settled = { ...plan, ...place };
  const before = settled.root === root ? noted : await pushedBefore(env, key, { folder, root: settled.root });
  const { secretRules, folders, leftOut } = walking;
  const finished = {
    plan: settled,
    ...how,
    secretRules,
    seenAtMs,
    files: noticed.seen.files(),
    outcome,
    before,
  };
  const pushed = await pushedNow(folder, finished);
  if (pushed !== undefined) await keepPushed(env, key, pushed);
  else if (before !== undefined && finished.files === undefined) await forgetPushed(env, key, before);
  return { outcome, leftOut: leftOut.result(), url, isStopped: signal.aborted, pushed, folders };
}
