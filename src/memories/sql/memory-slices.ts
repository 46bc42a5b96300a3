import { rowsOf, type Session } from "../../database/session.ts";
import { chosenMemories, type MemoryFilters } from "./memory-lists.ts";
import { liveMemories, liveStatements } from "./memory-reads.ts";
import type { MemoryRecord } from "./memory-types.ts";

/** Memories of one slice, and what is in them together, bytes: they are read and written at once. */
const MAX_MEMORIES = 100;
const MAX_BYTES = 600_000;

/** Some of the memories that pass the filters, whole, those first that were not observed for the longest time. */
export async function oldestMemories(
  session: Session,
  { workspace, filters }: { workspace: number; filters: MemoryFilters },
): Promise<readonly MemoryRecord[]> {
  const { sql, params } = chosenMemories(workspace, filters);
  const [sizes] = await session.batch([
    session
      .prepare(
        `SELECT d.num, d.bytes + length(d.metadata) + length(d.tags) + length(d.entities) AS bytes
           FROM documents d WHERE ${sql} ORDER BY d.last_observed, d.path LIMIT ${MAX_MEMORIES}`,
      )
      .bind(...params),
  ]);
  let bytes = 0;
  const fitting = rowsOf<{ num: number; bytes: number }>(sizes).filter((row, at) => {
    bytes += row.bytes;
    return at === 0 || bytes <= MAX_BYTES;
  });
  if (fitting.length === 0) return [];
  const [rows, chunks] = await session.batch(
    liveStatements(session, {
      from: "FROM json_each(?1) j CROSS JOIN documents d ON d.num = j.value AND d.kind = 'memory'",
      params: [JSON.stringify(fitting.map(({ num }) => num))],
    }),
  );
  return liveMemories(rows, chunks);
}
