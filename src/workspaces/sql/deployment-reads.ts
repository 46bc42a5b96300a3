import { firstRow, type Session } from "../../database/session.ts";

/** The day's model calls of all workspaces together. */
interface ModelUse {
  readonly calls: number;
  readonly texts: number;
  readonly passages: number;
}

/** What all workspaces of the database have together. Bytes are the database's own, with its indexes and caches. */
export async function readDeployment(
  session: Session,
  day: string,
): Promise<{
  readonly databaseBytes: number;
  readonly workspaces: number;
  readonly use: ModelUse | undefined;
}> {
  const [counts, use] = await session.batch([
    session.prepare("SELECT count(*) AS workspaces FROM workspaces WHERE gone_at IS NULL"),
    session.prepare("SELECT calls, texts, passages FROM model_use WHERE day = ?").bind(day),
  ]);
  return {
    databaseBytes: counts?.meta.size_after ?? 0,
    workspaces: firstRow<{ workspaces: number }>(counts)?.workspaces ?? 0,
    use: firstRow<ModelUse>(use),
  };
}
