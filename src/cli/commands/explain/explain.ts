import { type CommandContext, type ConfigureCommand, type ExitCode, okIf, print } from "../../command.ts";
import { addSearchFlags, type SearchFlags, searchWish } from "../../flags/search-flags.ts";
import { withSession } from "../../session/session.ts";
import { patiently } from "../../terminal/progress-line.ts";
import { renderWhy } from "./render.ts";

/** A line, or the first of several, as `get` takes it. */
const LINE = /:(\d{1,9})(?:-\d{0,9})?$/;

async function explain(
  context: CommandContext,
  query: string,
  id: string,
  flags: SearchFlags,
): Promise<ExitCode> {
  const wish = { ...searchWish(query, flags), id: id.replace(LINE, "#L$1") };
  const answer = await patiently(context.terminal, "searching", () =>
    withSession(context, ({ client }) => client.explain(wish)),
  );
  print(context, answer, (columns) => renderWhy(answer, columns));
  return okIf(answer.reason === "shown");
}

/** `recall explain <query> <id>` */
export const configure: ConfigureCommand = (command, start) => {
  addSearchFlags(command)
    .description("Says why a passage has its place in the answer to a search, or why it is not in it.")
    .argument("<query>", "the search, in quotes when it has several words")
    .argument("<id>", "the passage: its id, 8 or more characters of its start, path#L3 or path:3")
    .action(start(explain));
};
