import type { Session } from "../../database/session.ts";
import { statement } from "../../database/statement.ts";
import { raiseVersion } from "../../database/versions.ts";
import type { EntityRecord } from "../contract.ts";
import { BY_HAND, RANDOM_NUMBER } from "./graph-reads.ts";

/** What somebody made of an entity: what texts say of it is found again in them. */
type EntityBackup = Omit<EntityRecord, "type">;

type RawBackup = Pick<EntityBackup, "slug" | "name" | "entityType"> &
  Readonly<Record<"aliases" | "observations" | "relations", string>> & { readonly state: number };

const MANUAL = statement<RawBackup>(`SELECT e.slug, e.name, e.type AS entityType, e.state,
    (SELECT json_group_array(n.written) FROM entity_names n WHERE n.entity = e.num AND n.kind = 'alias') AS aliases,
    (SELECT json_group_array(json_object('text', text, 'at', at)) FROM (
      SELECT text, at FROM observations WHERE entity = e.num ORDER BY at, num)) AS observations,
    (SELECT json_group_array(json_object('to', t.slug, 'type', r.type)) FROM relations r
      CROSS JOIN entities t ON t.num = r.to_entity WHERE r.from_entity = e.num AND r.chunk = ${BY_HAND}) AS relations
  FROM entities e WHERE e.workspace = :workspace AND e.slug > :after AND e.state <> 0 ORDER BY e.slug LIMIT :limit`);

/** A page of what was made by hand, by slug. */
export async function readEntities(
  db: Session,
  page: { readonly workspace: number; readonly after: string; readonly limit: number },
): Promise<readonly EntityBackup[]> {
  const rows = await db.all(MANUAL, page);
  return rows.map(({ state, aliases, observations, relations, ...row }) => ({
    ...row,
    hidden: state === -1,
    aliases: JSON.parse(aliases) as string[],
    observations: JSON.parse(observations) as EntityBackup["observations"],
    relations: JSON.parse(relations) as EntityBackup["relations"],
  }));
}

/** What is restored, with what its names stand for. */
interface EntityRestore extends Omit<EntityBackup, "aliases" | "hidden"> {
  readonly state: 1 | -1;
  readonly parts: readonly string[];
  readonly aliases: readonly { readonly slug: string; readonly written: string }[];
}

const EACH =
  "json_each(:entities) j CROSS JOIN entities e ON e.workspace = :workspace AND e.slug = j.value->>'slug'";

/** Found entities that go by an alias from now on, and whose. */
const MERGED = `SELECT f.num AS source, f.slug, e.num AS target FROM ${EACH} CROSS JOIN json_each(j.value, '$.aliases') a
  CROSS JOIN entities f ON f.workspace = :workspace AND f.slug = a.value->>'slug' AND f.state = 0 AND f.num <> e.num`;

const RESTORE = [
  `INSERT INTO entities (workspace, slug, name, type, state, parts)
   SELECT :workspace, value->>'slug', value->>'name', value->>'entityType', value->>'state', value->>'parts'
   FROM json_each(:entities) WHERE NOT EXISTS (SELECT 1 FROM entity_names a
     WHERE a.workspace = :workspace AND a.name = value->>'slug' AND a.kind = 'alias')
   ON CONFLICT (workspace, slug) DO UPDATE SET name = excluded.name, type = excluded.type, state = excluded.state`,
  // The other ends of relations may come in a later request.
  `INSERT INTO entities (workspace, slug, name, type, state) SELECT :workspace, r.value->>'to', r.value->>'to', 'other', 1
   FROM json_each(:entities) j CROSS JOIN json_each(j.value, '$.relations') r WHERE NOT EXISTS (SELECT 1 FROM entity_names a
     WHERE a.workspace = :workspace AND a.name = r.value->>'to' AND a.kind = 'alias') ON CONFLICT DO NOTHING`,
  `UPDATE OR IGNORE mentions SET entity = m.target, alias = iif(alias = '', m.slug, alias)
   FROM (${MERGED}) m WHERE mentions.entity = m.source`,
  `UPDATE OR IGNORE relations SET from_entity = m.target FROM (${MERGED}) m
   WHERE relations.from_entity = m.source AND relations.to_entity <> m.target`,
  `UPDATE OR IGNORE relations SET to_entity = m.target FROM (${MERGED}) m
   WHERE relations.to_entity = m.source AND relations.from_entity <> m.target`,
  `DELETE FROM entities WHERE num IN (SELECT source FROM (${MERGED}))`,
  `INSERT INTO entity_names (workspace, name, kind, entity, written)
   SELECT :workspace, a.value->>'slug', 'alias', e.num, a.value->>'written' FROM ${EACH} CROSS JOIN json_each(j.value, '$.aliases') a
   WHERE NOT EXISTS (SELECT 1 FROM entities o WHERE o.workspace = :workspace AND o.slug = a.value->>'slug') ON CONFLICT DO NOTHING`,
  `INSERT INTO entity_names (workspace, name, kind, entity) SELECT :workspace, p.value, 'part', e.num
   FROM ${EACH} CROSS JOIN json_each(j.value->>'parts') p WHERE true ON CONFLICT DO NOTHING`,
  `INSERT INTO observations (num, entity, text, at) SELECT ${RANDOM_NUMBER}, e.num, o.value->>'text', o.value->>'at'
   FROM ${EACH} CROSS JOIN json_each(j.value, '$.observations') o WHERE true ON CONFLICT DO NOTHING`,
  `INSERT INTO relations (from_entity, chunk, type, to_entity) SELECT e.num, ${BY_HAND}, r.value->>'type', t.num
   FROM ${EACH} CROSS JOIN json_each(j.value, '$.relations') r
   CROSS JOIN entities t ON t.workspace = :workspace AND t.slug = r.value->>'to' AND t.num <> e.num
   WHERE true ON CONFLICT DO NOTHING`,
  `UPDATE entities SET (mentions, evidence) = (SELECT count(*), coalesce(sum(m.evidence), 0) FROM mentions m
     WHERE m.entity = entities.num) WHERE num IN (SELECT e.num FROM ${EACH})`,
  raiseVersion(),
].map((sql) => statement(sql));

/** Restores what was made by hand, in one transaction; all of it can be repeated. */
export async function writeEntities(
  db: Session,
  workspace: number,
  restored: readonly EntityRestore[],
): Promise<void> {
  const rows = restored.map((entity) => ({ ...entity, parts: JSON.stringify(entity.parts) }));
  const values = { workspace, entities: JSON.stringify(rows) };
  await db.batch({ restored: RESTORE.map((sql) => db.bind(sql, values)) });
}
