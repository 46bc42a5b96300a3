import { Argument } from "commander";
import { type FeedbackList, VOTES } from "../../../recalls/contract/feedback.ts";
import { type CommandContext, type ConfigureCommand, EXIT, type ExitCode, print } from "../../command.ts";
import { invalid } from "../../failures.ts";
import { wholeNumber } from "../../flags/parsers.ts";
import { shortRecall } from "../../render/recall-id.ts";
import type { RecallClient } from "../../session/recall-client.ts";
import { show, withHint, withSession } from "../../session/session.ts";
import { cutTable } from "../../terminal/columns.ts";
import { day } from "../../terminal/numbers.ts";
import { safeLine } from "../../terminal/terminal-safe.ts";

function renderVotes({ votes, next }: FeedbackList, columns: number): readonly string[] {
  if (votes.length === 0) return ["No votes of this token."];
  const rows = votes.map(({ at, value, recallId, citation, query, note }) => [
    day(at),
    value,
    shortRecall(recallId),
    citation,
    note ?? query ?? "",
  ]);
  const more = next === null ? [] : ["There are older ones: --json with --cursor shows them."];
  return [...cutTable(["day", "vote", "recall", "document", "note or query"], rows, columns), ...more].map(
    safeLine,
  );
}

interface FeedbackFlags {
  readonly note?: string;
  readonly remove?: boolean;
  readonly limit?: number;
  readonly cursor?: string;
}

type Named = readonly [
  recallId: string | undefined,
  chunk: string | undefined,
  value: (typeof VOTES)[number] | undefined,
];

const MAX_LIMIT = 200;
const RECALL = /^[0-9a-fA-F-]{8,36}$/;

async function vote(client: RecallClient, [recallId, chunk, value]: Named, { note, remove }: FeedbackFlags) {
  if (recallId === undefined || chunk === undefined || (value === undefined) === (remove !== true))
    throw invalid("Name the search, the hit and up or down, or --remove: recall feedback <recall> 1 up");
  if (!RECALL.test(recallId))
    throw invalid(
      "A search is named by the id in its last line, `Recall …`, or at least 8 characters of its start",
    );
  if (value === undefined) return client.takeFeedback({ recallId, chunk });
  return client.giveFeedback({ recallId, chunk, value, ...(note !== undefined && { note }) });
}

async function feedback(
  context: CommandContext,
  recallId: string | undefined,
  hit: string | undefined,
  opinion: Named[2],
  flags: FeedbackFlags,
): Promise<ExitCode> {
  if (recallId === undefined) {
    const { limit, cursor } = flags;
    await show(context, (client) => client.feedback({ cursor, limit }), renderVotes);
    return EXIT.ok;
  }
  const hint = "recall log lists searches with their ids; the id is the last line of a search, too";
  const answer = await withHint("not_found", hint, () =>
    withSession(context, ({ client }) => vote(client, [recallId, hit, opinion], flags)),
  );
  const { value, chunk, votes } = answer;
  const done = value === "none" ? "Removed the vote" : `Voted ${safeLine(value)}`;
  return print(context, answer, () => [
    `${done}: ${safeLine(chunk.slice(0, 8))}, votes on it sum up to ${votes.net.toFixed(2)}`,
  ]);
}

/** `recall feedback <recall> <hit> up|down` */
export const configure: ConfigureCommand = (command, start) => {
  command
    .description(
      "Votes a hit of a search up or down, which moves it in later searches; without arguments lists your votes.",
    )
    .argument("[recall]", "id of the search: the last line of its answer")
    .argument("[hit]", "the hit's number in that answer, or its chunk's id")
    .addArgument(new Argument("[vote]", "your opinion of it").choices([...VOTES]))
    .option("--note <text>", "why")
    .option("--remove", "remove the vote")
    .option("-n, --limit <number>", "votes listed (default: 50)", wholeNumber(1, MAX_LIMIT))
    .option("--cursor <text>", "`next` of the list before")
    .action(start(feedback));
};
