import type { DocumentWrite, NamesWrite } from "../stores/documents.ts";
import { jsonParts } from "./json-rows.ts";
import type { Session } from "./session.ts";

// Names are written after their chunks: what was known of a written chunk went with it (a trigger), so that only new
// rows are made here, and counted once. `?1` workspace, `?2` JSON throughout.

/** An alias stands for its entity, in whatever is found from then on. */
const ALIAS = (names: string, slug: string) =>
  `LEFT JOIN entity_names ${names} ON ${names}.workspace = ?1 AND ${names}.name = ${slug} AND ${names}.kind = 'alias'`;

const ENTITY = (entities: string, slug: string) =>
  `LEFT JOIN entities ${entities} ON ${entities}.workspace = ?1 AND ${entities}.slug = ${slug}`;

/** A better type than none replaces it, unless somebody chose it. */
const INSERT_ENTITIES = `INSERT INTO entities (workspace, slug, name, type, parts)
  SELECT ?1, j.value->>'slug', j.value->>'name', j.value->>'type', j.value->>'parts' FROM json_each(?2) j
  ${ALIAS("a", "j.value->>'slug'")} WHERE a.entity IS NULL
  ON CONFLICT (workspace, slug) DO UPDATE SET type = excluded.type
    WHERE entities.type = 'other' AND excluded.type <> 'other' AND entities.state = 0`;

const INSERT_MENTIONS = `INSERT INTO mentions (entity, at, chunk, alias, evidence)
  SELECT coalesce(a.entity, e.num), coalesce(d.dated_at, 0), c.rid, iif(a.entity IS NULL, '', n.value->>0), n.value->>1
  FROM json_each(?2) j CROSS JOIN chunks c ON c.id = j.value->>'chunk' AND c.workspace = ?1
  CROSS JOIN documents d ON d.num = c.document CROSS JOIN json_each(j.value, '$.names') n
  ${ALIAS("a", "n.value->>0")} ${ENTITY("e", "n.value->>0")}
  WHERE coalesce(a.entity, e.num) IS NOT NULL ON CONFLICT DO NOTHING`;

const COUNT = `UPDATE entities SET mentions = entities.mentions + t.mentions, evidence = entities.evidence + t.evidence
  FROM (SELECT m.entity, count(*) AS mentions, sum(m.evidence) AS evidence
    FROM json_each(?2) j CROSS JOIN chunks c ON c.id = j.value->>'chunk' AND c.workspace = ?1
    CROSS JOIN mentions m ON m.chunk = c.rid GROUP BY m.entity) t WHERE entities.num = t.entity`;

const INSERT_RELATIONS = `INSERT INTO relations (from_entity, chunk, type, to_entity)
  SELECT coalesce(fa.entity, f.num) AS source, c.rid, j.value->>'type', coalesce(ta.entity, t.num) AS target
  FROM json_each(?2) j CROSS JOIN chunks c ON c.id = j.value->>'chunk' AND c.workspace = ?1
  ${ALIAS("fa", "j.value->>'from'")} ${ENTITY("f", "j.value->>'from'")}
  ${ALIAS("ta", "j.value->>'to'")} ${ENTITY("t", "j.value->>'to'")}
  WHERE source IS NOT NULL AND target IS NOT NULL AND source <> target ON CONFLICT DO NOTHING`;

/** Names of an upload as rows that travel. */
export interface NamesJson {
  readonly entities: readonly string[];
  readonly mentions: readonly string[];
  readonly relations: readonly string[];
}

/** Each entity of the upload once, its mentions by chunk, its relations. */
export function namesJson(documents: readonly DocumentWrite[]): NamesJson {
  const chunks = documents.flatMap(({ names = [] }) => names);
  const entities = new Map<string, object>();
  for (const { slug, name, type, parts } of chunks.flatMap(({ names }) => names)) {
    const isBetter = type !== "other" || !entities.has(slug);
    const json = { slug, name, type, parts: parts.length > 0 ? JSON.stringify(parts) : null };
    if (isBetter) entities.set(slug, json);
  }
  return {
    entities: jsonParts([...entities.values()]),
    mentions: jsonParts(chunks.filter(({ names }) => names.length > 0).map(mentionsOf)),
    relations: jsonParts(
      chunks.flatMap(({ chunkId, relations }) =>
        relations.map((relation) => ({ chunk: chunkId, ...relation })),
      ),
    ),
  };
}

const mentionsOf = ({ chunkId, names }: NamesWrite) => ({
  chunk: chunkId,
  names: names.map(({ slug, evidence }) => [slug, evidence]),
});

/** How many statements `nameStatements` makes. */
export const countNameStatements = ({ entities, mentions, relations }: NamesJson): number =>
  entities.length + 2 * mentions.length + relations.length;

/** The statements that write them: after the chunks, before the workspace's version rises. */
export function nameStatements(
  session: Session,
  workspace: number,
  { entities, mentions, relations }: NamesJson,
): D1PreparedStatement[] {
  const each = (sql: string, parts: readonly string[]) =>
    parts.map((rows) => session.prepare(sql).bind(workspace, rows));
  return [
    ...each(INSERT_ENTITIES, entities),
    ...each(INSERT_MENTIONS, mentions),
    ...each(COUNT, mentions),
    ...each(INSERT_RELATIONS, relations),
  ];
}
