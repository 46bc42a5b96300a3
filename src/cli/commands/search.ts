import type { AnyHit } from "../../contract/hits.ts";
import type { SearchAnswer } from "../../contract/search.ts";
import { AppError } from "../../errors.ts";
import type { RecallClient } from "../client.ts";
import type { CommandContext, ConfigureCommand } from "../command.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { addSearchFlags, type SearchFlags, searchWish } from "../search-flags.ts";
import { addViewFlags, checkFormat, formatOf, type ViewFlags, viewWish } from "../view-flags.ts";

/** Whether a named root is none of the workspace's; asked only where nothing was found, and no failure of its own. */
async function isNoRoot(
  client: RecallClient,
  { hits }: SearchAnswer<AnyHit>,
  root: string | undefined,
): Promise<boolean> {
  if (root === undefined || hits.length > 0) return false;
  try {
    const { roots } = await client.status();
    return !roots.some((known) => known.root === root.normalize("NFC"));
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

async function search(
  query: string,
  flags: SearchFlags & ViewFlags,
  context: CommandContext,
): Promise<ExitCode> {
  const [{ withSession }, { printAnswer }, { safeLine }] = await Promise.all([
    import("../connect.ts"),
    import("../render/print-answer.ts"),
    import("../render/terminal-safe.ts"),
  ]);
  const { terminal } = context;
  const format = formatOf(flags, context.flags.json);
  const { answer, noRoot } = await withSession(context, async ({ client }) => {
    const found = await client.search({ ...searchWish(query, flags), ...viewWish(flags, format) });
    const isAsked = format !== "json" && found.outcome !== "unavailable";
    return { answer: found, noRoot: isAsked && (await isNoRoot(client, found, flags.root)) };
  });
  const instead = noRoot ? `There is no root ${safeLine(flags.root ?? "")}.` : undefined;
  await printAnswer(answer, { terminal, format, budget: flags.budget, instead });
  if (answer.outcome === "unavailable") return EXIT.unavailable;
  return answer.hits.length > 0 ? EXIT.ok : EXIT.nothingOrPartial;
}

/** `recall search <query…>` */
export const configureSearch: ConfigureCommand = (command, start) => {
  addViewFlags(addSearchFlags(command))
    .description('Finds passages by keyword and by meaning. "A phrase" in quotes must occur.')
    .argument("<query...>", "words, a question or an identifier")
    .action((words: readonly string[], flags: SearchFlags & ViewFlags) => {
      checkFormat(command, flags);
      return start((context) => search(words.join(" "), flags, context));
    });
};
