import type { DocumentStore } from "../stores/documents.ts";
import { removeDocuments, writeDocuments } from "./document-writes.ts";
import { firstRow, rowsOf, type Session } from "./session.ts";

interface KnownRow {
  readonly path: string;
  readonly hash: string;
  readonly chunker: number;
}

/** Documents of a workspace over one D1 session. */
export const createDocumentStore = (session: Session): DocumentStore => ({
  async known({ workspace, root, after, upTo }) {
    // The page's end is open at the last page; SQLite compares text by bytes, as UTF-8 orders code points.
    const sql = `SELECT path, hash, chunker FROM documents WHERE workspace = ?1 AND root = ?2 AND path > ?3
      AND (?4 IS NULL OR path <= ?4)`;
    const [rows] = await session.batch([session.prepare(sql).bind(workspace, root, after, upTo)]);
    return rowsOf<KnownRow>(rows);
  },
  async knownAt(workspace, root, paths) {
    const sql = `SELECT path, hash, chunker FROM documents WHERE workspace = ? AND root = ?
      AND path IN (SELECT value FROM json_each(?))`;
    const [rows] = await session.batch([session.prepare(sql).bind(workspace, root, JSON.stringify(paths))]);
    return new Map(rowsOf<KnownRow>(rows).map(({ path, ...known }) => [path, known]));
  },
  join: (query) => joinRoot(session, query),
  write: (upload) => writeDocuments(session, upload),
  remove: (removal) => removeDocuments(session, removal),
  async countInRoot(workspace, root) {
    const sql = "SELECT count(*) AS n FROM documents WHERE workspace = ? AND root = ?";
    const [rows] = await session.batch([session.prepare(sql).bind(workspace, root)]);
    return firstRow<{ n: number }>(rows)?.n ?? 0;
  },
});

type JoinQuery = Parameters<DocumentStore["join"]>[0];

/** The first origin of a root makes it; later ones must say that they mean to share it. */
async function joinRoot(
  session: Session,
  { workspace, root, origin, join, dryRun, nowMs }: JoinQuery,
): Promise<"joined" | "refused" | "member"> {
  const here = "workspace = ?1 AND root = ?2";
  if (dryRun) return lookAtRoot(session, { workspace, root, origin, join });
  const [inserted, member] = await session.batch([
    session
      .prepare(
        `INSERT INTO root_origins (workspace, root, origin, joined_at) SELECT ?1, ?2, ?3, ?4
         WHERE ?5 OR NOT EXISTS (SELECT 1 FROM root_origins WHERE ${here})
         ON CONFLICT DO NOTHING RETURNING origin`,
      )
      .bind(workspace, root, origin, nowMs, join ? 1 : 0),
    session.prepare(`SELECT 1 FROM root_origins WHERE ${here} AND origin = ?3`).bind(workspace, root, origin),
  ]);
  if (rowsOf(inserted).length > 0) return "joined";
  return rowsOf(member).length > 0 ? "member" : "refused";
}

/** What joining would answer. */
async function lookAtRoot(
  session: Session,
  { workspace, root, origin, join }: Pick<JoinQuery, "workspace" | "root" | "origin" | "join">,
): Promise<"joined" | "refused" | "member"> {
  const sql = "SELECT origin FROM root_origins WHERE workspace = ? AND root = ?";
  const [rows] = await session.batch([session.prepare(sql).bind(workspace, root)]);
  const origins = rowsOf<{ origin: string }>(rows).map((row) => row.origin);
  if (origins.includes(origin)) return "member";
  return join || origins.length === 0 ? "joined" : "refused";
}
