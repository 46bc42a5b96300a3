import { firstRow, type Session } from "../database/session.ts";

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

const DUE = `SELECT
  (SELECT json_group_array(DISTINCT identity) FROM workspaces) AS identities,
  (EXISTS (SELECT 1 FROM workspaces WHERE identity <> ?1 AND gone_at IS NULL)
    OR EXISTS (SELECT 1 FROM generations WHERE state = 'building' AND identity <> ?1)) AS hasStaleIdentity,
  EXISTS (SELECT 1 FROM generations WHERE next_at <= ?2) AS hasGenerations,
  (EXISTS (SELECT 1 FROM deletions) OR EXISTS (SELECT 1 FROM workspaces WHERE gone_at IS NOT NULL)) AS hasDeletions,
  EXISTS (SELECT 1 FROM rechunks) AS hasRechunks,
  (EXISTS (SELECT 1 FROM contexts WHERE next_at <= ?2)
    AND NOT EXISTS (SELECT 1 FROM contexts WHERE lease_until > ?2)) AS hasContexts,
  (EXISTS (SELECT 1 FROM name_requests WHERE next_at <= ?2)
    AND NOT EXISTS (SELECT 1 FROM name_requests WHERE lease_until > ?2)) AS hasNameRequests,
  EXISTS (SELECT 1 FROM documents WHERE compared = 0) AS hasUncompared,
  EXISTS (SELECT 1 FROM dropped_documents) AS hasDropped`;

type DueRow = Readonly<Record<Exclude<keyof DueWork, "identities">, 0 | 1>> & { readonly identities: string };

/** One look at what there is to do: a run without work costs little more than this. */
export async function dueWork(
  session: Session,
  { identity, nowMs }: { readonly identity: string; readonly nowMs: number },
): Promise<DueWork> {
  const [rows] = await session.batch([session.prepare(DUE).bind(identity, nowMs)]);
  const row = firstRow<DueRow>(rows);
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
