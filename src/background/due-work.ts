import type { Session } from "../database/session.ts";
import { statement } from "../database/statement.ts";

/** Kinds of work that something is due of, and the identities that workspaces live by. */
export interface DueWork {
  readonly identities: readonly string[];
  /** A workspace lives by another identity than the configured one, or a half-built generation is of another. */
  readonly hasStaleIdentity: boolean;
  readonly hasGenerations: boolean;
  readonly hasDeletions: boolean;
  readonly hasRechunks: boolean;
  /** Contexts are due, and no run is writing any. */
  readonly hasContexts: boolean;
  /** A text model is to be asked for names, and no run is asking. */
  readonly hasNameRequests: boolean;
  /** Memories wait to be compared with the others of their type. */
  readonly hasUncompared: boolean;
  /** The recall log names documents that are gone. */
  readonly hasDropped: boolean;
}

type DueRow = Readonly<Record<Exclude<keyof DueWork, "identities">, 0 | 1>> & { readonly identities: string };

const DUE = statement<DueRow>(`SELECT
  (SELECT json_group_array(DISTINCT identity) FROM workspaces) AS identities,
  (EXISTS (SELECT 1 FROM workspaces WHERE identity <> :identity AND gone_at IS NULL)
    OR EXISTS (SELECT 1 FROM generations WHERE state = 'building' AND identity <> :identity)) AS hasStaleIdentity,
  EXISTS (SELECT 1 FROM generations WHERE next_at <= :now) AS hasGenerations,
  (EXISTS (SELECT 1 FROM deletions) OR EXISTS (SELECT 1 FROM workspaces WHERE gone_at IS NOT NULL)) AS hasDeletions,
  EXISTS (SELECT 1 FROM rechunks) AS hasRechunks,
  (EXISTS (SELECT 1 FROM contexts WHERE next_at <= :now)
    AND NOT EXISTS (SELECT 1 FROM contexts WHERE lease_until > :now)) AS hasContexts,
  (EXISTS (SELECT 1 FROM name_requests WHERE next_at <= :now)
    AND NOT EXISTS (SELECT 1 FROM name_requests WHERE lease_until > :now)) AS hasNameRequests,
  EXISTS (SELECT 1 FROM documents WHERE compared = 0) AS hasUncompared,
  EXISTS (SELECT 1 FROM dropped_documents) AS hasDropped`);

/** One look at what there is to do: a run without work costs little more than this. */
export async function dueWork(
  db: Session,
  { identity, nowMs }: { readonly identity: string; readonly nowMs: number },
): Promise<DueWork> {
  const row = await db.first(DUE, { identity, now: nowMs });
  return {
    identities: JSON.parse(row?.identities ?? "[]") as string[],
    hasStaleIdentity: row?.hasStaleIdentity === 1,
    hasGenerations: row?.hasGenerations === 1,
    hasDeletions: row?.hasDeletions === 1,
    hasRechunks: row?.hasRechunks === 1,
    hasContexts: row?.hasContexts === 1,
    hasNameRequests: row?.hasNameRequests === 1,
    hasUncompared: row?.hasUncompared === 1,
    hasDropped: row?.hasDropped === 1,
  };
}
