import { isThere } from "../../database/gone-documents.ts";
import { firstRow, rowsOf, type Session } from "../../database/session.ts";
import type { DocumentStore, KnownDocument, OpenedRoot, OpenRootQuery } from "./document-types.ts";
import { removeDocuments, writeDocuments } from "./document-writes.ts";
import { IS_MEMBER, switchStatements } from "./root-switches.ts";

/** Documents of a workspace over one D1 session. */
export const createDocumentStore = (session: Session): DocumentStore => ({
  openRoot: (query) => openRoot(session, query),
  write: (upload) => writeDocuments(session, upload),
  remove: (removal) => removeDocuments(session, removal),
});

const HERE = "workspace = ?1 AND root = ?2";

/** The first origin of a root makes it; later ones must say that they mean to share it. */
const JOIN = `INSERT INTO root_origins (workspace, root, origin, joined_at) SELECT ?1, ?2, ?3, ?4
  WHERE ?5 OR NOT EXISTS (SELECT 1 FROM root_origins WHERE ${HERE}) ON CONFLICT DO NOTHING`;

const ORIGINS = `SELECT (SELECT count(*) FROM root_origins WHERE ${HERE}) AS origins,
  (SELECT count(*) FROM root_origins WHERE ${HERE} AND origin = ?3) AS mine,
  (SELECT count(*) FROM documents WHERE ${HERE} AND ${isThere("documents")}) AS total,
  (SELECT version FROM workspaces WHERE num = ?1) AS version,
  coalesce((SELECT number FROM root_pushes WHERE ${HERE}), 0) AS push,
  EXISTS (SELECT 1 FROM contextual_roots WHERE ${HERE}) AS contextualized,
  EXISTS (SELECT 1 FROM named_roots WHERE ${HERE}) AS named`;

/** Only a member's manifest begins a push; after JOIN. */
const BEGIN_PUSH = `INSERT INTO root_pushes (workspace, root, number) SELECT ?1, ?2, 1
  WHERE ${IS_MEMBER}
  ON CONFLICT (workspace, root) DO UPDATE SET number = number + 1 RETURNING number`;

interface RootRow {
  readonly origins: number;
  readonly mine: number;
  readonly total: number;
  readonly version: number;
  readonly push: number;
  readonly contextualized: 0 | 1;
  readonly named: 0 | 1;
}

const NO_ROOT: RootRow = { origins: 0, mine: 0, total: 0, version: 0, push: 0, contextualized: 0, named: 0 };

async function openRoot(session: Session, query: OpenRootQuery): Promise<OpenedRoot> {
  const { workspace, root, origin, join, dryRun, beginsPush, nowMs } = query;
  const answers = await session.batch([
    session.prepare(ORIGINS).bind(workspace, root, origin),
    knownStatement(session, query),
    ...(dryRun ? [] : [session.prepare(JOIN).bind(workspace, root, origin, nowMs, join ? 1 : 0)]),
    ...(beginsPush ? switchStatements(session, query) : []),
    ...(beginsPush ? [session.prepare(BEGIN_PUSH).bind(workspace, root, origin)] : []),
  ]);
  const row = firstRow<RootRow>(answers[0]);
  const { origins, mine, total, version, push, contextualized, named } = row ?? NO_ROOT;
  const isMember = mine > 0 || join || origins === 0;
  const begun = beginsPush ? firstRow<{ number: number }>(answers.at(-1))?.number : undefined;
  return {
    isMember,
    known: rowsOf<KnownDocument>(answers[1]),
    total,
    version,
    push: begun ?? push,
    isContextualized: contextualized === 1,
    isNamed: named === 1,
  };
}

/** SQLite compares text by bytes, as UTF-8 orders code points; the last page of a manifest has no upper end. */
function knownStatement(
  session: Session,
  { workspace, root, documents }: OpenRootQuery,
): D1PreparedStatement {
  const columns = `SELECT path, hash, chunker, source, version FROM documents WHERE ${HERE} AND ${isThere("documents")}`;
  if ("paths" in documents)
    return session
      .prepare(`${columns} AND path IN (SELECT value FROM json_each(?3))`)
      .bind(workspace, root, JSON.stringify(documents.paths));
  return session
    .prepare(`${columns} AND path > ?3 AND (?4 IS NULL OR path <= ?4)`)
    .bind(workspace, root, documents.after, documents.upTo);
}
