import { jsonParts } from "../../database/json-rows.ts";
import type { Session } from "../../database/session.ts";
import { type Bound, type Statement, statement } from "../../database/statement.ts";
import type { CopiedTable } from "./copied-tables.ts";

// Rows of a table as they are: read by key in one database, written by key in the other. Writing them again changes nothing.

/** A row as it travels. */
export type Row = Readonly<Record<string, string | number | null>>;
/** What names a row within its workspace. */
export type Key = readonly (string | number)[];

/** Text of statements that are made once a table. */
const once = <Made>(make: (table: CopiedTable) => Made): ((table: CopiedTable) => Made) => {
  const made = new Map<CopiedTable, Made>();
  return (table) => {
    const known = made.get(table) ?? make(table);
    made.set(table, known);
    return known;
  };
};

const list = (columns: readonly string[], of = ""): string =>
  columns.map((column) => `${of}"${column}"`).join(", ");

const selected = ({ columns, blobs }: CopiedTable): string =>
  columns.map((name) => (blobs.includes(name) ? `hex(t."${name}") AS "${name}"` : `t."${name}"`)).join(", ");

/** Places of the key in a JSON list. */
const places = (key: readonly string[]): string => key.map((_, at) => `j.value->>${at}`).join(", ");

const PAGE = once((table) => {
  const { name, key } = table;
  const after = key.map((_, at) => `:k${at}`).join(", ");
  const beyond = key.length === 0 ? "NOT :isBegun" : `(${list(key, "t.")}) > (${after})`;
  const order = key.length === 0 ? "1" : list(key, "t.");
  return statement<Row>(
    `SELECT ${selected(table)} FROM ${name} t WHERE t.workspace = :workspace AND ${beyond} ORDER BY ${order} LIMIT :limit`,
  );
});

/** Where a walk over a table begins: below every key. */
const beginning = ({ key, numbers }: CopiedTable): Key =>
  key.map((name) => (numbers.includes(name) ? -1 : ""));

interface PagePlace {
  /** @default the beginning */
  readonly after?: Key | undefined;
  /** Rows of the page. @default all there are */
  readonly limit?: number;
}

/** The statement that reads the next rows of a table, in the order of their keys. */
export function pageOf(
  db: Session,
  table: CopiedTable,
  workspace: number,
  { after, limit = -1 }: PagePlace = {},
): Bound<Row> {
  const from = after ?? beginning(table);
  const keys = Object.fromEntries(from.map((value, at) => [`k${at}`, value]));
  return db.bind(PAGE(table), { workspace, limit, isBegun: after === undefined ? 0 : 1, ...keys });
}

/** The key of a row. */
export const keyOf = ({ key }: CopiedTable, row: Row): Key => key.map((name) => row[name] ?? "");

const BY_KEYS = once((table) => {
  const { name, key } = table;
  const on = key.map((column, at) => ` AND t."${column}" = j.value->>${at}`).join("");
  return statement<Row>(
    `SELECT ${selected(table)} FROM json_each(:keys) j CROSS JOIN ${name} t ON t.workspace = :workspace${on}`,
  );
});

/** The statement that reads the rows of these keys which are there. */
export const rowsOf = (
  db: Session,
  table: CopiedTable,
  workspace: number,
  keys: readonly Key[],
): Bound<Row> => db.bind(BY_KEYS(table), { workspace, keys: JSON.stringify(keys) });

const value = ({ blobs }: CopiedTable, name: string): string =>
  blobs.includes(name) ? `unhex(j.value->>'${name}')` : `j.value->>'${name}'`;

const WRITE = once((table) => {
  const { name, columns, key } = table;
  const named = columns.includes("workspace") && !BY_ID.includes(name) ? ["workspace", ...key] : key;
  const others = columns.filter((column) => !named.includes(column));
  const update = others.map((column) => `"${column}" = excluded."${column}"`).join(", ");
  return statement(`INSERT INTO ${name} (${list(columns)})
    SELECT ${columns.map((column) => value(table, column)).join(", ")} FROM json_each(:rows) j WHERE true
    ON CONFLICT (${list(named)}) DO ${update === "" ? "NOTHING" : `UPDATE SET ${update}`}`);
});

/** Tables whose keys are their own in the whole database, beside the workspace. */
const BY_ID: readonly string[] = [
  ...[
    "observations",
    "memory_observations",
    "contexts",
    "name_requests",
    "source_items",
    "idempotency",
    "runs",
  ],
  ...["tokens", "deletions", "outbox", "webhooks", "sources"],
];

/** What has the place of a row by another key is older than it: its own key says it is gone, or comes later. */
const GIVE_WAY = once((table): Statement | undefined => {
  const { name, key, alsoUnique } = table;
  if (alsoUnique === undefined) return undefined;
  const where =
    alsoUnique.where === undefined ? "" : ` AND t.${alsoUnique.where} AND j.value->>'kind' = 'alias'`;
  const same = alsoUnique.key.map((column) => `t."${column}" = j.value->>'${column}'`).join(" AND ");
  const own = key.map((column) => `j.value->>'${column}'`).join(", ");
  return statement(`DELETE FROM ${name} AS t WHERE t.workspace = :workspace AND EXISTS (SELECT 1 FROM json_each(:rows) j
    WHERE ${same}${where} AND (${list(key, "t.")}) <> (${own}))`);
});

const REMOVE = once(({ name, key }) =>
  statement(
    key.length === 0
      ? `DELETE FROM ${name} WHERE workspace = :workspace`
      : `DELETE FROM ${name} WHERE workspace = :workspace AND (${list(key)}) IN (SELECT ${places(key)} FROM json_each(:keys) j)`,
  ),
);

/** The statements that write rows as they are; `gone` are keys of rows that are no longer there. */
export function writesOf(
  db: Session,
  table: CopiedTable,
  { workspace, rows, gone = [] }: { workspace: number; rows: readonly Row[]; gone?: readonly Key[] },
): readonly Bound[] {
  const giveWay = GIVE_WAY(table);
  return [
    ...(gone.length === 0 ? [] : [db.bind(REMOVE(table), { workspace, keys: JSON.stringify(gone) })]),
    ...jsonParts(rows).flatMap((part) => [
      ...(giveWay === undefined ? [] : [db.bind(giveWay, { workspace, rows: part })]),
      db.bind(WRITE(table), { rows: part }),
    ]),
  ];
}
