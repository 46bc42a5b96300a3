import { AppError } from "../../errors.ts";
import type { CommandContext, ConfigureCommand } from "../command.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";

interface DeleteFlags {
  readonly prefix?: string;
  readonly yes?: string;
}

async function isConfirmed(root: string, flags: DeleteFlags, context: CommandContext): Promise<boolean> {
  if (flags.yes !== undefined) return flags.yes === root;
  if (!context.terminal.canAsk)
    throw new AppError(
      "invalid_input",
      `Deleting cannot be undone: repeat the root's name with --yes ${root}`,
    );
  const { askText } = await import("../ask.ts");
  const what = flags.prefix === undefined ? "Everything" : `Everything below ${flags.prefix}`;
  return (await askText(`${what} in ${root} will be deleted. The root's name again:`, root)) === root;
}

async function remove(root: string, flags: DeleteFlags, context: CommandContext): Promise<ExitCode> {
  const [{ withSession }, { assertRootName }, { count }, { safeJson }] = await Promise.all([
    import("../connect.ts"),
    import("../push/origin.ts"),
    import("../render/numbers.ts"),
    import("../render/terminal-safe.ts"),
  ]);
  assertRootName(root);
  if (!(await isConfirmed(root, flags, context)))
    throw new AppError("invalid_input", "The name is another one: nothing was deleted");
  const answer = await withSession(context, ({ client }) => client.deleteRoot(root, flags.prefix));
  const text = `Deleted ${count(answer.deleted, "document")}`;
  context.terminal.out(`${context.flags.json === true ? safeJson(answer) : text}\n`);
  return EXIT.ok;
}

/** `recall delete <root>` */
export const configureDelete: ConfigureCommand = (command, start) => {
  command
    .description("Deletes a pushed folder, or a part of it, from the index; files stay where they are.")
    .argument("<root>", "the folder's name in the index")
    .option("--prefix <path>", "only what is below it")
    .option("--yes <root>", "its name again, instead of being asked")
    .action((root: string, flags: DeleteFlags) => start((context) => remove(root, flags, context)));
};
