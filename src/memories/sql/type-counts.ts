import type { Session } from "../../database/session.ts";

/** Replaces a workspace's own types of memories. */
export async function writeMemoryTypes(
  session: Session,
  workspace: number,
  types: readonly string[],
): Promise<void> {
  const sql = `UPDATE workspaces SET version = version + 1, settings = json_set(settings, '$.memoryTypes', json(?2))
    WHERE num = ?1`;
  await session.batch([session.prepare(sql).bind(workspace, JSON.stringify(types))]);
}
