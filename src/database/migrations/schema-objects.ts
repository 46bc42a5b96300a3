/** A table, index, trigger or view by its name, with the SQL that makes it; undefined where only its being there is known. */
export type SchemaObjects = ReadonlyMap<string, string | undefined>;

const NAME = '["`[]?(\\w+)["`\\]]?';
const CREATE = new RegExp(
  `^create (?:unique |virtual )?(?:table|index|trigger|view) (?:if not exists )?${NAME}`,
  "i",
);
const DROP = new RegExp(`^drop (?:table|index|trigger|view) (?:if exists )?${NAME}`, "i");
const ALTER = new RegExp(`^alter table ${NAME}`, "i");

/** A string or name in quotes, kept; comments and blanks, which say nothing. */
const PART = /('[^']*'|"[^"]*"|`[^`]*`)|(?:--[^\n]*|\/\*[\s\S]*?\*\/|\s+)+/g;

/** SQL as it is compared: SQLite keeps a statement as it was written, without what stands before and after it. */
export const plainSql = (sql: string): string =>
  sql.replace(PART, (_, quoted: string | undefined) => quoted ?? " ").trim();

/** What a statement creates; undefined for one that creates nothing. */
export const createdBy = (sql: string): string | undefined => CREATE.exec(plainSql(sql))?.[1];

/** What is there after some statements, in their order. An altered table keeps its name; its SQL is SQLite's own then. */
export function objectsOf(statements: readonly string[]): SchemaObjects {
  const objects = new Map<string, string | undefined>();
  for (const statement of statements) {
    const sql = plainSql(statement);
    const created = CREATE.exec(sql)?.[1];
    if (created !== undefined) objects.set(created, sql);
    const dropped = DROP.exec(sql)?.[1];
    if (dropped !== undefined) objects.delete(dropped);
    const altered = ALTER.exec(sql)?.[1];
    if (altered !== undefined) objects.set(altered, undefined);
  }
  return objects;
}

/** Whether an object that was found is the one that is wanted. */
export const isSame = (wanted: string | undefined, found: string): boolean =>
  wanted === undefined || wanted.toLowerCase() === plainSql(found).toLowerCase();
