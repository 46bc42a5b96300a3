import { HOUR_MS } from "../../config.ts";
import { errorText } from "../../database/leases.ts";
import { AppError } from "../../errors.ts";
import { SourceError } from "../fetching/source-error.ts";
import { type ClaimedSource, claimSource, failRun, goOn } from "../sql/claims.ts";
import { askKnown, seeThings } from "../sql/source-items.ts";
import type { PullDeps } from "./deps.ts";
import { fetchSlice } from "./fetch-slice.ts";
import { removeSlice } from "./remove-slice.ts";
import { afterListing, openRun, type Run } from "./run-state.ts";

// A run goes through three parts: what there is, what is new or changed of it, what is gone. Each slice does a piece of one
// under a lease and notes how far it came; whoever dies in between leaves a lease that runs out, and the piece is done again.

/** What one slice did. */
export interface PulledSlice {
  readonly slices: number;
  /** Documents that were written or removed. */
  readonly documents: number;
  readonly failed: number;
}

/** One slice of the source that waits longest. Undefined: none is due. */
export async function pullDue(
  deps: PullDeps,
  { workspace }: { readonly workspace: number | undefined },
): Promise<PulledSlice | undefined> {
  const lease = deps.newLease();
  const source = await claimSource(deps.db, { workspace, lease, nowMs: deps.now() });
  if (source === undefined) return undefined;
  try {
    const documents = await step(openRun(deps, source, lease));
    return { slices: 1, documents, failed: 0 };
  } catch (error) {
    const why = whyOf(error);
    await end(deps, source, { lease, why: why ?? "internal: the server failed; its log says more" });
    if (why === undefined) throw error;
    return { slices: 1, documents: 0, failed: 1 };
  }
}

/** How many documents were written or removed. */
async function step(run: Run): Promise<number> {
  const { phase } = run.source;
  if (phase === "list") {
    await listSlice(run);
    return 0;
  }
  // Nothing is left to ask for: the same slice goes on with what is gone.
  const written = phase === "fetch" ? await fetchSlice(run) : undefined;
  return written ?? removeSlice(run);
}

/** A page of what the source has. */
async function listSlice(run: Run): Promise<void> {
  const { deps, adapter, pull, progress, place, claim, source } = run;
  const listing = await adapter.list(pull, progress.cursor);
  const isUnchanged = listing === "unchanged";
  const next = isUnchanged ? { isUnchanged: true as const } : afterListing(progress, listing);
  const isOver = isUnchanged || listing.next === undefined;
  await deps.db.batch({
    seen: isUnchanged
      ? undefined
      : seeThings(deps.db, place, { things: listing.things, maxItems: pull.options.maxItems }),
    known: !isUnchanged && listing.asksKnown ? askKnown(deps.db, place) : undefined,
    goneOn: goOn(deps.db, claim, {
      ...{ phase: isOver ? "fetch" : "list", progress: JSON.stringify(next) },
      ...{ counts: source.counts, nextAt: deps.now() },
    }),
  });
}

const MAX_ERROR_CHARS = 500;

/** Failures of the source, or of what it is held to; undefined: one of the program. */
function whyOf(error: unknown): string | undefined {
  if (error instanceof SourceError) return error.message.slice(0, MAX_ERROR_CHARS);
  if (error instanceof AppError) return errorText(error).slice(0, MAX_ERROR_CHARS);
  return undefined;
}

/** A run that ended early begins anew after an hour, then two, four …, at its own time at the latest. */
async function end(
  deps: PullDeps,
  { id, everyHours, failures, counts }: ClaimedSource,
  { lease, why }: { readonly lease: string; readonly why: string },
): Promise<void> {
  const nowMs = deps.now();
  const hours = Math.min(everyHours, 2 ** Math.min(failures, 10));
  const failed = { error: why, counts, nowMs, nextAt: nowMs + hours * HOUR_MS };
  await failRun(deps.db, { id, lease }, failed);
}
