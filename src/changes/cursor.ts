import { AppError } from "../errors.ts";
import { seal, unseal } from "../text/sealed.ts";
import { KEPT_DAYS } from "./contract.ts";

/** Whose feed a place is in: a workspace as it was made, in one beginning of the database's tokens. */
export interface FeedIdentity {
  readonly workspace: number;
  readonly createdAt: number;
  readonly epoch: string | undefined;
}

/** Sealed, because the number of a place tells how much else changes in the workspace: a narrow token must not learn it. */
const purposeOf = (workspace: number): string => `changes\n${workspace}`;

const SEALED = /^[A-Za-z0-9_-]{40,300}$/;

const textOf = ({ createdAt, epoch = "" }: FeedIdentity, seq: number): string =>
  `${seq} ${createdAt} ${epoch}`.padEnd(96);

/** A place in the feed as a text for an address. */
export async function sealCursor(
  feed: FeedIdentity,
  seq: number,
  secrets: readonly string[],
): Promise<string> {
  const sealed = await seal(textOf(feed, seq), secrets[0] ?? "", purposeOf(feed.workspace));
  return sealed.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** What a cursor says: a number, and the feed that it was given for. */
export interface OpenCursor {
  readonly seq: number;
  readonly belongsTo: (feed: FeedIdentity) => boolean;
}

/** Opens what `sealCursor` made. Throws `invalid_input` for what is none, `cursor_expired` for one that no secret opens. */
export async function openCursor(
  cursor: string,
  workspace: number,
  secrets: readonly string[],
): Promise<OpenCursor> {
  if (!SEALED.test(cursor) || cursor.length % 4 === 1)
    throw new AppError(
      "invalid_input",
      "since: send the `cursor` of an answer of /v1/changes as it came, or a time as ISO 8601",
    );
  const base64 = cursor.replaceAll("-", "+").replaceAll("_", "/");
  const opened = await unseal(base64, secrets, purposeOf(workspace));
  if (opened === undefined) throw expired("other_feed");
  const seq = Number(opened.split(" ", 1)[0]);
  return { seq, belongsTo: (feed) => opened === textOf(feed, seq) };
}

/** Says why a follower has to begin anew, and how. */
export function expired(reason: "dropped" | "other_feed"): AppError {
  const why =
    reason === "dropped"
      ? `The feed keeps what is gone for ${KEPT_DAYS} days, and has dropped some of it since this place`
      : "This place belongs to another workspace, token secret or state of the database";
  return new AppError(
    "cursor_expired",
    `${why}. Read everything anew without \`since\`, and take what that does not name for removed`,
    { details: { reason, keptDays: KEPT_DAYS } },
  );
}
