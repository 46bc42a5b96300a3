import type { RequestContext } from "../workspaces/context.ts";
import type { RunList, RunParameters } from "./contract.ts";
import { type RunRow, readRuns } from "./run-store.ts";

/**
 * What the background did: an owner is told of all of it, others of what was done for their workspace alone. A page's
 * cursor is a time and how many runs of that moment were shown: a run's number would count those of others.
 */
export async function pageOfRuns(
  { session, claims }: RequestContext,
  { limit, before = `${Number.MAX_SAFE_INTEGER}.0` }: RunParameters,
): Promise<RunList> {
  const [upTo = 0, skip = 0] = before.split(".").map(Number);
  const workspace = claims.workspace ?? undefined;
  const rows = await readRuns(session, { workspace, upTo, skip, limit: limit + 1 });
  const page = rows.slice(0, limit);
  return { runs: page.map(runAnswer), next: rows.length > limit ? cursorAfter(page, { upTo, skip }) : null };
}

function cursorAfter(
  page: readonly RunRow[],
  before: { readonly upTo: number; readonly skip: number },
): string {
  const last = page.at(-1)?.startedAt ?? before.upTo;
  const shown = page.filter(({ startedAt }) => startedAt === last).length;
  return `${last}.${last === before.upTo ? before.skip + shown : shown}`;
}

const runAnswer = ({ kind, startedAt, endedAt, work, error }: RunRow): RunList["runs"][number] => ({
  kind,
  startedAt: new Date(startedAt).toISOString(),
  ms: Math.max(0, endedAt - startedAt),
  work: JSON.parse(work) as Record<string, number>,
  error,
});
