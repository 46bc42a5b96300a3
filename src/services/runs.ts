import type { RunList, RunParameters } from "../contract/runs.ts";
import { readRuns, type RunRow } from "../storage/run-reads.ts";
import type { RequestContext } from "./context.ts";

/** What the background did: an owner is told of all of it, others of what was done for their workspace alone. */
export async function pageOfRuns(
  { session, claims }: RequestContext,
  { limit, before = Number.MAX_SAFE_INTEGER }: RunParameters,
): Promise<RunList> {
  const rows = await readRuns(session, {
    workspace: claims.workspace ?? undefined,
    before,
    limit: limit + 1,
  });
  const page = rows.slice(0, limit);
  return { runs: page.map(runAnswer), next: rows.length > limit ? (page.at(-1)?.id ?? null) : null };
}

const runAnswer = ({ id, kind, startedAt, endedAt, work, error }: RunRow): RunList["runs"][number] => ({
  id,
  kind,
  startedAt: new Date(startedAt).toISOString(),
  ms: Math.max(0, endedAt - startedAt),
  work: JSON.parse(work) as Record<string, number>,
  error,
});
