import { Argument } from "commander";
import { memoryIdIn } from "../../../text/places/memory-place.ts";
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

const NONE = "–";

function renderVotes({ votes, nextCursor }: FeedbackList, columns: number): readonly string[] {
  if (votes.length === 0) return ["No votes of this token."];
  const rows = votes.map(({ at, value, recallId, citation, query, note }) => [
    day(at),
    value,
    recallId === null ? NONE : shortRecall(recallId),
    citation,
    note ?? query ?? "",
  ]);
  const more = nextCursor === null ? [] : ["There are older ones: --json with --cursor shows them."];
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

type Opinion = (typeof VOTES)[number];
type Named = readonly [of: string | undefined, hit: string | undefined, value: string | undefined];

const MAX_LIMIT = 200;
const RECALL = /^[0-9a-fA-F-]{8,36}$/;
/** A start of a search's id beyond what a memory's may be. */
const HAS_DASH = /^[0-9a-fA-F]+-/;
const isOpinion = (text: string | undefined): text is Opinion => VOTES.some((vote) => vote === text);

/** What is voted on: a hit of a search, or a memory or passage by its own id. */
function votedOn([of, hit, value]: Named, remove: boolean) {
  if (of !== undefined && value === undefined) {
    if (isOpinion(hit) && !remove) return { place: { chunk: idIn(of) }, value: hit };
    if (hit === undefined && remove && !HAS_DASH.test(of)) return { place: { chunk: idIn(of) } };
  }
  if (of === undefined || hit === undefined || isOpinion(hit) || isOpinion(value) === remove)
    throw invalid(
      "Name the search, the hit and up or down, or --remove: recall feedback <recall> 1 up; or a memory: recall feedback <id> up",
    );
  if (!RECALL.test(of))
    throw invalid(
      "A search is named by the id in its last line, `Recall …`, or at least 8 characters of its start",
    );
  return { place: { recallId: of, chunk: hit }, ...(isOpinion(value) && { value }) };
}

const idIn = (text: string): string => memoryIdIn(text) ?? text;

async function vote(client: RecallClient, named: Named, { note, remove }: FeedbackFlags) {
  const { place, value } = votedOn(named, remove === true);
  if (value === undefined) return client.takeFeedback(place);
  return client.giveFeedback({ ...place, value, ...(note !== undefined && { note }) });
}

async function feedback(
  context: CommandContext,
  recallId: string | undefined,
  hit: string | undefined,
  opinion: string | undefined,
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
      "Votes a hit of a search up or down, or a memory or passage by its id, which moves it in later searches; without arguments lists your votes.",
    )
    .argument(
      "[recall]",
      "id of the search: the last line of its answer; or, before the vote, of a memory or passage",
    )
    .argument("[hit]", "the hit's number in that answer, or its id; of a memory by its id, up or down")
    .addArgument(new Argument("[vote]", "your opinion of it").choices([...VOTES]))
    .option("--note <text>", "why")
    .option("--remove", "remove the vote")
    .option("-n, --limit <number>", "votes listed (default: 50)", wholeNumber(1, MAX_LIMIT))
    .option("--cursor <text>", "`nextCursor` of the list before")
    .action(start(feedback));
};
