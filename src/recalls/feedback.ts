import { MEMORY_ROOT } from "../config.ts";
import { AppError } from "../errors.ts";
import { redact } from "../redaction/redact.ts";
import { candidatesOf, findChunks, isOneMemory } from "../search/explain/chunk-lookup.ts";
import { passageId } from "../search/views/citation.ts";
import { mayAct } from "../workspaces/access.ts";
import type { WorkspaceContext } from "../workspaces/context.ts";
import { wrongCursor } from "../workspaces/cursor.ts";
import type {
  FeedbackAnswer,
  FeedbackList,
  FeedbackParameters,
  FeedbackRequest,
  Vote,
} from "./contract/feedback.ts";
import { noRecall, onlyRecall, recallAnswer, votableHits } from "./recalls.ts";
import { findRecalls, type RecallRow } from "./sql/recall-reads.ts";
import { findVotes, giveVote, ownVotes, takeVote, type VotePlace, type VoteRow } from "./sql/votes.ts";

/** A search reaches the log a moment after its answer: a vote that is as quick waits for it, so many milliseconds. */
const LOG_WAIT_MS = 400;

/** The search meant, by whoever may name it: with the start of its id only its own token, or an admin. */
async function searchOf(context: WorkspaceContext, idStart: string): Promise<RecallRow | undefined> {
  const { session, workspace, claims } = context;
  const token = mayAct(claims.scope, "admin") ? undefined : claims.id;
  const find = () => findRecalls(session, { workspace, idStart, token });
  const found = await find();
  return found.length === 0 ? undefined : onlyRecall(found);
}

const RANK = /^\d{1,3}$/;

/** What is voted on: the passage that a search returned, or one by itself. */
interface Voted extends Pick<VoteRow, "recall" | "hit" | "root" | "path"> {}

/** The hit that a rank, or the start of the id of a passage or memory, names. Throws `not_found`, `ambiguous`. */
function hitOf(row: RecallRow, name: string): Voted {
  const { hitCount } = recallAnswer(row);
  const hits = votableHits(row);
  const named = hits.filter((hit) =>
    RANK.test(name)
      ? hit.rank === Number(name)
      : hit.chunk.startsWith(name) || passageId({ ...hit, id: hit.chunk }).startsWith(name),
  );
  const [hit, ...others] = named;
  if (others.some((other) => other.root !== MEMORY_ROOT || other.path !== hit?.path))
    throw new AppError("ambiguous", "Several hits' ids begin so: send more of it, or the hit's rank");
  if (hit !== undefined) return { recall: row.id, hit: hit.chunk, root: hit.root, path: hit.path };
  const isThere = RANK.test(name) && Number(name) <= hitCount;
  throw new AppError(
    "not_found",
    isThere
      ? "That hit's document is not there any more"
      : `That search returned no such hit; it has ${hitCount}`,
  );
}

/** A passage that no search need have returned, by its id or a start of it. Throws `not_found`, `ambiguous`. */
async function passageNamed({ session, workspace }: WorkspaceContext, idStart: string): Promise<Voted> {
  if (RANK.test(idStart))
    throw new AppError("invalid_input", "A rank is of a search: name the search, or the passage by its id");
  const chunks = await findChunks(session, workspace, { idStart });
  const [found, other] = chunks;
  if (found === undefined)
    throw new AppError(
      "not_found",
      `There is no passage or memory "${idStart}": one that was superseded or forgotten takes no votes`,
    );
  if (other !== undefined && !isOneMemory(chunks))
    throw new AppError("ambiguous", `"${idStart}" begins several ids: send more of it`, {
      details: { candidates: candidatesOf(chunks) },
    });
  const { root, path } = found.row;
  const id = passageId(found.row);
  // In place of a search's: a vote on the passage itself, one a token.
  return { recall: id, hit: id, root, path };
}

/** What a request votes on; a search that is not logged yet is waited for. */
async function votedOn(context: WorkspaceContext, { recallId, chunk }: FeedbackParameters): Promise<Voted> {
  if (recallId === undefined) return passageNamed(context, chunk);
  let search = await searchOf(context, recallId);
  if (search === undefined) {
    await new Promise((resolve) => setTimeout(resolve, LOG_WAIT_MS));
    search = await searchOf(context, recallId);
  }
  if (search === undefined) throw noRecall();
  return hitOf(search, chunk);
}

const namesOf = ({ recall, hit, root, path }: Voted): Pick<FeedbackAnswer, "recallId" | "chunk"> => ({
  recallId: recall === hit ? null : recall,
  chunk: passageId({ id: hit, root, path }),
});

/** Gives or changes this token's vote on a hit, or on a passage or memory by itself. Throws `not_found` for a search or a hit that is not logged here. */
export async function giveFeedback(
  context: WorkspaceContext,
  { recallId, chunk, value, note }: FeedbackRequest,
): Promise<FeedbackAnswer> {
  const { session, workspace, claims, nowMs } = context;
  const voted = await votedOn(context, { recallId, chunk });
  const { net, version } = await giveVote(session, {
    ...{ workspace, ...voted, token: claims.id, nowMs },
    value: value === "up" ? 1 : -1,
    note: note === undefined ? null : redact(note).text,
  });
  return { ...namesOf(voted), value, votes: { net }, version };
}

/** Takes this token's vote on a hit back. Throws `not_found` where there is none. */
export async function takeFeedback(
  context: WorkspaceContext,
  { recallId, chunk }: FeedbackParameters,
): Promise<FeedbackAnswer> {
  const { session, workspace, claims, nowMs } = context;
  const vote = await voteOf(context, { recallId, chunk });
  const key = { workspace, recall: vote.recall, hit: vote.hit, token: claims.id };
  const receipt = await takeVote(session, { ...key, nowMs });
  if (receipt === undefined) throw noVote();
  const { net, version } = receipt;
  return { ...namesOf(vote), value: "none", votes: { net }, version };
}

const noVote = () => new AppError("not_found", "This token has no vote there");

/** The vote meant: by a rank only while the log has the search. */
async function voteOf(context: WorkspaceContext, { recallId, chunk }: FeedbackParameters): Promise<Voted> {
  const { session, workspace, claims } = context;
  if (recallId === undefined) return passageNamed(context, chunk);
  if (RANK.test(chunk)) {
    const recall = await searchOf(context, recallId);
    if (recall === undefined) throw noRecall();
    return hitOf(recall, chunk);
  }
  const key = { workspace, token: claims.id, recall: recallId, hit: chunk };
  const [vote, other] = await findVotes(session, key);
  if (vote === undefined) throw noVote();
  if (other !== undefined)
    throw new AppError("ambiguous", "Several votes are named so: send more of the ids");
  return vote;
}

const FIRST_PAGE: VotePlace = [Number.MAX_SAFE_INTEGER, "", ""];

/** This token's own votes, newest first. */
export async function listFeedback(
  { session, workspace, claims }: WorkspaceContext,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<FeedbackList> {
  const after = cursor === undefined ? FIRST_PAGE : parseCursor(cursor);
  const rows = await ownVotes(session, { workspace, token: claims.id, after, limit });
  const last = rows.at(-1);
  const isLast = last === undefined || rows.length < limit;
  return { votes: rows.map(voteAnswer), nextCursor: isLast ? null : `${last.at} ${last.recall} ${last.hit}` };
}

function parseCursor(cursor: string): VotePlace {
  const [, at, recall, hit] = /^(\d{1,16}) ([0-9a-f-]+) ([0-9a-f]+)$/.exec(cursor) ?? [];
  if (recall === undefined || hit === undefined) throw wrongCursor();
  return [Number(at), recall, hit];
}

const voteAnswer = ({ recall, hit, root, path, query, value, note, at }: VoteRow): Vote => ({
  ...namesOf({ recall, hit, root, path }),
  citation: `${root}:${path}`,
  query,
  value: value === 1 ? "up" : "down",
  note,
  at: new Date(at).toISOString(),
});
