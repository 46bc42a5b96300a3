import { atOnce, type Steps } from "../text/steps.ts";
import { jsonPartSteps } from "./json-rows.ts";
import type { Session } from "./session.ts";
import { type Bound, type Statement, statement, type Values } from "./statement.ts";

/** What a name costs in a loop, as characters of a text. */
const CHARS_A_NAME = 20;

/** The names that a chunk mentions, and what it says of two of them. */
export interface NamesWrite {
  /** Of the chunk in its document. */
  readonly ordinal: number;
  readonly names: readonly NameWrite[];
  /** Between slugs of names of the same document. */
  readonly relations: readonly { readonly from: string; readonly to: string; readonly type: string }[];
}

export interface NameWrite {
  readonly slug: string;
  readonly name: string;
  readonly type: string;
  /** Hundredths. */
  readonly evidence: number;
  /** Slugs of words that may stand for it. */
  readonly parts: readonly string[];
}

/** A document and what its chunks name. */
export interface DocumentNames {
  readonly path: string;
  readonly names: readonly NamesWrite[];
}

/**
 * What one document says of a name: `in`, hundredths of evidence, by the ordinal of a chunk, `to` and `by` what it says of
 * this and another name, by ordinal, type and slug: "3 uses vue". Stored, the number of the chunk is in its ordinal's place.
 */
interface Spot {
  readonly in: Readonly<Record<string, number>>;
  /** Undefined: nothing. */
  readonly to?: Readonly<Record<string, 1>>;
  readonly by?: Readonly<Record<string, 1>>;
}

/** What a statement is given of a name: what is known of it, and its places. */
interface NameRow extends Omit<NameWrite, "evidence" | "parts"> {
  readonly parts: string | null;
  readonly spots: readonly { readonly path: string; readonly spot: Spot }[];
}

/** Whether the workspace wants to know what the texts of a root name. */
export const namesAreOn = (
  root: string,
): string => `EXISTS (SELECT 1 FROM workspaces w WHERE w.num = :workspace AND w.settings->>'names' IS NOT 'off'
  AND NOT EXISTS (SELECT 1 FROM json_each(w.settings, '$.unnamedRoots') WHERE value = ${root}))`;

/** Documents of a name that its own row holds. */
const MAX_SPOTS = 32;

/** What a document says by now: in place of what it said of a name before, or beside that. */
const AFTER = { replaced: "spot", added: "json_patch(coalesce(old, '{}'), spot)" } as const;
const SPOT = { replaced: "excluded.spot", added: "json_patch(more_mentions.spot, excluded.spot)" } as const;

type Way = keyof typeof AFTER;

/** A part of the spot of a `place`, with the numbers of its document's chunks. */
const numbered = (part: keyof Spot) => `json((SELECT json_group_object(
    c.rid || substr(p.key, length(CAST(p.key AS INTEGER)) + 1), p.value)
  FROM json_each(place, '$.spot.${part}') p
  CROSS JOIN chunks c ON c.document = placed.document AND c.ordinal = CAST(p.key AS INTEGER)))`;

const isGiven = (part: keyof Spot): string => `json_type(place, '$.spot.${part}') IS NOT NULL`;

/** As it is stored, without the parts that are empty. */
const storedSpot = (at = ""): string => `iif(${isGiven("to")} OR ${isGiven("by")},
  json(replace(replace(json_object(${at}'in', ${numbered("in")}, 'to', ${numbered("to")},
    'by', ${numbered("by")}), ',"to":{}', ''), ',"by":{}', '')),
  json_object(${at}'in', ${numbered("in")}))`;

/** Documents in a name's row, each of which says when it is of: found in the text, where json_each would read a row each. */
const FULL = `coalesce((length(m.spots) - length(replace(m.spots, '"at":', ''))) / length('"at":'), 0)`;

/** Names that are to be written, each with its row as it is; `full` are the documents in it. */
const KNOWN = `WITH known AS MATERIALIZED (SELECT j.key AS place_of, j.value AS name, m.slug, m.name AS was, m.type AS was_type,
    m.passages, m.evidence, m.spots, m.more_passages, ${FULL} AS full
  FROM json_each(:rows) j LEFT JOIN mentions m ON m.workspace = :workspace AND m.slug = j.value->>'slug')`;

/** Whose names are written: SQL that gives each `place` its document `d`, and the root of them all. */
interface Documents {
  readonly join: string;
  readonly root: string;
}

/**
 * Each of these names in each of its documents, where the workspace wants to know them; `old` is what the name's row says of
 * the document by now. That text has it is seen far sooner than that JSON has.
 */
const placed = ({
  join,
  root,
}: Documents): string => `(SELECT known.*, place.value AS place, d.num AS document,
    coalesce(d.dated_at, 0) AS at, iif(instr(known.spots, '"' || d.num || '":{') > 0, known.spots -> ('$."' || d.num || '"'), NULL) AS old
  FROM known CROSS JOIN json_each(known.name, '$.spots') place ${join} WHERE ${namesAreOn(root)}) placed`;

const countOf = (spot: string): string => `(SELECT count(*) FROM json_each(${spot}, '$.in'))`;
const evidenceOf = (spot: string): string => `(SELECT sum(value) FROM json_each(${spot}, '$.in'))`;
const has = (spot: string, part: keyof Spot): string => `json_type(${spot}, '$.${part}') IS NOT NULL`;

/** A name with fewer signs takes the place of another. */
const IS_SHORTER = "length(name->>'name') < length(was)";
const IS_BETTER = "was_type = 'other' AND name->>'type' <> 'other'";
const IS_CHANGED = "count(*) FILTER (WHERE fits AND after IS NOT old) > 0";

/** What the documents that fit add to what a name has by now. */
const raised = (sum: string, of: (spot: string) => string): string =>
  `coalesce(${sum}, 0) + coalesce(sum(coalesce(${of("after")}, 0) - coalesce(${of("old")}, 0)) FILTER (WHERE fits), 0)`;

const NEW_SPOTS = "json_group_object(CAST(document AS TEXT), json(after)) FILTER (WHERE fits)";
/** json_patch would keep of an old spot what the new one has not. */
const WITHOUT_THESE = `iif(count(old) = 0, spots,
      json_patch(spots, json_group_object(CAST(document AS TEXT), NULL) FILTER (WHERE fits AND old IS NOT NULL)))`;

/**
 * Writes names, with as many of their documents as have room; where they are already, they stay. All is reckoned from the row
 * as it is, once: what an upsert says of both rows SQLite works out anew wherever it is said.
 */
const insertNames = (documents: Documents, way: Way) =>
  statement(`${KNOWN} INSERT INTO mentions (workspace, slug, name, type, parts, passages, evidence, spots)
  SELECT :workspace, name->>'slug', iif(slug IS NULL OR ${IS_SHORTER}, name->>'name', was),
    iif(slug IS NULL OR (${IS_BETTER}), name->>'type', was_type), name->>'parts',
    ${raised("passages", countOf)}, ${raised("evidence", evidenceOf)},
    iif(slug IS NULL, ${NEW_SPOTS}, json_patch(${WITHOUT_THESE}, ${NEW_SPOTS}))
  FROM (SELECT *, iif(fits, ${AFTER[way]}, NULL) AS after FROM (SELECT *, old IS NOT NULL OR (NOT is_beside AND
        full + row_number() OVER (PARTITION BY place_of, old IS NOT NULL OR is_beside ORDER BY document) <= ${MAX_SPOTS}) AS fits
      FROM (SELECT *, iif(full < ${MAX_SPOTS} OR old IS NOT NULL, ${storedSpot(`'at', at, `)}, NULL) AS spot,
        coalesce(more_passages, 0) > 0 AND EXISTS (SELECT 1 FROM more_mentions o WHERE o.workspace = :workspace
          AND o.slug = placed.slug AND o.at = placed.at AND o.document = placed.document) AS is_beside
      FROM ${placed(documents)})))
  GROUP BY place_of HAVING slug IS NULL OR ${IS_CHANGED} OR ${IS_SHORTER} OR (${IS_BETTER})
  ON CONFLICT (workspace, slug) DO UPDATE SET name = excluded.name, type = excluded.type,
    passages = excluded.passages, evidence = excluded.evidence, spots = excluded.spots`);

/** After the names: their documents that had no room. */
const insertMore = (documents: Documents, way: Way) =>
  statement(`${KNOWN} INSERT INTO more_mentions (workspace, slug, at, document, passages, evidence, spot, has_to, has_by)
  SELECT :workspace, slug, at, document, ${countOf("spot")}, ${evidenceOf("spot")}, spot, ${has("spot", "to")}, ${has("spot", "by")}
  FROM (SELECT slug, at, document, ${storedSpot()} AS spot FROM ${placed(documents)}
    WHERE (full >= ${MAX_SPOTS} OR more_passages > 0) AND old IS NULL) WHERE true
  ON CONFLICT (workspace, slug, at, document) DO UPDATE SET spot = ${SPOT[way]}, passages = ${countOf(SPOT[way])},
    evidence = ${evidenceOf(SPOT[way])}, has_to = ${has(SPOT[way], "to")}, has_by = ${has(SPOT[way], "by")}
  WHERE more_mentions.spot <> ${SPOT[way]}`);

const OF_UPLOAD = {
  join: "CROSS JOIN documents d ON d.workspace = :workspace AND d.root = :root AND d.path = place.value->>'path'",
  // Asked of a column, SQLite would look the settings up for every name.
  root: ":root",
};
const INSERT_NAMES = [insertNames(OF_UPLOAD, "replaced"), insertMore(OF_UPLOAD, "replaced")];

/** A chunk that still waits for what a model said of it, which one that was written again does not, and its document. */
const ASKED_CHUNK = `CROSS JOIN name_requests x ON x.chunk = :chunk AND x.lease = :lease
  CROSS JOIN chunks c ON c.id = x.chunk AND c.workspace = :workspace CROSS JOIN documents d ON d.num = c.document`;

const OF_CHUNK = { join: ASKED_CHUNK, root: "d.root" };
const ADD_NAMES = [insertNames(OF_CHUNK, "added"), insertMore(OF_CHUNK, "added")];

/** After the names: where one was not written, nothing has to be found when the document goes. */
const LIST_NAMES = statement(`UPDATE documents SET names = (SELECT json_group_array(value) FROM (
    SELECT value FROM json_each(documents.names) UNION SELECT value->>'slug' FROM json_each(:rows)))
  WHERE num IN (SELECT d.num FROM json_each('[0]') ${ASKED_CHUNK}) AND ${namesAreOn("documents.root")}
    AND EXISTS (SELECT 1 FROM json_each(:rows) WHERE value->>'slug' NOT IN (SELECT value FROM json_each(documents.names)))`);

const bettered = (before: NameWrite | undefined, name: NameWrite): NameWrite =>
  before === undefined
    ? name
    : {
        ...before,
        name: name.name.length < before.name.length ? name.name : before.name,
        type: before.type === "other" ? name.type : before.type,
        parts: before.parts.length > 0 ? before.parts : name.parts,
      };

/** Each name of the documents once, with what each document says of it. */
function* nameRowSteps(documents: readonly DocumentNames[]): Steps<NameRow[]> {
  const known = new Map<string, NameWrite>();
  const places = new Map<string, { path: string; spot: Spot }[]>();
  for (const { path, names } of documents) {
    for (const chunk of names) {
      for (const name of chunk.names) known.set(name.slug, bettered(known.get(name.slug), name));
      yield chunk.names.length * CHARS_A_NAME;
    }
    for (const [slug, spot] of yield* spotSteps(names)) {
      yield CHARS_A_NAME;
      const before = places.get(slug) ?? [];
      places.set(slug, before);
      before.push({ path, spot });
    }
  }
  // In the order of the table: a page of it is read, and written, once.
  const inOrder = [...known.values()].sort((a, b) => (a.slug < b.slug ? -1 : 1));
  return inOrder.map(({ slug, name, type, parts }) => ({
    ...{ slug, name, type },
    parts: parts.length > 0 ? JSON.stringify(parts) : null,
    spots: places.get(slug) ?? [],
  }));
}

/** What one document says, by the slugs that it names; relations of what it does not name are left out. */
function* spotSteps(chunks: readonly NamesWrite[]): Steps<ReadonlyMap<string, Spot>> {
  const spots = new Map<
    string,
    { in: Record<string, number>; to?: Record<string, 1>; by?: Record<string, 1> }
  >();
  for (const { ordinal, names } of chunks) {
    yield names.length * CHARS_A_NAME;
    for (const { slug, evidence } of names) {
      const spot = spots.get(slug) ?? { in: {} };
      spots.set(slug, spot);
      spot.in[ordinal] = evidence;
    }
  }
  for (const { ordinal, relations } of chunks)
    for (const { from, to, type } of relations) {
      const [source, target] = [spots.get(from), spots.get(to)];
      if (source === undefined || target === undefined || from === to) continue;
      source.to ??= {};
      source.to[`${ordinal} ${type} ${to}`] = 1;
      target.by ??= {};
      target.by[`${ordinal} ${type} ${from}`] = 1;
    }
  return spots;
}

/** The slugs that a document names, a JSON list: what its column `names` holds. */
export const listOfNames = (chunks: readonly NamesWrite[]): string =>
  JSON.stringify([...new Set(chunks.flatMap(({ names }) => names.map(({ slug }) => slug)))]);

/** What the documents name, as JSON lists of rows: tens of thousands of names in a file of 2 MB. */
export function* namesJsonSteps(documents: readonly DocumentNames[]): Steps<readonly string[]> {
  return yield* jsonPartSteps(yield* nameRowSteps(documents));
}

/** The same all at once. */
export const namesJson = (documents: readonly DocumentNames[]): readonly string[] =>
  atOnce(namesJsonSteps(documents));

const each = (
  db: Session,
  statements: readonly Statement[],
  parts: readonly string[],
  values: Values,
): Bound[] => parts.flatMap((rows) => statements.map((sql) => db.bind(sql, { ...values, rows })));

/**
 * The statements that write what documents name, in the place of what they named before: after the documents, whose own
 * lists have taken away what they name no more, and before the workspace's version rises.
 */
export const nameStatements = (
  db: Session,
  place: { readonly workspace: number; readonly root: string },
  rows: readonly string[],
): readonly Bound[] => each(db, INSERT_NAMES, rows, place);

/** What a model said of a chunk. */
export interface ChunkNamesWrite extends NamesWrite {
  readonly chunk: string;
}

/**
 * The statements that add what a model said of a chunk that `lease` still holds to what is known of it. A name that is
 * known already weighs from now on as the model's.
 */
export function modelNameStatements(
  db: Session,
  { workspace, lease }: { readonly workspace: number; readonly lease: string },
  { chunk, ...names }: ChunkNamesWrite,
): readonly Bound[] {
  const rows = namesJson([{ path: "", names: [names] }]);
  const values = { workspace, lease, chunk };
  return each(db, [...ADD_NAMES, LIST_NAMES], rows, values);
}
