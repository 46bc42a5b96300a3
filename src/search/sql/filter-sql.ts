import { type SQL, sql } from "drizzle-orm";
import { isThere } from "../../database/fragments/gone-documents.ts";
import type { Value, Values } from "../../database/statement.ts";
import { anyOf, isOfMemories, MEMORY_NUMBERS, type OneOf, type ResolvedFilters } from "../query/filters.ts";
import type { GlobFilter } from "../query/glob.ts";
import { type FilteredRow, passes } from "../query/passes.ts";
import { keySql, numberSql, type Parameter } from "./metadata-sql.ts";

/** A piece of SQL with the values of its parameters by name. */
export interface SqlPart {
  readonly sql: string;
  readonly values: Values;
}

/** Conditions on documents, and how what they let through is looked at again where the database only narrows. */
export interface FilterSql extends SqlPart {
  /** They let through what passes, and nothing else. */
  readonly isExact: boolean;
  /** A column more, with its comma, for `passing`; empty where the conditions are exact. */
  readonly column: string;
  /** The rows that pass, without that column. */
  readonly passing: <Row extends object>(rows: readonly Row[]) => readonly Row[];
}

interface Compiled {
  readonly sql: string;
  readonly isExact: boolean;
}

/**
 * Conditions on `d` (documents) as one expression: there, and what the filters say, whose parameters are named
 * `filter_1` and so on. A statement may hold it several times.
 */
export function filterSql(filters: ResolvedFilters): FilterSql {
  const values: Record<string, Value> = {};
  const parameter: Parameter = (value) => {
    const name = `filter_${Object.keys(values).length + 1}`;
    values[name] = value;
    return `:${name}`;
  };
  const compiled = compile(filters, { parameter, isNegated: false });
  const all = [isThere("d"), ...(compiled.sql === ALL ? [] : [compiled.sql])];
  return {
    sql: all.join(" AND "),
    values,
    isExact: compiled.isExact,
    column: compiled.isExact ? "" : `, ${LOOKED_AT} AS filtered`,
    passing: (rows) => (compiled.isExact ? rows : passing(rows, filters)),
  };
}

/** Lets everything through. */
const ALL = "1";
const NOTHING = "0";

interface Place {
  readonly parameter: Parameter;
  /** Inside of an odd number of `not`: what is not exact has to let through less, not more. */
  readonly isNegated: boolean;
}

function compile(filters: ResolvedFilters, place: Place): Compiled {
  const { glob, not, any, all = [] } = filters;
  const inside = (one: ResolvedFilters) => compile(one, place);
  const globs = glob === undefined ? [] : [anyGlob(anyOf(glob), place)];
  const negated = not && compile(not, { ...place, isNegated: !place.isNegated });
  const groups = [
    ...globs,
    ...all.map(inside),
    ...(any === undefined ? [] : [joined(any.map(inside), " OR ")]),
  ];
  const own = leavesSql(filters, place.parameter).map((one) => ({ sql: one, isExact: true }));
  // A condition on a column without a value is neither true nor false, and its negation would be neither.
  const without = negated && { ...negated, sql: `NOT coalesce(${negated.sql}, 0)` };
  return joined([...own, ...groups, ...(without ? [without] : [])], " AND ");
}

function joined(parts: readonly Compiled[], word: " AND " | " OR "): Compiled {
  const texts = parts.map((part) => part.sql).filter((text) => word === " OR " || text !== ALL);
  const isExact = parts.every((part) => part.isExact);
  if (texts.length === 0) return { sql: ALL, isExact };
  return { sql: texts.length === 1 ? (texts[0] ?? ALL) : inHalves(texts, word), isExact };
}

/** Conditions that are written in a row. */
const IN_A_ROW = 4;

/** An expression of SQLite is at most 100 deep, and a row of conditions as deep as it is long: halves of halves are not. */
function inHalves(texts: readonly string[], word: string): string {
  if (texts.length <= IN_A_ROW) return `(${texts.join(word)})`;
  const middle = Math.ceil(texts.length / 2);
  return `(${inHalves(texts.slice(0, middle), word)}${word}${inHalves(texts.slice(middle), word)})`;
}

const equals = (column: string, wanted: OneOf<string>, parameter: Parameter): string =>
  typeof wanted === "string"
    ? `${column} = ${parameter(wanted)}`
    : `${column} IN (SELECT value FROM json_each(${parameter(JSON.stringify(wanted))}))`;

const COLUMNS = {
  root: "d.root",
  roots: "d.root",
  kind: "d.kind",
  language: "d.language",
  type: "d.type",
  session: "d.session",
  source: "d.source",
} as const;

/** The conditions that the database applies exactly. */
function leavesSql(filters: ResolvedFilters, parameter: Parameter): string[] {
  const { tag, prefix, afterMs, beforeMs, metadata = [] } = filters;
  const named = Object.entries(COLUMNS).flatMap(([name, column]) => {
    const wanted = filters[name as keyof typeof COLUMNS];
    return wanted === undefined ? [] : [equals(column, wanted, parameter)];
  });
  const numbers = MEMORY_NUMBERS.flatMap((name) => {
    const test = filters[name];
    return test === undefined ? [] : [numberSql(`d.${name}`, test, parameter)];
  });
  return [
    // Word for word as the indexes of memories have it.
    ...(isOfMemories(filters) ? ["d.kind = 'memory'"] : []),
    ...named,
    ...numbers,
    ...(tag === undefined
      ? []
      : [`EXISTS (SELECT 1 FROM json_each(d.tags) t WHERE ${equals("t.value", tag, parameter)})`]),
    ...(prefix === undefined ? [] : [startsSql(prefix, parameter)]),
    ...(afterMs === undefined ? [] : [`d.dated_at >= ${parameter(afterMs)}`]),
    ...(beforeMs === undefined ? [] : [`d.dated_at < ${parameter(beforeMs)}`]),
    ...metadata.flatMap((test) => keySql(test, parameter)),
  ];
}

/** Characters as SQLite counts them: code points. */
const sqlLength = (text: string): number => [...text].length;

const startsWithSql = (start: string): string => `substr(d.path, 1, length(${start})) = ${start}`;

const startsSql = (prefix: OneOf<string>, parameter: Parameter): string =>
  typeof prefix === "string"
    ? startsWithSql(parameter(prefix))
    : `EXISTS (SELECT 1 FROM json_each(${parameter(JSON.stringify(prefix))}) p WHERE ${startsWithSql("p.value")})`;

const anyGlob = (globs: readonly GlobFilter[], { parameter, isNegated }: Place): Compiled =>
  joined(
    globs.map((glob) => ({
      sql: isNegated && !glob.isExact ? NOTHING : `(${globSql(glob, parameter).join(" AND ")})`,
      isExact: glob.isExact,
    })),
    " OR ",
  );

/** At most six parameters. */
function globSql(
  { startsWith, endsWith, contains, slashes, sqlGlobs }: GlobFilter,
  parameter: Parameter,
): string[] {
  const all = [
    `length(d.path) >= ${parameter(sqlLength(startsWith) + sqlLength(endsWith))}`,
    startsWithSql(parameter(startsWith)),
  ];
  const list = (values: readonly string[]) => `json_each(${parameter(JSON.stringify(values))}) g`;
  if (contains.length > 0)
    all.push(`NOT EXISTS (SELECT 1 FROM ${list(contains)} WHERE instr(d.path, g.value) = 0)`);
  if (endsWith !== "") {
    const end = parameter(endsWith);
    all.push(`substr(d.path, -length(${end})) = ${end}`);
  }
  if (slashes !== undefined)
    all.push(`length(d.path) - length(replace(d.path, '/', '')) = ${parameter(slashes)}`);
  if (sqlGlobs.length > 0) all.push(`EXISTS (SELECT 1 FROM ${list(sqlGlobs)} WHERE d.path GLOB g.value)`);
  return all;
}

/** What `passes` looks at. */
const LOOKED_AT = `json_object('root', d.root, 'path', d.path, 'kind', d.kind, 'language', d.language, 'source', d.source,
  'datedAt', d.dated_at, 'session', d.session, 'metadata', json(d.metadata), 'memory', CASE WHEN d.type IS NOT NULL THEN
  json_object('type', d.type, 'tags', json(d.tags), 'importance', d.importance, 'priority', d.priority, 'confidence', d.confidence) END)`;

function passing<Row extends object>(rows: readonly Row[], filters: ResolvedFilters): readonly Row[] {
  return rows.flatMap((row) => {
    const { filtered, ...rest } = row as Row & { readonly filtered: string };
    const { memory, ...document } = JSON.parse(filtered) as FilteredRow & {
      memory: FilteredRow["memory"] | null;
    };
    return passes({ ...document, memory: memory ?? undefined }, filters) ? [rest as unknown as Row] : [];
  });
}

const PARAMETER = /:(\w+)/;

/** `filterSql` as a condition of a drizzle query over `documents` under the name `d`. */
export function filterCondition(filters: ResolvedFilters): SQL {
  const { sql: text, values } = filterSql(filters);
  // Texts take turns with the names between them.
  const pieces = text
    .split(PARAMETER)
    .map((piece, at) => (at % 2 === 0 ? sql.raw(piece) : sql`${values[piece]}`));
  return sql.join(pieces);
}
