import type { Outcome, Thing } from "../adapter.ts";
import type { SourceCounts } from "../contract.ts";
import { checkClaim, goOn } from "../sql/claims.ts";
import { changeItems, dueThings, type ItemChange, seeThings } from "../sql/source-items.ts";
import { addCounts, type Run } from "./run-state.ts";
import { isTooLong, type ReadyText, readyText, type Written, writeTexts } from "./write-texts.ts";

const MAX_PROBLEM_CHARS = 300;

/** What a slice has learned, before it is written. */
interface Gathered {
  readonly changes: ItemChange[];
  readonly texts: ReadyText[];
  readonly found: Thing[];
  readonly counts: Record<"asked" | "unchanged" | "leftOut" | "failed" | "redacted", number>;
  bytes: number;
}

/**
 * One slice of asking: some things are asked for and written, and what they lead to becomes due. How many were written;
 * undefined: nothing was due.
 */
export async function fetchSlice(run: Run): Promise<number | undefined> {
  const { deps, place, adapter, pull } = run;
  const limit = adapter.asksTogether === true ? deps.upload.maxBatchFiles : deps.limits.things;
  const due = await dueThings(deps.db, place, limit);
  if (due.length === 0) return undefined;
  const paths = new Map(due.map(({ key, path }) => [key, path]));
  const untilMs = deps.now() + deps.limits.budgetMs;
  const gathered: Gathered = {
    ...{ changes: [], texts: [], found: [], bytes: 0 },
    counts: { asked: 0, unchanged: 0, leftOut: 0, failed: 0, redacted: 0 },
  };
  for await (const outcome of adapter.fetch(pull, due)) {
    const path = paths.get(outcome.key);
    if (path === undefined) continue;
    // What finds no room stays due: the next slice begins with it.
    if (!(await gather(run, gathered, { outcome, path }))) break;
    if (deps.now() >= untilMs || gathered.bytes * 2 >= deps.upload.maxBatchBytes) break;
    if (gathered.texts.length >= deps.upload.maxBatchFiles) break;
  }
  return write(run, gathered);
}

const change = (outcome: Outcome, problem: string | null = null): ItemChange => ({
  ...{ key: outcome.key, did: outcome.did, problem },
  version: (outcome.did === "read" ? outcome.version : undefined) ?? null,
  etag: (outcome.did === "read" ? outcome.etag : undefined) ?? null,
  lastModified: (outcome.did === "read" ? outcome.lastModified : undefined) ?? null,
});

interface Met {
  readonly outcome: Outcome;
  readonly path: string;
}

/** Takes an outcome in. False: its text finds no room beside the others. */
async function gather({ deps, pull }: Run, gathered: Gathered, { outcome, path }: Met): Promise<boolean> {
  const { counts, changes, texts, found } = gathered;
  if (outcome.did === "read") {
    const ready = await readyText(path, outcome.text, pull.nowMs);
    const isFull = gathered.bytes + ready.bytes > deps.upload.maxBatchBytes;
    if (isFull && texts.length > 0) return false;
    counts.asked += 1;
    found.push(...(outcome.found ?? []));
    if (isTooLong(ready)) {
      counts.leftOut += 1;
      changes.push(
        change({ key: outcome.key, did: "gone", why: "" }, "its text is longer than a document may be"),
      );
      return true;
    }
    texts.push(ready);
    gathered.bytes += ready.bytes;
    counts.redacted += ready.secrets;
    changes.push(change(outcome));
    return true;
  }
  counts.asked += 1;
  if (outcome.did === "unchanged") counts.unchanged += 1;
  if (outcome.did === "failed") counts.failed += 1;
  if (outcome.did === "gone") counts.leftOut += 1;
  if (outcome.did === "gone") found.push(...(outcome.found ?? []));
  changes.push(change(outcome, outcome.did === "unchanged" ? null : outcome.why.slice(0, MAX_PROBLEM_CHARS)));
  return true;
}

/** Documents first: whoever dies before the rest is noted asks again, and finds them unchanged. */
async function write(run: Run, { changes, texts, found, counts: more }: Gathered): Promise<number> {
  const { deps, source, claim, place, pull, progress, counts } = run;
  await checkClaim(deps.db, claim);
  const written = await writeTexts(deps, source, texts);
  const noted = withRefused(changes, texts, written);
  const sum: Partial<SourceCounts> = {
    ...more,
    written: written.indexed,
    unchanged: more.unchanged + written.unchanged,
    leftOut: more.leftOut + written.failed.length,
  };
  await deps.db.batch({
    changed: changeItems(deps.db, place, noted),
    found:
      found.length === 0
        ? undefined
        : seeThings(deps.db, place, { things: onceEach(found), maxItems: pull.options.maxItems }),
    goneOn: goOn(deps.db, claim, {
      ...{ phase: "fetch", progress: JSON.stringify(progress), nextAt: deps.now() },
      counts: JSON.stringify(addCounts(counts, sum)),
    }),
  });
  return written.indexed;
}

const onceEach = (things: readonly Thing[]): readonly Thing[] => [
  ...new Map(things.map((thing) => [thing.key, thing])).values(),
];

/** What an upload refuses is no document: not text, or named as none may be. */
function withRefused(
  changes: readonly ItemChange[],
  texts: readonly ReadyText[],
  { failed }: Written,
): readonly ItemChange[] {
  if (failed.length === 0) return changes;
  const whyOf = new Map(failed.map(({ path, message }) => [path, message]));
  const read = changes.filter(({ did }) => did === "read");
  const why = new Map(read.map(({ key }, at) => [key, whyOf.get(texts[at]?.document.path ?? "")]));
  return changes.map((one) => {
    const message = why.get(one.key);
    return message === undefined
      ? one
      : {
          ...one,
          did: "gone",
          version: null,
          etag: null,
          lastModified: null,
          problem: message.slice(0, MAX_PROBLEM_CHARS),
        };
  });
}
