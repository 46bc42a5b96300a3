import { AppError } from "../../../errors.ts";
import { type CommandContext, type ConfigureCommand, type ExitCode, print } from "../../command.ts";
import { invalid } from "../../failures.ts";
import { assertRootName } from "../../push/folder-options.ts";
import { withHint, withSession } from "../../session/session.ts";
import { count } from "../../terminal/numbers.ts";
import { safeLine } from "../../terminal/terminal-safe.ts";

interface DescribeFlags {
  readonly remove?: boolean;
}

/** Without words it shows the description that is there. */
async function describe(
  context: CommandContext,
  root: string,
  words: string | undefined,
  { remove = false }: DescribeFlags,
): Promise<ExitCode> {
  assertRootName(root);
  if (remove && words !== undefined) throw invalid("Give a description or --remove, not both");
  const answer = await withHint("not_found", "recall root list shows the roots", () =>
    withSession(context, async ({ client }) => {
      if (remove || words !== undefined) return client.describeRoot(root, remove ? null : (words ?? null));
      const found = (await client.status()).roots.find((one) => one.root === root);
      if (found === undefined) throw new AppError("not_found", `There is no root "${root}"`);
      return { root, description: found.description ?? null };
    }),
  );
  const { description } = answer;
  return print(context, answer, () => [
    safeLine(description === null ? `${root} has no description` : `${root}: ${description}`),
  ]);
}

async function list(context: CommandContext): Promise<ExitCode> {
  const { roots } = await withSession(context, ({ client }) => client.status());
  return print(context, { roots }, () =>
    roots.length === 0
      ? ["Nothing is pushed yet: recall push <folder>"]
      : roots.flatMap(({ root, documents, description }) => [
          safeLine(`${root}: ${count(documents, "document")}`),
          ...(description === undefined ? [] : [safeLine(`  ${description}`)]),
        ]),
  );
}

/** `recall root list|describe` */
export const configure: ConfigureCommand = (command, start) => {
  command.description("Lists the pushed folders, and says what they hold.");
  command.command("list").description("Lists the roots, with what is said of them.").action(start(list));
  command
    .command("describe")
    .description("Says in a line what a root holds: agents choose by it, and searches count its words.")
    .argument("<root>", "the folder's name in the index")
    .argument("[description]", "at most 300 characters; left out, it is shown")
    .option("--remove", "take the description away")
    .action(start(describe));
};
