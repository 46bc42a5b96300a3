import { deleteSome, MAX_DELETED } from "../../database/delete-some.ts";
import type { Session } from "../../database/session.ts";
import { type Bound, statement } from "../../database/statement.ts";
import { COPIED, DOCUMENTS, WORK } from "./copied-tables.ts";

// While a workspace moves, triggers of its own note the key of each row that is written of it, in the transaction that
// writes it, whoever writes: nothing that is written can be missed. The same triggers refuse what is written while it is
// shut. Other workspaces pay nothing but a comparison of numbers, and only while one moves.

/** What a refused write fails with; `database/failures/database-errors.ts` knows it. */
const REFUSED = "workspace_moving";

/** What `moves.shut` says is refused: nothing; writes, but for logs; everything; what adds to a workspace that has moved. */
export const SHUT = { nothing: 0, writes: 1, all: 2, moved: 3 } as const;

type Event = "INSERT" | "UPDATE" | "DELETE";
const EVENTS: readonly Event[] = ["INSERT", "UPDATE", "DELETE"];

interface Watched {
  readonly table: string;
  /** SQL of the workspace's number in a row. */
  readonly workspace: string;
  /** From what on `moves.shut` refuses a write. */
  readonly shutAt: typeof SHUT.writes | typeof SHUT.all;
  /** What is noted: the table's name and the key; undefined: nothing. */
  readonly note?: { readonly row: string; readonly key: readonly string[] };
  /** Columns whose change is watched. @default all */
  readonly columns?: readonly string[];
}

/** What counts units of a workspace is no content, and is written behind reads. */
const WORKSPACE_COLUMNS =
  "slug name settings identity generation version documents chunks bytes memories indexed_at gone_at audit_next quotas feed_from".split(
    " ",
  );

const WATCHED: readonly Watched[] = [
  { table: DOCUMENTS, workspace: "workspace", shutAt: SHUT.writes, note: { row: DOCUMENTS, key: ["num"] } },
  {
    table: "chunks",
    workspace: "workspace",
    shutAt: SHUT.writes,
    note: { row: DOCUMENTS, key: ["document"] },
  },
  ...COPIED.map(
    ({ name, key, isLog }): Watched => ({
      table: name,
      workspace: "workspace",
      shutAt: isLog ? SHUT.all : SHUT.writes,
      note: { row: name, key },
    }),
  ),
  ...WORK.map(({ name }): Watched => ({ table: name, workspace: "workspace", shutAt: SHUT.writes })),
  ...["generations", "generation_chunks", "sent_calls"].map(
    (table): Watched => ({ table, workspace: "workspace", shutAt: SHUT.writes }),
  ),
  { table: "workspaces", workspace: "num", shutAt: SHUT.writes, columns: WORKSPACE_COLUMNS },
];

const nameOf = (workspace: number, table: string, event: Event): string =>
  `moving_${Math.trunc(workspace)}_${table}_${event.toLowerCase()}`;

/** Both rows of an update count: the key may be what changes. */
const rowsOf = (event: Event): readonly string[] =>
  event === "INSERT" ? ["NEW"] : event === "DELETE" ? ["OLD"] : ["OLD", "NEW"];

/** What is changed by a request that changes nothing else: it must learn that it came too late. */
const NEVER_LATE: readonly string[] = ["tokens", "workspaces"];

/**
 * SQL: this event is refused. Of a workspace that has moved what is left behind may go, and change with that of others,
 * which work over all workspaces does; only nothing may be added.
 */
function isRefused({ table, shutAt }: Watched, event: Event): string {
  if (event === "INSERT" || NEVER_LATE.includes(table)) return `shut >= ${shutAt}`;
  return `shut BETWEEN ${shutAt} AND ${SHUT.all}`;
}

function triggerOf(workspace: number, watched: Watched, event: Event): string {
  const { table, note, columns } = watched;
  const num = Math.trunc(workspace);
  const rows = rowsOf(event);
  const of = event === "UPDATE" && columns !== undefined ? ` OF ${columns.join(", ")}` : "";
  const noted = rows.map(
    (row) => `SELECT json_array(${note?.key.map((column) => `${row}."${column}"`).join(", ")}) AS key`,
  );
  const notes =
    note === undefined
      ? ""
      : `INSERT INTO moved_keys (workspace, row, key) SELECT ${num}, '${note.row}', key FROM (${noted.join(" UNION ")})
      WHERE EXISTS (SELECT 1 FROM moves WHERE workspace = ${num} AND phase IN ('copy', 'catch_up'));`;
  return `CREATE TRIGGER IF NOT EXISTS ${nameOf(num, table, event)} AFTER ${event}${of} ON ${table}
    WHEN ${rows.map((row) => `${row}.${watched.workspace} = ${num}`).join(" OR ")} BEGIN
    SELECT RAISE(ABORT, '${REFUSED}') WHERE EXISTS (SELECT 1 FROM moves WHERE workspace = ${num} AND ${isRefused(watched, event)});
    ${notes} END`;
}

/** Triggers that one slice makes or drops: an invocation of the free plan has 50 queries. */
const MAX_TRIGGERS = 30;

const HERE = statement<{ readonly name: string }>(
  "SELECT name FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'moving\\_' || :workspace || '\\_%' ESCAPE '\\'",
);

const triggersHere = async (db: Session, workspace: number): Promise<readonly string[]> =>
  (await db.all(HERE, { workspace: String(workspace) })).map(({ name }) => name);

const run = (db: Session, statements: readonly string[]): Promise<unknown> =>
  db.batch({ triggers: statements.map((sql) => db.bind({ sql, names: [] })) });

/** Makes some of the triggers that note what is written of a workspace. True: all are there, and nothing was to do. */
export async function startNoting(db: Session, workspace: number): Promise<boolean> {
  const here = new Set(await triggersHere(db, workspace));
  const missing = WATCHED.flatMap((watched) =>
    EVENTS.filter((event) => !here.has(nameOf(workspace, watched.table, event))).map((event) =>
      triggerOf(workspace, watched, event),
    ),
  );
  if (missing.length === 0) return true;
  await run(db, missing.slice(0, MAX_TRIGGERS));
  return false;
}

/** Drops some of them. True: none is there, and nothing was to do. */
export async function endNoting(db: Session, workspace: number): Promise<boolean> {
  const here = await triggersHere(db, workspace);
  if (here.length === 0) return true;
  await run(
    db,
    here.slice(0, MAX_TRIGGERS).map((name) => `DROP TRIGGER IF EXISTS ${name}`),
  );
  return false;
}

const FORGET_SOME = deleteSome("moved_keys", "seq", "workspace = :workspace");

/** Forgets a bounded number of notes that nobody needs any more; answers how many. */
export const forgetSome = async (db: Session, workspace: number): Promise<number> =>
  (await db.all(FORGET_SOME, { workspace, max: MAX_DELETED })).length;

interface Noted {
  readonly seq: number;
  readonly row: string;
  readonly key: string;
}

const NOTED = statement<Noted>(
  "SELECT seq, row, key FROM moved_keys WHERE workspace = :workspace ORDER BY seq LIMIT :limit",
);
const FORGET = statement("DELETE FROM moved_keys WHERE workspace = :workspace AND seq <= :upTo");

/** The first keys that were noted. */
export const readNoted = (db: Session, workspace: number, limit: number): Promise<readonly Noted[]> =>
  db.all(NOTED, { workspace, limit });

/** The statement that forgets what the other database has. */
export const forgetNoted = (db: Session, workspace: number, upTo: number): Bound =>
  db.bind(FORGET, { workspace, upTo });
