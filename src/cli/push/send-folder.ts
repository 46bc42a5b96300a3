import type { Connection } from "../../client/send.ts";
import type { CommandContext } from "../command.ts";
import type { FolderOptions } from "../commands/push/dry-run.ts";
import type { LeftOut } from "../commands/push/render.ts";
import { collectFolder } from "../folder/collect-folder.ts";
import { ownFolders } from "../folder/own-folders.ts";
import { keepPushed, type PushedFolder, pushedBefore } from "../pushed/kept-folders.ts";
import { pushedNow } from "../pushed/pushed-now.ts";
import { settingsOf, withServer } from "../session/session.ts";
import { bookmarkKey } from "../settings/bookmarks.ts";
import type { Settings } from "../settings/settings.ts";
import { patiently, progressLine } from "../terminal/progress-line.ts";
import { type PushPlan, pushFolder } from "./push-folder.ts";
import { keepRefusals, readRefusals } from "./refused-files.ts";
import type { PushOutcome } from "./report.ts";
import { pushSettled } from "./settle-root.ts";

export interface Sent {
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
  { folder, includeHidden, planFor }: FolderOptions,
): Promise<Sent> {
  const { env } = context;
  const { url, token } = settings;
  const signal = context.interrupted();
  const own = await ownFolders(env);
  const collected = await patiently(context.terminal, "looking through the folder", () =>
    collectFolder(folder, { includeHidden, own, signal }),
  );
  const known = await readRefusals(env, url);
  const progress = progressLine(context.terminal);
  const onProgress = (done: number, total: number) => progress.update("sending", done, total);
  let plan: PushPlan = { ...(await planFor(collected)), knownRefusals: known, signal, onProgress };
  const outcome = await withServer(context, settings, (client) =>
    pushSettled(plan, context, (settled) => {
      plan = { ...plan, ...settled };
      return pushFolder(client, settled);
    }),
  ).finally(() => progress.end());
  const { failed } = outcome.report;
  await keepRefusals(env, { url, files: collected.files, failed, known });
  const key = bookmarkKey(url, token);
  const before = await pushedBefore(env, key, { folder, root: plan.root });
  const pushed = await pushedNow(folder, {
    plan,
    includeHidden,
    collected,
    outcome,
    before,
  });
  if (pushed !== undefined) await keepPushed(env, key, pushed);
  const { leftOut, folders } = collected;
  return { outcome, leftOut, url, isStopped: signal.aborted, pushed, folders };
}
