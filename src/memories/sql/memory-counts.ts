import { and, desc, isNotNull, sql } from "drizzle-orm";
import { REVIEW_TAG, UNDO_MS } from "../../config.ts";
import type { Session } from "../../database/session.ts";
import { d, type MemoryFilters, memoryCondition, type PastMemories } from "./memory-lists.ts";

const MAX_NAMES = 50;

/** Counts over a workspace's memories; `bands` are instants, latest first. */
export async function memoryStatistics(
  db: Session,
  { workspace, nowMs, bands }: { workspace: number; nowMs: number; bands: readonly number[] },
) {
  const isMemory = memoryCondition(workspace, {});
  const memories = sql<number>`count(*)`.as("memories");
  const by = (column: typeof d.type | typeof d.source | typeof d.session) =>
    db.orm
      .select({ name: sql<string>`${column}`.as("name"), memories })
      .from(d)
      .where(and(isMemory, isNotNull(column)))
      .groupBy(column)
      .orderBy(desc(memories), sql`name`)
      .limit(MAX_NAMES);
  const past = (state: PastMemories["state"], leftAfter: number) =>
    sql<number>`(SELECT count(*) FROM past_memories p WHERE p.workspace = ${workspace} AND p.state = ${state}
      AND p.left_at > ${leftAfter})`.as(state);
  const band = sql<number>`(SELECT count(*) FROM json_each(${JSON.stringify(bands)}) b WHERE b.value > d.last_observed)`;
  const [[totals], byType, bySource, bySession, byAge] = await db.orm.batch([
    db.orm
      .select({
        memories,
        observations: sql<number>`coalesce(sum(${d.timesObserved}), 0)`.as("observations"),
        withoutSource: sql<number>`count(*) - count(${d.source})`.as("without_source"),
        withoutSession: sql<number>`count(*) - count(${d.session})`.as("without_session"),
        sources: sql<number>`count(DISTINCT ${d.source})`.as("sources"),
        sessions: sql<number>`count(DISTINCT ${d.session})`.as("sessions"),
        oldest: sql<number | null>`min(${d.lastObserved})`.as("oldest"),
        newest: sql<number | null>`max(${d.lastObserved})`.as("newest"),
        superseded: past("superseded", 0),
        forgotten: past("forgotten", nowMs - UNDO_MS),
        contradictions: sql<number>`(SELECT count(*) FROM contradictions x WHERE x.workspace = ${workspace}
          AND x.memory < x.other AND x.settled = 0)`.as("contradictions"),
        toReview: sql<number>`coalesce(sum(EXISTS (SELECT 1 FROM json_each(${d.tags}) t
          WHERE t.value = ${REVIEW_TAG})), 0)`.as("to_review"),
      })
      .from(d)
      .where(isMemory),
    by(d.type),
    by(d.source),
    by(d.session),
    db.orm
      .select({ band: band.as("band"), memories })
      .from(d)
      .where(isMemory)
      .groupBy(sql`band`),
  ]);
  if (totals === undefined) throw new Error("an aggregate answers one row");
  return { totals, byType, bySource, bySession, byAge };
}

/** Memories by the UTC day of their last observation, and by type. */
export const countMemoryDays = (db: Session, workspace: number, filters: MemoryFilters) =>
  db.orm
    .select({
      day: sql<string>`date(${d.lastObserved} / 1000, 'unixepoch')`.as("day"),
      type: d.type,
      events: sql<number>`count(*)`.as("events"),
    })
    .from(d)
    .where(memoryCondition(workspace, filters))
    .groupBy(sql`1, 2`);
