import type { Plan } from "../config.ts";
import type { Scope } from "../contract/common.ts";
import type { Outage } from "../contract/outages.ts";
import { readDayUse } from "../database/day-use.ts";
import type { Session } from "../database/session.ts";
import { isoTime, utcDay } from "../text/dates/utc-day.ts";
import { mayAct } from "./access.ts";
import type { WorkspaceContext } from "./context.ts";
import type { BackupAge, ReindexWork, StatusAnswer } from "./contract.ts";
import { quotaUse } from "./limits/workspace-quotas.ts";
import { planShare } from "./plan-use.ts";
import { latencyQuantile, type SearchDay } from "./search-days.ts";
import { type RootMemory, readStatus } from "./sql/status-reads.ts";
import { readSearchDays, type WorkspaceRow } from "./sql/workspace-store.ts";
import { descriptionOf, hasNamesOff, parseSettings, rootDescriptionsOf } from "./workspace-settings.ts";

/** What the service runs on, as `status` names it. */
interface RunningParts {
  readonly embedder: string;
  readonly reranker: string;
  readonly vectors: string;
  /** Undefined: no account pays for it. */
  readonly plan: Plan | undefined;
  /** The isolate's. */
  readonly rootMemory: RootMemory;
  /** Work on a workspace's whole index that is under way. */
  readonly reindexWork: (db: Session, row: WorkspaceRow, nowMs: number) => Promise<ReindexWork[]>;
  /** How a workspace is kept in the bucket of backups; undefined: there is none. */
  readonly backup?: ((row: WorkspaceRow, nowMs: number) => Promise<BackupAge>) | undefined;
  /** What does not answer searches, as far as this isolate knows. */
  readonly outages: () => Outage[];
}

/** What the workspace holds, what is still to be done, and how today's searches went. */
export async function workspaceStatus(
  { session, claims, nowMs, row }: WorkspaceContext & { readonly row: WorkspaceRow },
  { reindexWork, outages, plan, backup, rootMemory, ...parts }: RunningParts,
): Promise<StatusAnswer> {
  const [{ roots, counts, failures, move }, today, days, reindex, quotas, kept] = await Promise.all([
    readStatus(session, { ...row, nowMs }, rootMemory),
    readDayUse(session, nowMs),
    readSearchDays(session, row.num, nowMs),
    reindexWork(session, row, nowMs),
    quotaUse({ session, nowMs }, row),
    backup?.(row, nowMs),
  ]);
  const { pausedUntil } = today;
  const descriptions = rootDescriptionsOf(row);
  const sum = (of: "documents" | "chunks" | "bytes"): number =>
    roots.reduce((total, root) => total + root[of], 0);
  return {
    workspace: row.slug,
    database: session.database,
    ...(move && { move }),
    name: row.name,
    scope: claims.scope,
    version: row.version,
    // Not the workspace's own counts, which hold what is deleted until it is emptied.
    documents: sum("documents"),
    chunks: sum("chunks"),
    bytes: sum("bytes"),
    roots: roots.map(({ chunks: _, indexedAt, ...root }) => ({
      ...root,
      ...describedAs(descriptions, root.root),
      indexedAt: isoTime(indexedAt),
    })),
    index: {
      indexedAt: isoTime(row.indexedAt),
      ...counts,
      ...(failures.length > 0 && { failures: [...failures] }),
      ...namesOff(session, row),
      ...parts,
      pausedUntil: pausedUntil !== null && pausedUntil > nowMs ? isoTime(pausedUntil) : null,
    },
    reindex,
    ...outagesFor(claims.scope, outages),
    searches: searchesOf(days, utcDay(nowMs)),
    ...quotas,
    ...(kept && { backup: kept }),
    ...(plan && { plan: planShare(today, { plan, nowMs }) }),
  };
}

function describedAs(descriptions: Readonly<Record<string, string>>, root: string) {
  const description = descriptionOf(descriptions, root);
  return description === undefined ? {} : { description };
}

/** Which texts are not read for names: all of the deployment or the workspace, or those of some roots. */
function namesOff(session: Session, row: WorkspaceRow) {
  if (hasNamesOff(session, row)) return { namesOff: true as const };
  const { unnamedRoots = [] } = parseSettings(row.settings);
  return unnamedRoots.length > 0 ? { namesOffRoots: [...unnamedRoots] } : {};
}

/** For admins alone, and where there is one. */
function outagesFor(scope: Scope, known: () => Outage[]): Pick<StatusAnswer, "outages"> {
  const outages = mayAct(scope, "admin") ? known() : [];
  return outages.length > 0 ? { outages } : {};
}

function searchesOf(days: readonly SearchDay[], today: string): StatusAnswer["searches"] {
  const now = days.find(({ day }) => day === today);
  return {
    day: today,
    count: now?.searches ?? 0,
    nothingFound: now?.nothingFound ?? 0,
    degraded: now?.degraded ?? 0,
    ...speedOf(now?.latencies ?? []),
    cached: {
      answer: now?.cachedAnswer ?? 0,
      embedding: now?.cachedEmbedding ?? 0,
      rerank: now?.cachedRerank ?? 0,
    },
    // One with model calls of background work alone had none.
    days: days
      .filter(({ searches }) => searches > 0)
      .map(({ day, searches, latencies }) => ({ day, count: searches, ...speedOf(latencies) })),
  };
}

const speedOf = (latencies: readonly number[]) => ({
  p50Ms: latencyQuantile(latencies, 0.5),
  p95Ms: latencyQuantile(latencies, 0.95),
});
