/** What a parameter may hold. */
export type Value = string | number | null | ArrayBuffer;

/** Values by the names of a statement's parameters; names it does not have are left out, so that a batch can share them. */
export type Values = Readonly<Record<string, Value>>;

/** SQL with named parameters, as D1 takes it: numbered ones. */
export interface Statement<Row = unknown> {
  readonly sql: string;
  /** Names of the parameters `?1`, `?2` …, in this order. */
  readonly names: readonly string[];
  /** Of the rows it answers; never set. */
  readonly row?: Row;
}

declare const ROW: unique symbol;

/** A statement with its values; `Row` is what its rows hold, by the word of whoever wrote the SQL. */
export type Bound<Row = unknown> = D1PreparedStatement & { readonly [ROW]?: Row };

/** A string, a comment or a parameter: a colon inside the first two begins no parameter. */
const TOKEN = /'[^']*'|--[^\n]*|:([a-z]\w*)/gi;

/**
 * SQL whose parameters are written as `:name`, because D1 itself only has numbers. Costs one pass over the text: called
 * at module load, except for the statements on a workspace's own tables.
 */
export function statement<Row = unknown>(text: string): Statement<Row> {
  const names: string[] = [];
  const sql = text.replace(TOKEN, (token, name: string | undefined) => {
    if (name === undefined) return token;
    if (!names.includes(name)) names.push(name);
    return `?${names.indexOf(name) + 1}`;
  });
  return { sql, names };
}

/** The values in the order of the statement's parameters. Throws for one that is missing: D1 would take it as null. */
export const valuesOf = ({ names, sql }: Statement, values: Values): Value[] =>
  names.map((name) => {
    const value = values[name];
    if (value === undefined) throw new Error(`No value for :${name} in ${sql}`);
    return value;
  });
