import type { Session } from "../database/session.ts";
import { type BackupPlace, readVotes, writeVotes } from "../recalls/sql/vote-backup.ts";
import { redact } from "../redaction/redact.ts";
import type { WorkspaceContext } from "../workspaces/context.ts";
import { wrongCursor } from "../workspaces/cursor.ts";
import type { RecordOf } from "./contract.ts";

/** Votes one step reads. */
const VOTES_A_STEP = 500;

const START: BackupPlace = ["", "", ""];

/** The start of a page, as `next` of the page before named it. Throws `invalid_input`. */
function placeOf(after: string): BackupPlace {
  if (after === "") return START;
  const [recall, hit, token] = after.split(" ");
  if (recall !== undefined && hit !== undefined && token !== undefined) return [recall, hit, token];
  throw wrongCursor();
}

/** A step of an export: votes on what is there. */
export async function voteStep(
  { session, workspace }: { readonly session: Session; readonly workspace: number },
  after: string,
): Promise<{ readonly records: readonly RecordOf<"vote">[]; readonly next: string | undefined }> {
  const votes = await readVotes(session, { workspace, after: placeOf(after), limit: VOTES_A_STEP });
  const last = votes.at(-1);
  const isLast = last === undefined || votes.length < VOTES_A_STEP;
  return {
    records: votes.map(({ value, ...vote }) => ({ type: "vote", ...vote, value: value > 0 ? "up" : "down" })),
    next: isLast ? undefined : `${last.recallId} ${last.hit} ${last.token}`,
  };
}

/** Takes the votes of an export in, after the documents that they are on. */
export const takeVotes = (
  { session, workspace, nowMs }: WorkspaceContext,
  records: readonly RecordOf<"vote">[],
): Promise<void> =>
  writeVotes(session, {
    workspace,
    nowMs,
    votes: records.map(({ type: _, value, note, ...vote }) => ({
      ...vote,
      note: note === null ? null : redact(note).text,
      value: value === "up" ? 1 : -1,
    })),
  });
