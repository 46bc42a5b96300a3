import type { SearchAnswer } from "../../contract/search.ts";
import { AppError } from "../../errors.ts";
import type { RecallClient } from "../client.ts";
import type { CommandContext, ConfigureCommand } from "../command.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { addSearchFlags, type SearchFlags, searchWish } from "../search-flags.ts";

/** Whether a named root is none of the workspace's; asked only where nothing was found, and no failure of its own. */
async function isNoRoot(
  client: RecallClient,
  { hits }: SearchAnswer,
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

async function search(query: string, flags: SearchFlags, context: CommandContext): Promise<ExitCode> {
  const [{ withSession }, { renderHits }, { answerNotes }, { safeJson, safeLine }, { wrap }] =
    await Promise.all([
      import("../connect.ts"),
      import("../render/search-hits.ts"),
      import("../render/answer-notes.ts"),
      import("../render/terminal-safe.ts"),
      import("../render/columns.ts"),
    ]);
  const { terminal } = context;
  const { answer, noRoot } = await withSession(context, async ({ client }) => {
    const found = await client.search(searchWish(query, flags));
    const isAsked = context.flags.json !== true && found.outcome !== "unavailable";
    return { answer: found, noRoot: isAsked && (await isNoRoot(client, found, flags.root)) };
  });
  if (context.flags.json === true) {
    terminal.out(`${safeJson(answer)}\n`);
  } else {
    const hits = renderHits(answer, terminal);
    const notes = noRoot ? `There is no root ${safeLine(flags.root ?? "")}.` : answerNotes(answer);
    const tail = notes === undefined ? [] : wrap(notes, terminal.columns);
    const gap = hits.length > 0 && tail.length > 0 ? [""] : [];
    terminal.out([...hits, ...gap, ...tail].map((line) => `${line}\n`).join(""));
  }
  if (answer.outcome === "unavailable") return EXIT.unavailable;
  return answer.hits.length > 0 ? EXIT.ok : EXIT.nothingOrPartial;
}

/** `recall search <query…>` */
export const configureSearch: ConfigureCommand = (command, start) => {
  addSearchFlags(command)
    .description('Finds passages by keyword and by meaning. "A phrase" in quotes must occur.')
    .argument("<query...>", "words, a question or an identifier")
    .option("--full", "print whole passages instead of their best lines")
    .action((words: readonly string[], flags: SearchFlags) =>
      start((context) => search(words.join(" "), flags, context)),
    );
};
