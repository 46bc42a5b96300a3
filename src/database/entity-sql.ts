import { isThere } from "./gone-documents.ts";

// Entities as readers see them, put together from what texts name and what somebody made by hand. All of it is SQL of the
// workspace `:workspace`.

/** Documents of one row of `mentions`, as a power of two: the triggers divide by the same. */
export const BLOCK_BITS = 7;

/** From this sum of evidence over its mentions, hundredths, an entity is shown, walked and offered to search. */
export const SHOWN_EVIDENCE = 100;

/** Slug of the entity that a slug leads to: an alias leads to that of another. */
export const entityOf = (slug: string): string =>
  `coalesce((SELECT a.entity FROM entity_names a WHERE a.workspace = :workspace AND a.name = ${slug} AND a.kind = 'alias'), ${slug})`;

/** Slugs that texts name an entity by: its own and its aliases. */
export const slugsOf = (entity: string): string => `(SELECT ${entity} UNION ALL SELECT a.name FROM entity_names a
  WHERE a.workspace = :workspace AND a.entity = ${entity} AND a.kind = 'alias')`;

/** Aliases as they were written, a JSON list. */
export const aliasesOf = (entity: string): string => `(SELECT json_group_array(a.written) FROM entity_names a
  WHERE a.workspace = :workspace AND a.entity = ${entity} AND a.kind = 'alias')`;

/** The best of some texts: the first in the order of a number, of the earliest block where they are equal. */
const best = (order: string, text: string): string =>
  `substr(min(printf('%06d%012d', ${order}, m.block) || ${text}), 19)`;

/**
 * What rows `m` of `mentions` say together, of an aggregate over them. A name with fewer signs comes first, and a type that
 * says something.
 */
export const FOUND = {
  mentions: "sum(m.passages)",
  evidence: "sum(m.evidence)",
  name: best("length(m.name)", "m.name"),
  type: best("m.type = 'other'", "m.type"),
} as const;

const found = (entity: string): string =>
  `(SELECT json_array(${FOUND.mentions}, ${FOUND.evidence}, ${FOUND.name}, ${FOUND.type})
   FROM mentions m WHERE m.workspace = :workspace AND m.slug IN ${slugsOf(entity)})`;

/**
 * Common table expressions that end in `e`, entities that are there, of rows with columns `slug` and `place`. Columns:
 * slug, place, name, type, state (1: made by hand, 0: found, -1: deleted by hand), mentions, evidence, aliases (JSON).
 * Rows are read for each block of documents that names one of them.
 */
export const entitiesSql = (slugs: string): string => `WITH known AS MATERIALIZED (
    SELECT s.slug, s.place, h.name, h.type, coalesce(h.state, 0) AS state, ${found("s.slug")} AS found
    FROM (${slugs}) s LEFT JOIN entities h ON h.workspace = :workspace AND h.slug = s.slug),
  e AS (SELECT slug, place, coalesce(name, found->>2) AS name, coalesce(type, found->>3) AS type, state,
      coalesce(found->>0, 0) AS mentions, coalesce(found->>1, 0) AS evidence, ${aliasesOf("known.slug")} AS aliases
    FROM known WHERE name IS NOT NULL OR found->>0 > 0)`;

/** An entity is there for readers: enough speaks for it, or somebody made it. Of `e`. */
export const IS_SHOWN = `e.state >= 0 AND (e.evidence >= ${SHOWN_EVIDENCE} OR e.state = 1)`;

/** Places `spot` of rows `n` of mentions, and the documents `d` that they are in. */
const IN_DOCUMENTS = `mentions n CROSS JOIN json_each(n.spots) spot
  CROSS JOIN documents d ON d.num = CAST(spot.key AS INTEGER)`;

/** The chunks `c` of documents `d` that name an entity, each with `spot.value->>'at'`; once for each of its names there. */
export const mentioning = (entity: string): string => `${IN_DOCUMENTS} CROSS JOIN json_each(spot.value, '$.in') passage
  CROSS JOIN chunks c ON c.rid = CAST(passage.key AS INTEGER)
  WHERE n.workspace = :workspace AND n.slug IN ${slugsOf(entity)}`;

const NO_DELETION = "NOT EXISTS (SELECT 1 FROM deletions x WHERE x.workspace = :workspace)";

/** False while all texts that name an entity are deleted and wait to be emptied; checked only where such a deletion waits. */
export const hasTexts = (entity: string): string => `(${NO_DELETION} OR EXISTS (SELECT 1 FROM ${IN_DOCUMENTS}
  WHERE n.workspace = :workspace AND n.slug IN ${slugsOf(entity)} AND ${isThere("d")}))`;

/** That something is left of `e`: a text that names it, or what somebody made. */
export const IS_LEFT = `(e.state = 1 OR ${hasTexts("e.slug")})`;

const REST = "substr(said.key, instr(said.key, ' ') + 1)";

/** What a key `said` of a spot tells of two names: the chunk's number, the type of the relation, the slug of the other. */
export const SAID = {
  chunk: "CAST(said.key AS INTEGER)",
  type: `substr(${REST}, 1, instr(${REST}, ' ') - 1)`,
  other: `substr(${REST}, instr(${REST}, ' ') + 1)`,
} as const;

/** Whether the document of a `spot` is there; looked up only where a deletion waits. */
export const SPOT_IS_THERE = `(${NO_DELETION} OR EXISTS (SELECT 1 FROM documents d
  WHERE d.num = CAST(spot.key AS INTEGER) AND ${isThere("d")}))`;
