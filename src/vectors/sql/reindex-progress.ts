import { firstRow, rowsOf, type Session } from "../../database/session.ts";

/** How far the work on a workspace's whole index is. */
export interface ReindexRows {
  readonly generations: readonly {
    readonly state: "building" | "settling" | "retiring";
    readonly done: number;
    readonly startedAt: number;
    readonly lastError: string | null;
  }[];
  readonly rechunk: { readonly done: number; readonly left: number; readonly startedAt: number } | undefined;
}

const RECHUNK = `SELECT r.done, r.started_at AS startedAt, CASE WHEN r.recut_all = 1
    THEN (SELECT count(*) FROM documents d WHERE d.workspace = r.workspace AND d.num > r.cursor)
    ELSE (SELECT count(*) FROM documents d WHERE d.workspace = r.workspace AND d.chunker >= 0 AND d.chunker < ?2) END AS left
  FROM rechunks r WHERE r.workspace = ?1`;

/** Progress of another identity, of emptying old generations, and of cutting documents anew. */
export async function readReindex(
  session: Session,
  { workspace, chunker }: { readonly workspace: number; readonly chunker: number },
): Promise<ReindexRows> {
  const [generations, rechunk] = await session.batch([
    session
      .prepare(
        "SELECT state, done, started_at AS startedAt, last_error AS lastError FROM generations WHERE workspace = ? ORDER BY num",
      )
      .bind(workspace),
    session.prepare(RECHUNK).bind(workspace, chunker),
  ]);
  return { generations: rowsOf(generations), rechunk: firstRow(rechunk) };
}
