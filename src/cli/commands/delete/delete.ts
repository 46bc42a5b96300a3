import { AppError } from "../../../errors.ts";
import { type CommandContext, type ConfigureCommand, type ExitCode, print } from "../../command.ts";
import { invalid } from "../../failures.ts";
import { assertRootName } from "../../push/folder-options.ts";
import { forgetRoot, isPushedRoot } from "../../pushed/kept-folders.ts";
import { withHint, withSession } from "../../session/session.ts";
import { bookmarkKey } from "../../settings/bookmarks.ts";
import { askText, confirmDeletion } from "../../terminal/ask.ts";
import { count } from "../../terminal/numbers.ts";
import { safeLine } from "../../terminal/terminal-safe.ts";
import { patiently } from "../../terminal/progress-line.ts";

interface DeleteFlags {
  readonly prefix?: string;
  readonly yes?: string;
}

/** Nobody is asked to confirm what is not there. */
async function assertThere(root: string, context: CommandContext): Promise<void> {
  const { roots } = await withSession(context, ({ client }) => client.status());
  if (roots.some((one) => one.root === root)) return;
  throw new AppError("not_found", `There is no root "${root}": recall root list shows those there are`);
}

async function confirm(root: string, { prefix, yes }: DeleteFlags, context: CommandContext): Promise<void> {
  const { terminal } = context;
  if (yes === undefined) await assertThere(root, context);
  const what = prefix === undefined ? "Everything" : `Everything below the folder ${prefix}`;
  const ask = () => askText(`${what} in ${root} will be deleted. The root's name again:`, root);
  await confirmDeletion({ name: root, yes, ask: terminal.canAsk ? ask : undefined });
}

/** What was deleted, and what sends a pushed folder's files again, of which none is gone from this machine. */
function told(
  { deleted, wasSynced }: { readonly deleted: number; readonly wasSynced: boolean },
  { prefix }: DeleteFlags,
): readonly string[] {
  const done = `Deleted ${count(deleted, "document")}`;
  if (!wasSynced) return [done];
  if (prefix === undefined) return [`${done}; only recall push sends it again`];
  return [
    `${done}. recall push sends them again, a sync each that changes.`,
    `To leave them out, name ${safeLine(prefix)} in .recallignore.`,
  ];
}

async function remove(context: CommandContext, root: string, flags: DeleteFlags): Promise<ExitCode> {
  assertRootName(root);
  // An empty prefix is a shell variable that is not set: nobody means the whole root by it.
  if (flags.prefix === "") throw invalid("--prefix names a folder; leave it out for the whole root");
  await confirm(root, flags, context);
  const { wasSynced, ...answer } = await patiently(context.terminal, `deleting ${root}`, () =>
    withHint("not_found", "recall status lists the roots", () =>
      withSession(context, async ({ client, settings }) => {
        const deleted = await client.deleteRoot(root, flags.prefix);
        // A search that syncs would send it again with the folder's next change.
        const key = bookmarkKey(settings.url, settings.token);
        const forget = flags.prefix === undefined ? forgetRoot : isPushedRoot;
        return { ...deleted, wasSynced: await forget(context.env, key, root) };
      }),
    ),
  );
  return print(context, answer, () => told({ ...answer, wasSynced }, flags));
}

/** `recall delete <root>` */
export const configure: ConfigureCommand = (command, start) => {
  command
    .description("Deletes a pushed folder, or a part of it, from the index; files stay where they are.")
    .argument("<root>", "the folder's name in the index")
    .option("--prefix <folder>", "only what is below it")
    .option("--yes <root>", "its name again, instead of being asked")
    .action(start(remove));
};
