import { DEFAULTS, HOUR_MS } from "../../config.ts";
import { isFree, LEASE, RELEASE } from "../../database/leases.ts";
import type { Session } from "../../database/session.ts";
import { type Bound, statement } from "../../database/statement.ts";
import { AppError } from "../../errors.ts";
import type { SourceRow } from "./source-store.ts";

/** SQL: source `s` of a workspace that is there has a run to begin or to go on with now, and nobody does. */
export const IS_SOURCE_DUE = `s.paused_at IS NULL AND ${isFree("s")}
  AND EXISTS (SELECT 1 FROM workspaces w WHERE w.num = s.workspace AND w.gone_at IS NULL)`;

/** A source that this slice alone works on; its run has begun. */
export interface ClaimedSource
  extends Pick<
    SourceRow,
    | "id"
    | "workspace"
    | "root"
    | "kind"
    | "location"
    | "options"
    | "everyHours"
    | "run"
    | "progress"
    | "memo"
    | "counts"
    | "failures"
    | "confirmedRun"
  > {
  readonly phase: NonNullable<SourceRow["phase"]>;
}

/** A run begins with the first slice that takes the source. */
const CLAIM = statement<ClaimedSource>(`UPDATE sources SET ${LEASE},
    run = run + iif(phase IS NULL, 1, 0), progress = iif(phase IS NULL, '{}', progress), counts = iif(phase IS NULL, '{}', counts),
    started_at = iif(phase IS NULL, :now, started_at), ended_at = NULL, phase = coalesce(phase, 'list')
  WHERE id = (SELECT s.id FROM sources s
    WHERE (:workspace IS NULL OR s.workspace = :workspace) AND ${IS_SOURCE_DUE} ORDER BY s.next_at, s.id LIMIT 1)
  RETURNING id, workspace, root, kind, location, options, every_hours AS everyHours, run, phase, progress, memo, counts,
    failures, confirmed_run AS confirmedRun`);

/** Takes the source that waits longest. */
export const claimSource = (
  db: Session,
  {
    nowMs,
    ...claim
  }: { readonly workspace: number | undefined; readonly lease: string; readonly nowMs: number },
): Promise<ClaimedSource | undefined> =>
  db.first(CLAIM, {
    ...claim,
    ...{ now: nowMs, leaseUntil: nowMs + DEFAULTS.leaseMs, workspace: claim.workspace ?? null },
  });

/** A claim: what is written under one that somebody has taken over, or of a source that is gone, changes nothing. */
export interface Claim {
  readonly id: string;
  readonly lease: string;
}

const MINE = "WHERE id = :id AND lease = :lease";

/** SQL: the claim of a batch's other statements still holds. */
export const HOLDS = `EXISTS (SELECT 1 FROM sources ${MINE})`;

const GO_ON = statement(`UPDATE sources SET phase = :phase, progress = :progress, counts = :counts,
  next_at = :nextAt, ${RELEASE} ${MINE}`);

export interface Progress {
  readonly phase: ClaimedSource["phase"];
  readonly progress: string;
  readonly counts: string;
  /** When the next slice may begin, milliseconds. */
  readonly nextAt: number;
}

/** Gives the source back for the next slice of its run; last in a batch. */
export const goOn = (db: Session, claim: Claim, progress: Progress): Bound =>
  db.bind(GO_ON, { ...claim, ...progress });

const NOTE = statement(`UPDATE sources SET progress = :progress ${MINE}`);

/** Notes how far a run is, inside a slice. */
export const noteProgress = (db: Session, claim: Claim, progress: string): Bound =>
  db.bind(NOTE, { ...claim, progress });

const HELD = statement(`SELECT 1 FROM sources ${MINE}`);

/** Throws `conflict` where another slice has taken the source over, or it is gone: nothing is to be written of it. */
export async function checkClaim(db: Session, claim: Claim): Promise<void> {
  if ((await db.first(HELD, { ...claim })) === undefined)
    throw new AppError("conflict", "Another run has taken this source over, or it was removed");
}

const ENDED = "phase = NULL, progress = '{}', ended_at = :now, counts = :counts";

const COMPLETE = statement(`UPDATE sources SET ${ENDED}, completed_at = :now, last_error = NULL, failures = 0,
  memo = :memo, next_at = :now + every_hours * ${HOUR_MS}, ${RELEASE} ${MINE}`);
const FAIL = statement(`UPDATE sources SET ${ENDED}, last_error = :error, failures = failures + 1,
  next_at = :nextAt, ${RELEASE} ${MINE}`);

/** Ends a run; `memo` is for the next one. */
export const completeRun = (
  db: Session,
  claim: Claim,
  ended: { readonly memo: string; readonly counts: string; readonly nowMs: number },
): Bound => db.bind(COMPLETE, { ...claim, memo: ended.memo, counts: ended.counts, now: ended.nowMs });

/** Ends a run early, with why. */
export const failRun = (
  db: Session,
  claim: Claim,
  failed: {
    readonly error: string;
    readonly counts: string;
    readonly nowMs: number;
    readonly nextAt: number;
  },
): Promise<unknown> =>
  db.all(FAIL, {
    ...claim,
    ...{ error: failed.error, counts: failed.counts, now: failed.nowMs, nextAt: failed.nextAt },
  });
