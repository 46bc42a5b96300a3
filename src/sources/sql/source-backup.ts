import { isThere } from "../../database/fragments/gone-documents.ts";
import { jsonParts } from "../../database/json-rows.ts";
import type { Session } from "../../database/session.ts";
import { statement } from "../../database/statement.ts";

/** A thing that has a document, as an export holds it: by which name, and where. */
export interface KeptThing {
  readonly root: string;
  readonly key: string;
  readonly path: string;
  readonly depth: number;
}

const READ = statement<KeptThing>(`SELECT s.root, i.key, i.path, i.depth FROM sources s
  CROSS JOIN source_items i ON i.source = s.id
  WHERE s.workspace = :workspace AND s.root >= :root AND (s.root > :root OR i.key > :key) AND i.kept = 1
  ORDER BY s.root, i.key LIMIT :limit`);

/** Things of the workspace's sources that have a document, after one of them, by root and key. */
export const readKeptThings = (
  db: Session,
  { after: [root, key], ...page }: { workspace: number; after: readonly [string, string]; limit: number },
): Promise<readonly KeptThing[]> => db.all(READ, { ...page, root, key });

// No version and no etag: the next run asks for each, and writes again what is otherwise by now.
const WRITE = statement(`INSERT INTO source_items (source, key, workspace, path, depth, run, kept)
  SELECT s.id, value->>'key', :workspace, value->>'path', value->>'depth', 0, 1 FROM json_each(:things)
  CROSS JOIN sources s ON s.workspace = :workspace AND s.root = value->>'root'
  CROSS JOIN documents d ON d.workspace = :workspace AND d.root = s.root AND d.path = value->>'path' AND ${isThere("d")}
  ON CONFLICT DO NOTHING`);

/** Tells the sources that are there of things that have a document; what has none, the next run finds by itself. */
export async function writeKeptThings(
  db: Session,
  workspace: number,
  things: readonly KeptThing[],
): Promise<void> {
  const parts = jsonParts(things.map(({ root, key, path, depth }) => ({ root, key, path, depth })));
  await db.batch({ written: parts.map((part) => db.bind(WRITE, { workspace, things: part })) });
}
