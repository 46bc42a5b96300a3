import { DEFAULTS } from "../../config.ts";
import { removeDocuments } from "../../documents/sql/document-writes.ts";
import { AppError } from "../../errors.ts";
import { checkClaim, completeRun, goOn, noteProgress } from "../sql/claims.ts";
import { countGone, countMissed, forgetEmpty, forgetThings, goneThings } from "../sql/source-items.ts";
import { addCounts, type Run } from "./run-state.ts";

/** The last part of a run: what two runs have not seen goes, a bounded number in a slice, which it returns; then the run is over. */
export async function removeSlice(run: Run): Promise<number> {
  const { deps, place, adapter } = run;
  if (!adapter.listsAll) return complete(run);
  if (run.progress.isCounted === undefined) await count(run);
  await checkDeletions(run);
  const gone = await goneThings(deps.db, place, deps.limits.deletions);
  if (gone.length === 0) return complete(run);
  const { workspace, root } = run.source;
  const paths = gone.map(({ path }) => path);
  await checkClaim(deps.db, run.claim);
  await removeDocuments(deps.db, { workspace, root, paths, nowMs: deps.now(), push: 0 });
  const counts = addCounts(run.counts, { removed: gone.length });
  const progress = JSON.stringify({ ...run.progress, isCounted: true });
  await deps.db.batch({
    forgotten: forgetThings(
      deps.db,
      place,
      gone.map(({ key }) => key),
    ),
    goneOn: goOn(deps.db, run.claim, {
      ...{ phase: "remove", progress, counts: JSON.stringify(counts), nextAt: deps.now() },
    }),
  });
  return gone.length;
}

/** In one batch with the note that it was done: a slice that is done again counts nothing twice. */
async function count({ deps, claim, place, progress }: Run): Promise<void> {
  await deps.db.batch({
    missed: countMissed(deps.db, place, progress.isUnchanged === true),
    noted: noteProgress(deps.db, claim, JSON.stringify({ ...progress, isCounted: true })),
    forgotten: forgetEmpty(deps.db, place),
  });
}

async function checkDeletions({ deps, place, source, counts }: Run): Promise<void> {
  const { gone, kept } = await countGone(deps.db, place);
  // Those of this run's earlier slices were a part of it.
  const [all, total] = [gone + counts.removed, kept + counts.removed];
  if (source.confirmedRun === source.run || total <= DEFAULTS.smallRootDocuments || all * 2 <= total) return;
  throw new AppError(
    "too_many_deletions",
    `This would delete ${all} of the ${total} documents that are no longer there: confirm it with recall source run "${source.root}" --confirm`,
  );
}

/** What is remembered of a run of which something failed would hide that from the next one. */
async function complete({ deps, claim, pull, progress, counts }: Run): Promise<0> {
  const notes = progress.isUnchanged === true ? pull.memo : (progress.notes ?? {});
  const { robots: _, ...memo } = counts.failed > 0 ? {} : notes;
  await deps.db.batch({
    completed: completeRun(deps.db, claim, {
      ...{ memo: JSON.stringify(memo), counts: JSON.stringify(counts), nowMs: deps.now() },
    }),
  });
  return 0;
}
