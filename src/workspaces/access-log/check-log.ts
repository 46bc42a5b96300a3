import { DAY_MS } from "../../config.ts";
import { MAX_DELETED } from "../../database/delete-some.ts";
import type { Session } from "../../database/session.ts";
import { dropEndedTokens } from "../sql/token-store.ts";
import { secretId } from "../token.ts";
import { anchorMark, BEGINNING, type Broken, brokenLines, type ChainPlace } from "./chain.ts";
import { type Anchor, dropLines, oldLines, readLines } from "./log-store.ts";

/** Days that a line is kept, and the row of a token behind its end: lines name it by its id alone. */
const KEPT_DAYS = 90;

interface Part {
  readonly workspace: number;
  readonly secrets: readonly string[];
  /** Number of the line that the part before ended with; 0: the first part. */
  readonly after: number;
  readonly limit: number;
}

/** Whether the service itself deleted what was before an anchor. One that an unknown secret made cannot be checked. */
async function isGenuine(workspace: number, secrets: readonly string[], anchor: Anchor): Promise<boolean> {
  for (const secret of secrets)
    if ((await secretId(secret)) === anchor.key)
      return anchor.mark === (await anchorMark(secret, workspace, anchor));
  return true;
}

/** What is wrong in a part of a chain, and where the next part begins; undefined: this was the last. */
export async function checkLines(
  db: Session,
  { workspace, secrets, after, limit }: Part,
): Promise<{
  readonly checked: number;
  readonly broken: readonly Broken[];
  readonly next: number | undefined;
}> {
  const { lines, before, anchor } = await readLines(db, { workspace, after, limit });
  const first: ChainPlace = anchor ?? BEGINNING;
  const forged = after === 0 && anchor !== undefined && !(await isGenuine(workspace, secrets, anchor));
  // A part may begin at lines that were deleted for their age since the part before.
  const place = before ?? first;
  const broken = await brokenLines({ workspace, secrets, before: place, lines });
  return {
    checked: lines.length,
    broken: [
      ...(forged ? [{ seq: first.seq, problem: "the lines up to it were not deleted by this server" }] : []),
      ...broken,
    ],
    next: lines.length < limit ? undefined : lines.at(-1)?.seq,
  };
}

/**
 * Deletes a slice of lines past their time, and of tokens that ended so long ago; the anchor keeps the chain checkable
 * from the first line that is left. Answers how many went.
 */
export async function pruneAccess(db: Session, secret: string, nowMs: number): Promise<number> {
  const before = nowMs - KEPT_DAYS * DAY_MS;
  return (await pruneLines(db, secret, before)) + (await dropEndedTokens(db, before));
}

async function pruneLines(db: Session, secret: string, before: number): Promise<number> {
  const last = await oldLines(db, { before, max: MAX_DELETED });
  if (last === undefined) return 0;
  const { workspace, seq, hash } = last;
  const mark = await anchorMark(secret, workspace, { seq, hash });
  return dropLines(db, { workspace, seq, hash, key: await secretId(secret), mark });
}
