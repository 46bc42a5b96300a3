import { deleteSome, MAX_DELETED } from "../../database/delete-some.ts";
import type { Session } from "../../database/session.ts";
import { type Bound, statement } from "../../database/statement.ts";
import { COPIED, DOCUMENTS, WORK } from "./copied-tables.ts";

// While a workspace moves, triggers of its own note the key of each row that is written of it, in the transaction that
// writes it, whoever writes: nothing that is written can be missed. The same triggers refuse what is written while it is
// shut. Other workspaces pay nothing but a comparison of numbers, and only while one moves.

/** What a refused write fails with; `database/failures/database-errors.ts` knows it. */
const REFUSED = "workspace_moving";

type Event = "INSERT" | "UPDATE" | "DELETE";
const EVENTS: readonly Event[] = ["INSERT", "UPDATE", "DELETE"];

interface Watched {
  readonly table: string;
  /** SQL of the workspace's number in a row. */
  readonly workspace: string;
  /** From what on `moves.shut` refuses a write. */
  readonly shutAt: 1 | 2;
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
  { table: DOCUMENTS, workspace: "workspace", shutAt: 1, note: { row: DOCUMENTS, key: ["num"] } },
  { table: "chunks", workspace: "workspace", shutAt: 1, note: { row: DOCUMENTS, key: ["document"] } },
  ...COPIED.map(
    ({ name, key, isLog }): Watched => ({
      table: name,
      workspace: "workspace",
      shutAt: isLog ? 2 : 1,
      note: { row: name, key },
    }),
  ),
  ...WORK.map(({ name }): Watched => ({ table: name, workspace: "workspace", shutAt: 1 })),
  ...["generations", "generation_chunks", "sent_calls"].map(
    (table): Watched => ({ table, workspace: "workspace", shutAt: 1 }),
  ),
  { table: "workspaces", workspace: "num", shutAt: 1, columns: WORKSPACE_COLUMNS },
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
  return shutAt === 1 ? "shut = 1" : "false";
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
      WHERE EXISTS (SELECT 1 FROM moves WHERE workspace = ${num} AND phase IN ('copy', 'catch_up', 'switch'));`;
  return `CREATE TRIGGER ${nameOf(num, table, event)} AFTER ${event}${of} ON ${table}
    WHEN ${rows.map((row) => `${row}.${watched.workspace} = ${num}`).join(" OR ")} BEGIN
    SELECT RAISE(ABORT, '${REFUSED}') WHERE EXISTS (SELECT 1 FROM moves WHERE workspace = ${num} AND ${isRefused(watched, event)});
    ${notes} END`;
}

const each = (make: (watched: Watched, event: Event) => string): readonly string[] =>
  WATCHED.flatMap((watched) => EVENTS.map((event) => make(watched, event)));

/** Statements that begin to note what is written of a workspace. */
export const startNoting = (db: Session, workspace: number): readonly Bound[] =>
  each((watched, event) => triggerOf(workspace, watched, event)).map((sql) => db.bind({ sql, names: [] }));

/** Statements that end it; they do nothing where nothing is noted. */
export const endNoting = (db: Session, workspace: number): readonly Bound[] =>
  each(({ table }, event) => `DROP TRIGGER IF EXISTS ${nameOf(workspace, table, event)}`).map((sql) =>
    db.bind({ sql, names: [] }),
  );

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
