import { AppError } from "../../errors.ts";
import { parseJson } from "../../text/parse-json.ts";
import type { Listing, Notes, Pull, SourceAdapter } from "../adapter.ts";
import { type SourceCounts, SourceOptions } from "../contract.ts";
import { createHttp } from "../fetching/http.ts";
import type { Claim, ClaimedSource } from "../sql/claims.ts";
import type { RunPlace } from "../sql/source-items.ts";
import type { PullDeps } from "./deps.ts";

/** A run under way, as one slice has it. */
export interface Run {
  readonly deps: PullDeps;
  readonly source: ClaimedSource;
  readonly claim: Claim;
  readonly place: RunPlace;
  readonly adapter: SourceAdapter;
  readonly pull: Pull;
  readonly progress: RunProgress;
  readonly counts: SourceCounts;
}

export interface RunProgress {
  readonly cursor?: string | undefined;
  readonly notes?: Notes;
  readonly isUnchanged?: true;
  /** What was not seen has been counted. */
  readonly isCounted?: true;
}

const NO_COUNTS: SourceCounts = {
  asked: 0,
  written: 0,
  unchanged: 0,
  removed: 0,
  leftOut: 0,
  failed: 0,
  redacted: 0,
};

/** Counts as a row keeps them; those that are missing are 0. */
export const countsOf = (text: string): SourceCounts =>
  addCounts(NO_COUNTS, (parseJson(text) ?? {}) as Partial<SourceCounts>);

export const addCounts = (counts: SourceCounts, more: Partial<SourceCounts>): SourceCounts => {
  const sum = { ...counts };
  for (const [name, count] of Object.entries(more)) sum[name as keyof SourceCounts] += count;
  return sum;
};

/** The options that a source was added with. */
export const optionsOf = (text: string): SourceOptions => SourceOptions.parse(parseJson(text) ?? {});

/** What a slice works with. Throws AppError for a row that no version of this program wrote. */
export function openRun(deps: PullDeps, source: ClaimedSource, lease: string): Run {
  const { id, workspace, run, kind, location } = source;
  const adapter = deps.adapters[kind];
  if (adapter === undefined) throw new AppError("internal", `No source is of the kind ${String(kind)}`);
  const progress = (parseJson(source.progress) ?? {}) as RunProgress;
  const claim = { id, lease };
  return {
    ...{ deps, source, claim, adapter, progress },
    place: { ...claim, workspace, run },
    counts: countsOf(source.counts),
    pull: {
      ...{ location, options: optionsOf(source.options), http: createHttp(deps.http), buckets: deps.buckets },
      notes: progress.notes ?? {},
      memo: (parseJson(source.memo) ?? {}) as Notes,
      nowMs: deps.now(),
    },
  };
}

/** The progress of a run after a page of its listing. */
export const afterListing = (
  { notes: before }: RunProgress,
  { next: cursor, notes }: Listing,
): RunProgress => ({
  notes: { ...before, ...notes },
  ...(cursor !== undefined && { cursor }),
});
