import { AppError } from "../errors.ts";
import { redact } from "../redaction/redact.ts";
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
import type { RecallAnswer, RecallHit } from "./contract/recalls.ts";
import { noRecall, onlyRecall, recallAnswer } from "./recalls.ts";
import { findRecalls } from "./sql/recall-reads.ts";
import { findVotes, giveVote, ownVotes, takeVote, type VotePlace, type VoteRow } from "./sql/votes.ts";

/** A search reaches the log a moment after its answer: a vote that is as quick waits for it, so many milliseconds. */
const LOG_WAIT_MS = 400;

/** The search meant, by whoever may name it: with the start of its id only its own token, or an admin. */
async function searchOf(context: WorkspaceContext, idStart: string): Promise<RecallAnswer | undefined> {
  const { session, workspace, claims } = context;
  const token = mayAct(claims.scope, "admin") ? undefined : claims.id;
  const find = () => findRecalls(session, { workspace, idStart, token });
  const found = await find();
  return found.length === 0 ? undefined : recallAnswer(onlyRecall(found));
}

const RANK = /^\d{1,3}$/;

/** The hit that a rank or the start of an id names. Throws `not_found`, `ambiguous`. */
function hitOf({ hits }: RecallAnswer, name: string): RecallHit & { readonly chunk: string } {
  const named = hits.filter(({ rank, chunk }) =>
    RANK.test(name) ? rank === Number(name) : chunk?.startsWith(name) === true,
  );
  const [hit, other] = named;
  if (other !== undefined)
    throw new AppError("ambiguous", "Several hits' ids begin so: send more of it, or the hit's rank");
  if (hit === undefined)
    throw new AppError("not_found", `That search returned no such hit; it has ${hits.length}`);
  if (hit.chunk === null) throw new AppError("not_found", "That hit's document is not there any more");
  return { ...hit, chunk: hit.chunk };
}

/** Gives or changes this token's vote on a hit. Throws `not_found` for a search or a hit that is not logged here. */
export async function giveFeedback(
  context: WorkspaceContext,
  { recallId, chunk, value, note }: FeedbackRequest,
): Promise<FeedbackAnswer> {
  const { session, workspace, claims, nowMs } = context;
  let search = await searchOf(context, recallId);
  if (search === undefined) {
    await new Promise((resolve) => setTimeout(resolve, LOG_WAIT_MS));
    search = await searchOf(context, recallId);
  }
  if (search === undefined) throw noRecall();
  const hit = hitOf(search, chunk);
  const { net, version } = await giveVote(session, {
    workspace,
    recall: search.recallId,
    hit: hit.chunk,
    token: claims.id,
    value: value === "up" ? 1 : -1,
    note: note === undefined ? null : redact(note).text,
    root: hit.root ?? "",
    path: hit.path ?? "",
    nowMs,
  });
  return { recallId: search.recallId, chunk: hit.chunk, value, votes: { net }, version };
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
  return { recallId: vote.recall, chunk: vote.hit, value: "none", votes: { net }, version };
}

const noVote = () => new AppError("not_found", "This token has no vote there");

/** The vote meant: by a rank only while the log has the search. */
async function voteOf(
  context: WorkspaceContext,
  { recallId, chunk }: FeedbackParameters,
): Promise<Pick<VoteRow, "recall" | "hit">> {
  const { session, workspace, claims } = context;
  if (RANK.test(chunk)) {
    const recall = await searchOf(context, recallId);
    if (recall === undefined) throw noRecall();
    return { recall: recall.recallId, hit: hitOf(recall, chunk).chunk };
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
  return { votes: rows.map(voteAnswer), next: isLast ? null : `${last.at} ${last.recall} ${last.hit}` };
}

function parseCursor(cursor: string): VotePlace {
  const [, at, recall, hit] = /^(\d{1,16}) ([0-9a-f-]+) ([0-9a-f]+)$/.exec(cursor) ?? [];
  if (recall === undefined || hit === undefined) throw wrongCursor();
  return [Number(at), recall, hit];
}

const voteAnswer = ({ recall, hit, root, path, query, value, note, at }: VoteRow): Vote => ({
  recallId: recall,
  chunk: hit,
  citation: `${root}:${path}`,
  query,
  value: value === 1 ? "up" : "down",
  note,
  at: new Date(at).toISOString(),
});
