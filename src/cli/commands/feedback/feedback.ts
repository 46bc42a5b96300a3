import { Argument, InvalidArgumentError } from "commander";
import { VOTES } from "../../../contract/feedback.ts";
import { AppError } from "../../../errors.ts";
import type { CommandContext, ConfigureCommand } from "../../command.ts";
import { EXIT, type ExitCode } from "../../exit-codes.ts";
import type { RecallClient } from "../../session/recall-client.ts";
import { withHint, withSession } from "../../session/session.ts";
import { safeJson, safeLine } from "../../terminal/terminal-safe.ts";
import { renderVotes } from "../log/render.ts";

interface FeedbackFlags {
  readonly note?: string;
  readonly remove?: boolean;
  readonly limit?: number;
  readonly cursor?: string;
}

interface Named {
  readonly recallId: string | undefined;
  readonly chunk: string | undefined;
  readonly value: (typeof VOTES)[number] | undefined;
}

const MAX_LIMIT = 200;
/** Id of a search, or the start of one. */
const RECALL = /^[0-9a-fA-F-]{8,36}$/;

function limitOf(text: string): number {
  const limit = Number(text);
  if (Number.isInteger(limit) && limit >= 1 && limit <= MAX_LIMIT) return limit;
  throw new InvalidArgumentError(`It is a number from 1 to ${MAX_LIMIT}.`);
}

async function vote(client: RecallClient, { recallId, chunk, value }: Named, flags: FeedbackFlags) {
  if (recallId === undefined || chunk === undefined || (value === undefined) === (flags.remove !== true))
    throw new AppError(
      "invalid_input",
      "Name the search, the hit and up or down, or --remove: recall feedback <recall> 1 up",
    );
  if (!RECALL.test(recallId))
    throw new AppError(
      "invalid_input",
      "A search is named by the id in its last line, `Recall …`, or at least 8 characters of its start",
    );
  if (value === undefined) return client.takeFeedback({ recallId, chunk });
  return client.giveFeedback({
    recallId,
    chunk,
    value,
    ...(flags.note !== undefined && { note: flags.note }),
  });
}

async function feedback(named: Named, flags: FeedbackFlags, context: CommandContext): Promise<ExitCode> {
  const { terminal } = context;
  const isJson = context.flags.json === true;
  if (named.recallId === undefined) {
    const { limit, cursor } = flags;
    const place = { cursor, limit: limit === undefined ? undefined : String(limit) };
    const own = await withSession(context, ({ client }) => client.feedback(place));
    terminal.out(isJson ? `${safeJson(own)}\n` : `${renderVotes(own, terminal.columns).join("\n")}\n`);
    return EXIT.ok;
  }
  const hint = "recall log lists searches with their ids; the id is the last line of a search, too";
  const answer = await withHint("not_found", hint, () =>
    withSession(context, ({ client }) => vote(client, named, flags)),
  );
  const { value, chunk, votes } = answer;
  const what = value === "none" ? "Took the vote back" : `Voted ${safeLine(value)}`;
  const text = `${what}: ${safeLine(chunk.slice(0, 8))}, votes on it sum up to ${votes.net.toFixed(2)}`;
  terminal.out(`${isJson ? safeJson(answer) : text}\n`);
  return EXIT.ok;
}

/** `recall feedback <recall> <hit> up|down` */
export const configure: ConfigureCommand = (command, start) => {
  command
    .description(
      "Votes a hit of a search up or down, which moves it in later searches; without arguments lists your votes.",
    )
    .argument("[recall]", "id of the search: the last line of its answer")
    .argument("[hit]", "the hit's number in that answer, or its chunk's id")
    .addArgument(new Argument("[vote]", "what you think of it").choices([...VOTES]))
    .option("--note <text>", "why")
    .option("--remove", "take the vote back")
    .option("-n, --limit <number>", "votes listed (default: 50)", limitOf)
    .option("--cursor <text>", "`next` of the list before")
    .action(
      (
        recallId: string | undefined,
        chunk: string | undefined,
        value: Named["value"],
        flags: FeedbackFlags,
      ) => start((context) => feedback({ recallId, chunk, value }, flags, context)),
    );
};
