import { MEMORY_ROOT } from "../../config.ts";
import { isThere } from "../../database/fragments/gone-documents.ts";
import { GIVEN_NAMES, givenNames } from "../../database/fragments/given-names.ts";
import { namesAreOn } from "../../database/name-writes.ts";
import { allowedOf, quotaValues } from "../../database/quotas.ts";
import type { documents } from "../../database/schema/documents.ts";
import type { Session } from "../../database/session.ts";
import { type Bound, type Statement, statement } from "../../database/statement.ts";
import type { ManifestRequest } from "../contract.ts";

/** What a manifest says of its root; `contextualize` and `entities` stay as they are where it says nothing. */
export interface OpenRootQuery
  extends Pick<ManifestRequest, "origin">,
    Partial<Pick<ManifestRequest, "join" | "dryRun" | "contextualize" | "entities">> {
  readonly workspace: number;
  readonly root: string;
  /** A manifest begins a push: older ones of the same origin are refused from then on. */
  readonly beginsPush?: boolean;
  readonly nowMs: number;
  /** Documents asked for: a range of paths by UTF-8 bytes, or these paths; `countTo`: as many of the root are counted. */
  readonly documents:
    | { readonly after: string; readonly upTo: string | null }
    | { readonly paths: readonly string[]; readonly countTo?: number };
}

/** Its version rises with every write, also over a deletion: the workspace's version that the write made. */
export type KnownDocument = Pick<
  Readonly<typeof documents.$inferSelect>,
  "path" | "hash" | "bytes" | "mtime" | "chunker" | "title" | "source" | "givenMetadata" | "version" | "push"
>;

export interface OpenedRoot extends Pick<RootRow, "version" | "push"> {
  /** Documents in the whole root, as far as they were to be counted. */
  readonly total: number;
  /** False: other origins hold the root, and this one did not ask to join. */
  readonly isMember: boolean;
  readonly known: readonly KnownDocument[];
  /** Its chunks got a written context, before this call may have switched that. */
  readonly isContextualized: boolean;
  /** A text model is asked what the root's chunks name. */
  readonly isNamed: boolean;
  /** The workspace's texts are read for names. */
  readonly hasNames: boolean;
  /** Names that somebody gave in the workspace by hand. */
  readonly given: readonly string[];
  /** What the workspace holds and may hold; 0: as much as it likes. */
  readonly held: Readonly<Record<"bytes" | "documents", { readonly used: number; readonly allowed: number }>>;
}

const HERE = "workspace = :workspace AND root = :root";

/** Whoever asks pushes to the root. */
const IS_MEMBER = `EXISTS (SELECT 1 FROM root_origins WHERE ${HERE} AND origin = :origin)`;

/** The first origin of a root makes it; later ones must say that they mean to share it. */
const JOIN =
  statement(`INSERT INTO root_origins (workspace, root, origin, joined_at) SELECT :workspace, :root, :origin, :now
  WHERE :join OR NOT EXISTS (SELECT 1 FROM root_origins WHERE ${HERE}) ON CONFLICT DO NOTHING`);

interface RootRow {
  readonly origins: number;
  readonly mine: number;
  readonly version: number;
  /** The last push of who asks; 0: none yet. */
  readonly push: number;
  readonly contextualized: 0 | 1;
  readonly named: 0 | 1;
  readonly hasNames: 0 | 1;
  readonly given: string;
  /** JSON. */
  readonly held: string;
}

const ROOT = statement<RootRow>(`SELECT (SELECT count(*) FROM root_origins WHERE ${HERE}) AS origins,
  (SELECT count(*) FROM root_origins WHERE ${HERE} AND origin = :origin) AS mine,
  (SELECT version FROM workspaces WHERE num = :workspace) AS version,
  coalesce((SELECT number FROM root_pushes WHERE ${HERE} AND origin = :origin), 0) AS push,
  EXISTS (SELECT 1 FROM contextual_roots WHERE ${HERE}) AS contextualized,
  EXISTS (SELECT 1 FROM named_roots WHERE ${HERE}) AS named, ${namesAreOn(":root")} AS hasNames, ${GIVEN_NAMES} AS given,
  (SELECT json_object('bytes', json_object('used', w.bytes, 'allowed', ${allowedOf("bytes")}),
    'documents', json_object('used', w.documents, 'allowed', ${allowedOf("documents")})) FROM workspaces w WHERE w.num = :workspace) AS held`);

const NO_ROOT: RootRow = {
  origins: 0,
  mine: 0,
  version: 0,
  push: 0,
  contextualized: 0,
  named: 0,
  hasNames: 1,
  given: "[]",
  held: JSON.stringify({ bytes: { used: 0, allowed: 0 }, documents: { used: 0, allowed: 0 } }),
};

/** Only a member's manifest begins a push; after JOIN. */
const BEGIN_PUSH = statement<{
  readonly number: number;
}>(`INSERT INTO root_pushes (workspace, root, origin, number)
  SELECT :workspace, :root, :origin, 1 + coalesce((SELECT max(number) FROM root_pushes WHERE ${HERE}), 0) WHERE ${IS_MEMBER}
  ON CONFLICT (workspace, root, origin) DO UPDATE SET number = excluded.number RETURNING number`);

const THERE = `FROM documents WHERE ${HERE} AND ${isThere("documents")}`;
const KNOWN = "path, hash, bytes, mtime, chunker, title, source, version, push";
const KNOWN_PATHS = statement<KnownDocument>(
  `SELECT ${KNOWN}, given_metadata AS givenMetadata ${THERE} AND path IN (SELECT value FROM json_each(:paths))`,
);
/**
 * SQLite compares text by bytes, as UTF-8 orders code points; the last page of a manifest has no upper end. A manifest says
 * nothing of metadata, and may name thousands of documents: theirs are not read.
 */
const KNOWN_RANGE = statement<KnownDocument>(
  `SELECT ${KNOWN}, '{}' AS givenMetadata ${THERE} AND path > :after AND (:upTo IS NULL OR path <= :upTo)`,
);

type Count = { readonly n: number };
/** A document is a row read, and those of the range are read already. */
const COUNT_OTHERS = statement<Count>(
  `SELECT (SELECT count(*) ${THERE} AND path <= :after) + (SELECT count(*) ${THERE} AND path > :upTo) AS n`,
);
const COUNT_TO = statement<Count>(`SELECT count(*) AS n FROM (SELECT 1 ${THERE} LIMIT :countTo)`);

/** The documents asked for, and the others as far as they are to be counted. */
function documentStatements(
  db: Session,
  { workspace, root, documents }: OpenRootQuery,
): { readonly known: Bound<KnownDocument>; readonly counted: Bound<Count> | undefined } {
  const place = { workspace, root };
  if (!("paths" in documents)) {
    const range = { ...place, ...documents };
    return { known: db.bind(KNOWN_RANGE, range), counted: db.bind(COUNT_OTHERS, range) };
  }
  const { paths, countTo = 0 } = documents;
  return {
    known: db.bind(KNOWN_PATHS, { ...place, paths: JSON.stringify(paths) }),
    counted: countTo > 0 ? db.bind(COUNT_TO, { ...place, countTo }) : undefined,
  };
}

/** One round trip before a push touches a root: may this origin push there, and what is known of the documents. */
export async function openRoot(db: Session, query: OpenRootQuery): Promise<OpenedRoot> {
  const { workspace, root, origin, join = false, dryRun = false, beginsPush = false, nowMs } = query;
  const values = { workspace, root, origin, now: nowMs, join: join ? 1 : 0, ...quotaValues(db) };
  const { rows, known, counted, begun } = await db.batch({
    rows: db.bind(ROOT, values),
    ...documentStatements(db, query),
    joined: dryRun ? undefined : db.bind(JOIN, values),
    switched: beginsPush ? switchStatements(db, query) : undefined,
    begun: beginsPush ? db.bind(BEGIN_PUSH, values) : undefined,
  });
  const { origins, mine, version, push, contextualized, named, hasNames, given, held } = rows[0] ?? NO_ROOT;
  return {
    isMember: mine > 0 || join || origins === 0,
    known,
    total: (counted[0]?.n ?? 0) + ("paths" in query.documents ? 0 : known.length),
    version,
    push: begun[0]?.number ?? push,
    isContextualized: contextualized === 1,
    isNamed: named === 1,
    hasNames: hasNames === 1 && db.readsNames,
    given: givenNames(given),
    held: JSON.parse(held) as OpenedRoot["held"],
  };
}

// What a text model does for a root. Only a member's manifest switches it. Switched on, the chunks that are there are
// due, once; switched off, what was written stays until it changes. `:workspace`, `:root`, `:origin` throughout.

interface Switch {
  /** Roots that want it, and chunks that wait for it. */
  readonly roots: string;
  readonly due: string;
  /** Of chunk `c` and document `d`: it is for this one. */
  readonly isFor: string;
}

const CONTEXTS: Switch = {
  roots: "contextual_roots",
  due: "contexts",
  isFor: "c.prefix IS NULL AND d.chunk_count > 1",
};
const NAMES: Switch = { roots: "named_roots", due: "name_requests", isFor: namesAreOn("d.root") };

/** The statements that switch it on and off; `may`: who is allowed to. */
const switching = (
  { roots, due, isFor }: Switch,
  may: string,
): Record<"on" | "off", readonly Statement[]> => ({
  on: [
    `INSERT INTO ${due} (chunk, workspace, document) SELECT c.id, :workspace, d.num FROM documents d
     CROSS JOIN chunks c ON c.document = d.num
     WHERE d.workspace = :workspace AND d.root = :root AND ${isFor} AND ${may}
       AND NOT EXISTS (SELECT 1 FROM ${roots} r WHERE r.workspace = :workspace AND r.root = :root)
     ON CONFLICT DO NOTHING`,
    `INSERT INTO ${roots} (workspace, root) SELECT :workspace, :root WHERE ${may} ON CONFLICT DO NOTHING`,
  ].map((sql) => statement(sql)),
  off: [
    `DELETE FROM ${due} WHERE ${may} AND workspace = :workspace
       AND document IN (SELECT num FROM documents WHERE ${HERE})`,
    `DELETE FROM ${roots} WHERE ${HERE} AND ${may}`,
  ].map((sql) => statement(sql)),
});

const SWITCH_CONTEXTS = switching(CONTEXTS, IS_MEMBER);
const SWITCH_NAMES = switching(NAMES, IS_MEMBER);
const SWITCH_MEMORY_NAMES = switching(NAMES, "true");

/** The statements that switch what the query says; none for what it leaves as it is. */
function switchStatements(
  db: Session,
  { workspace, root, origin, contextualize, entities }: OpenRootQuery,
): readonly Bound[] {
  const wanted = [
    [contextualize, SWITCH_CONTEXTS],
    [entities, SWITCH_NAMES],
  ] as const;
  return wanted
    .flatMap(([isOn, what]) => (isOn === undefined ? [] : what[isOn ? "on" : "off"]))
    .map((sql) => db.bind(sql, { workspace, root, origin }));
}

/** Switches the names of the memories, which nobody pushes. */
export async function switchMemoryNames(db: Session, workspace: number, isOn: boolean): Promise<void> {
  const statements = SWITCH_MEMORY_NAMES[isOn ? "on" : "off"];
  await db.batch({ switched: statements.map((sql) => db.bind(sql, { workspace, root: MEMORY_ROOT })) });
}
