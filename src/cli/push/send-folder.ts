import type { Connection } from "../../client/send.ts";
import { AppError } from "../../errors.ts";
import type { CommandContext } from "../command.ts";
import { collectFolder } from "../folder/collect-folder.ts";
import { ownFolders } from "../folder/own-folders.ts";
import type { LeftOut } from "../folder/walk.ts";
import { converting } from "../formats/converting.ts";
import { keepPushed, type PushedFolder, pushedBefore } from "../pushed/kept-folders.ts";
import { pushedNow } from "../pushed/pushed-now.ts";
import { settingsOf, withServer } from "../session/session.ts";
import { bookmarkKey } from "../settings/bookmarks.ts";
import type { Settings } from "../settings/settings.ts";
import { askChoice, askText } from "../terminal/ask.ts";
import { patiently, progressLine } from "../terminal/progress-line.ts";
import { safeLine } from "../terminal/terminal-safe.ts";
import { assertRootName, type FolderOptions } from "./folder-options.ts";
import { type PushPlan, pushFolder } from "./push-folder.ts";
import { keepRefusals, readRefusals } from "./refused-files.ts";
import type { PushOutcome } from "./report.ts";

/** The failure that tells what a person can do about a root that another machine or folder pushed. */
export const rootTaken = (root: string): AppError =>
  new AppError(
    "root_exists",
    `Another machine or folder pushed “${root}”: --join shares it, --root NAME makes another`,
  );

/** What to do about a root that another machine or folder pushed; asked on a terminal, an error elsewhere. */
async function settle(plan: PushPlan, context: CommandContext): Promise<Pick<PushPlan, "root" | "join">> {
  if (!context.terminal.canAsk || context.flags.json === true) throw rootTaken(plan.root);
  const choice = await askChoice(`Another machine or folder pushed “${safeLine(plan.root)}”.`, {
    other: "Give this folder another name",
    join: "Share it: both push into one root",
    stop: "Stop",
  });
  if (choice === "join") return { root: plan.root, join: true };
  const name = choice === "other" ? await askText("Name of the root", `${plan.root}-2`) : undefined;
  if (name === undefined) throw new AppError("root_exists", "Nothing was pushed");
  return { root: assertRootName(name), join: false };
}

/** Runs a push, again under the name or the sharing that a person chose when the root was taken. */
async function pushSettled<T>(
  plan: PushPlan,
  context: CommandContext,
  push: (plan: PushPlan) => Promise<T>,
): Promise<T> {
  try {
    return await push(plan);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "root_exists") throw error;
    return pushSettled({ ...plan, ...(await settle(plan, context)) }, context, push);
  }
}

interface Sent {
  readonly outcome: PushOutcome;
  readonly leftOut: LeftOut;
  readonly url: string;
  /** Ctrl-C ended it. */
  readonly isStopped: boolean;
  /** The folder as the server has it now; undefined: the push did not come to its end. */
  readonly pushed: PushedFolder | undefined;
  readonly folders: readonly string[];
}

/** Pushes a folder with a progress line, and remembers what the server has taken and what it can never take. */
export async function sendFolder(context: CommandContext, options: FolderOptions): Promise<Sent> {
  return sendFolderTo(await settingsOf(context), context, options);
}

/** The same to a server that is known already. */
export async function sendFolderTo(
  settings: Settings & Pick<Connection, "maxRetries">,
  context: CommandContext,
  { folder, root, includeHidden, secrets, planFor }: FolderOptions,
): Promise<Sent> {
  const { env } = context;
  const { url, token } = settings;
  const signal = context.interrupted();
  const own = await ownFolders(env);
  const key = bookmarkKey(url, token);
  const convert = converting(env);
  const noted = await pushedBefore(env, key, { folder, root });
  const collected = await patiently(context.terminal, "looking through the folder", () =>
    collectFolder(folder, { includeHidden, secrets, own, signal, convert, before: noted }),
  );
  const known = await readRefusals(env, url);
  const progress = progressLine(context.terminal);
  const onProgress = (done: number, total: number) => progress.update("sending", done, total);
  let plan: PushPlan = { ...(await planFor(collected)), knownRefusals: known, convert, signal, onProgress };
  const outcome = await withServer(context, settings, (client) =>
    pushSettled(plan, context, (settled) => {
      plan = { ...plan, ...settled };
      return pushFolder(client, settled);
    }),
  ).finally(() => progress.end());
  const { failed } = outcome.report;
  await keepRefusals(env, { url, files: collected.files, failed, known });
  const before = await pushedBefore(env, key, { folder, root: plan.root });
  const finished = { plan, includeHidden, secrets, collected, outcome, before };
  const pushed = await pushedNow(folder, finished);
  if (pushed !== undefined) await keepPushed(env, key, pushed);
  const { leftOut, folders } = collected;
  return { outcome, leftOut, url, isStopped: signal.aborted, pushed, folders };
}
