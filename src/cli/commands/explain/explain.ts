import type { CommandContext, ConfigureCommand } from "../../command.ts";
import { EXIT, type ExitCode } from "../../exit-codes.ts";
import { addSearchFlags, type SearchFlags, searchWish } from "../../flags/search-flags.ts";
import { print } from "../../print.ts";
import { withSession } from "../../session/session.ts";
import { patiently } from "../../terminal/progress-line.ts";
import { renderWhy } from "./render.ts";

/** A line, or the first of several, as `get` takes it. */
const LINE = /:(\d{1,9})(?:-\d{0,9})?$/;

interface Asked {
  readonly query: string;
  readonly id: string;
}

async function explain({ query, id }: Asked, flags: SearchFlags, context: CommandContext): Promise<ExitCode> {
  const wish = { ...searchWish(query, flags), id: id.replace(LINE, "#L$1") };
  const answer = await patiently(context.terminal, "searching", () =>
    withSession(context, ({ client }) => client.explain(wish)),
  );
  print(context, answer, (columns) => renderWhy(answer, columns));
  return answer.reason === "shown" ? EXIT.ok : EXIT.nothingOrPartial;
}

/** `recall explain <query> <id>` */
export const configure: ConfigureCommand = (command, start) => {
  addSearchFlags(command)
    .description("Says why a passage has its place in the answer to a search, or why it is not in it.")
    .argument("<query>", "the search, in quotes when it has several words")
    .argument("<id>", "the passage: its id, 8 or more characters of its start, path#L3 or path:3")
    .action((query: string, id: string, flags: SearchFlags) =>
      start((context) => explain({ query, id }, flags, context)),
    );
};
