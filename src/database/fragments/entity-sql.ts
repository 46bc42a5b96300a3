import { isThere } from "./gone-documents.ts";

// Entities as readers see them, put together from what texts name and what somebody made by hand. All of it is SQL of the
// workspace `:workspace`.

/** From this sum of evidence over its mentions, hundredths, an entity is shown, walked and offered to search. */
export const SHOWN_EVIDENCE = 100;

/** Slug of the entity that a slug leads to: an alias leads to that of another. */
export const entityOf = (slug: string): string =>
  `coalesce((SELECT a.entity FROM entity_names a WHERE a.workspace = :workspace AND a.name = ${slug} AND a.kind = 'alias'), ${slug})`;

/** Slugs that texts name an entity by: its own and its aliases. Column slug. */
export const slugsOf = (
  entity: string,
): string => `(SELECT ${entity} AS slug UNION ALL SELECT a.name FROM entity_names a
  WHERE a.workspace = :workspace AND a.entity = ${entity} AND a.kind = 'alias')`;

/** Aliases as they were written, a JSON list. */
export const aliasesOf = (entity: string): string => `(SELECT json_group_array(a.written) FROM entity_names a
  WHERE a.workspace = :workspace AND a.entity = ${entity} AND a.kind = 'alias')`;

/** Chunks that name what a row of `mentions` is of, and the evidence of all of them. */
export const countsOf = (mentions: string) =>
  ({
    passages: `(${mentions}.passages + ${mentions}.more_passages)`,
    evidence: `(${mentions}.evidence + ${mentions}.more_evidence)`,
  }) as const;

/** What the aliases of an entity add to a count of its own. */
const withAliases = (
  count: keyof ReturnType<typeof countsOf>,
): string => `coalesce(${countsOf("f")[count]}, 0)
  + coalesce((SELECT sum(${countsOf("m")[count]}) FROM entity_names a CROSS JOIN mentions m ON m.workspace = a.workspace
    AND m.slug = a.name WHERE a.workspace = :workspace AND a.entity = s.slug AND a.kind = 'alias'), 0)`;

/**
 * Common table expressions that end in `e`, entities that are there, of rows with columns `slug` and `place`. Columns:
 * slug, place, name, type, state (1: made by hand, 0: found, -1: deleted by hand), mentions, evidence, aliases (JSON).
 */
export const entitiesSql = (slugs: string): string => `WITH e AS (
    SELECT s.slug, s.place, coalesce(h.name, f.name) AS name, coalesce(h.type, f.type) AS type, coalesce(h.state, 0) AS state,
      ${withAliases("passages")} AS mentions, ${withAliases("evidence")} AS evidence, ${aliasesOf("s.slug")} AS aliases
    FROM (${slugs}) s LEFT JOIN entities h ON h.workspace = :workspace AND h.slug = s.slug
    LEFT JOIN mentions f ON f.workspace = :workspace AND f.slug = s.slug WHERE h.slug IS NOT NULL OR f.slug IS NOT NULL)`;

/** An entity is there for readers: enough speaks for it, or somebody made it. Of `e`. */
export const IS_SHOWN = `e.state >= 0 AND (e.evidence >= ${SHOWN_EVIDENCE} OR e.state = 1)`;

/** Where texts name an entity: columns at, document, spot. */
export const spotsOf = (
  entity: string,
): string => `(SELECT x.value->>'at' AS at, CAST(x.key AS INTEGER) AS document, x.value AS spot
    FROM mentions m CROSS JOIN json_each(m.spots) x WHERE m.workspace = :workspace AND m.slug IN ${slugsOf(entity)}
  UNION ALL SELECT o.at, o.document, o.spot FROM more_mentions o
    WHERE o.workspace = :workspace AND o.slug IN ${slugsOf(entity)})`;

/** The chunks `c` of documents `d` that name an entity, each with `n.at`; once for each of its names there. */
export const mentioning = (
  entity: string,
): string => `${spotsOf(entity)} n CROSS JOIN documents d ON d.num = n.document
  CROSS JOIN json_each(n.spot, '$.in') passage CROSS JOIN chunks c ON c.rid = CAST(passage.key AS INTEGER)`;

const NO_DELETION = "NOT EXISTS (SELECT 1 FROM deletions x WHERE x.workspace = :workspace)";

/** False while all texts that name an entity are deleted and wait to be emptied; checked only where such a deletion waits. */
export const hasTexts = (
  entity: string,
): string => `(${NO_DELETION} OR EXISTS (SELECT 1 FROM ${spotsOf(entity)} n
  CROSS JOIN documents d ON d.num = n.document WHERE ${isThere("d")}))`;

/** That something is left of `e`: a text that names it, or what somebody made. */
export const IS_LEFT = `(e.state = 1 OR ${hasTexts("e.slug")})`;

/** Whether a document is there by its number; looked up only where a deletion waits. */
export const documentIsThere = (
  document: string,
): string => `(${NO_DELETION} OR EXISTS (SELECT 1 FROM documents d
  WHERE d.num = ${document} AND ${isThere("d")}))`;

const REST = "substr(said.key, instr(said.key, ' ') + 1)";

/** What a key `said` of a spot tells of two names: the chunk's number, the type of the relation, the slug of the other. */
export const SAID = {
  chunk: "CAST(said.key AS INTEGER)",
  type: `substr(${REST}, 1, instr(${REST}, ' ') - 1)`,
  other: `substr(${REST}, instr(${REST}, ' ') + 1)`,
} as const;
