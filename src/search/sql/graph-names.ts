/** From this sum of evidence over its mentions, hundredths, an entity is shown, walked and offered to search. */
export const SHOWN_EVIDENCE = 100;

/** Entities that a query is taken to name, at most: the rest of a long text is read in vain. */
const MAX_NAMED = 10;
/** What more entities than this have in their names points at none of them. */
const MAX_SHARING = 10;

/** An entity is there for readers: enough speaks for it, or somebody made it. Of `e`. */
export const IS_SHOWN = `e.state >= 0 AND (e.evidence >= ${SHOWN_EVIDENCE} OR e.state = 1)`;

/** Aliases of entity `e` as they were written, a JSON list. */
export const ALIASES = `(SELECT json_group_array(n.written) FROM entity_names n WHERE n.entity = e.num AND n.kind = 'alias')`;

/** Entities that go by the slugs of a JSON list, in its order: names and aliases before parts. Columns entity, place. */
export const namedSql = (
  workspace: string,
  slugs: string,
): string => `SELECT entity, min(place) AS place FROM (
    SELECT e.num AS entity, j.key AS place FROM json_each(${slugs}) j
      CROSS JOIN entities e ON e.workspace = ${workspace} AND e.slug = j.value
    UNION ALL
    SELECT a.entity, j.key FROM json_each(${slugs}) j
      CROSS JOIN entity_names a ON a.workspace = ${workspace} AND a.name = j.value AND a.kind = 'alias'
    UNION ALL
    SELECT x.value, j.key + 1000 FROM json_each(${slugs}) j CROSS JOIN json_each((
      SELECT iif(count(*) > ${MAX_SHARING}, '[]', json_group_array(entity)) FROM (
        SELECT p.entity FROM entity_names p WHERE p.workspace = ${workspace} AND p.name = j.value AND p.kind = 'part'
        LIMIT ${MAX_SHARING + 1}))) x
  ) GROUP BY entity ORDER BY place LIMIT ${MAX_NAMED}`;
