import { type SQL, sql } from "drizzle-orm";
import { isThere } from "../../database/fragments/gone-documents.ts";
import type { Value, Values } from "../../database/statement.ts";
import type { ResolvedFilters } from "../query/filters.ts";
import type { GlobFilter } from "../query/glob.ts";

/** A piece of SQL with the values of its parameters by name. */
export interface SqlPart {
  readonly sql: string;
  readonly values: Values;
}

/** Notes a value under a name and answers its parameter. */
type Parameter = (name: string, value: Value) => string;

/**
 * Conditions on `d` (documents) as one expression: there, and what the filters say. The names of its parameters begin with
 * `part`: a statement with several such pieces gives each another one.
 */
export function filterSql(filters: ResolvedFilters, part = "filter"): SqlPart {
  const values: Record<string, Value> = {};
  const parameter: Parameter = (name, value) => {
    values[`${part}_${name}`] = value;
    return `:${part}_${name}`;
  };
  const { root, roots, kind, language, type, session, tag, prefix, afterMs, beforeMs, glob } = filters;
  const all = [isThere("d")];
  if (root !== undefined) all.push(`d.root = ${parameter("root", root)}`);
  if (roots !== undefined)
    all.push(`d.root IN (SELECT value FROM json_each(${parameter("roots", JSON.stringify(roots))}))`);
  if (kind !== undefined) all.push(`d.kind = ${parameter("kind", kind)}`);
  if (language !== undefined) all.push(`d.language = ${parameter("language", language)}`);
  // Word for word as the indexes of memories have it.
  if (isOfMemories(filters)) all.push("d.kind = 'memory'");
  if (type !== undefined) all.push(`d.type = ${parameter("type", type)}`);
  if (session !== undefined) all.push(`d.session = ${parameter("session", session)}`);
  if (tag !== undefined)
    all.push(`EXISTS (SELECT 1 FROM json_each(d.tags) WHERE value = ${parameter("tag", tag)})`);
  if (prefix !== undefined) all.push(startsWithSql(parameter("prefix", prefix)));
  if (afterMs !== undefined) all.push(`d.dated_at >= ${parameter("after", afterMs)}`);
  if (beforeMs !== undefined) all.push(`d.dated_at < ${parameter("before", beforeMs)}`);
  if (glob !== undefined) all.push(...globSql(glob, parameter));
  return { sql: all.join(" AND "), values };
}

const isOfMemories = ({ type, session, tag }: ResolvedFilters): boolean =>
  type !== undefined || session !== undefined || tag !== undefined;

/** Characters as SQLite counts them: code points. */
const sqlLength = (text: string): number => [...text].length;

const startsWithSql = (start: string): string => `substr(d.path, 1, length(${start})) = ${start}`;

function globSql(
  { startsWith, endsWith, contains, slashes, sqlGlobs }: GlobFilter,
  parameter: Parameter,
): string[] {
  const all = [
    `length(d.path) >= ${parameter("length", sqlLength(startsWith) + sqlLength(endsWith))}`,
    startsWithSql(parameter("start", startsWith)),
    ...contains.map((literal, at) => `instr(d.path, ${parameter(`literal${at}`, literal)}) > 0`),
  ];
  if (endsWith !== "") {
    const end = parameter("end", endsWith);
    all.push(`substr(d.path, -length(${end})) = ${end}`);
  }
  if (slashes !== undefined)
    all.push(`length(d.path) - length(replace(d.path, '/', '')) = ${parameter("slashes", slashes)}`);
  const globs = sqlGlobs.map((glob, at) => `d.path GLOB ${parameter(`glob${at}`, glob)}`);
  return globs.length > 0 ? [...all, `(${globs.join(" OR ")})`] : all;
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
