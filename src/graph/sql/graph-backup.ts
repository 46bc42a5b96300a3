import { aliasesOf } from "../../database/fragments/entity-sql.ts";
import type { Session } from "../../database/session.ts";
import { statement } from "../../database/statement.ts";
import { raiseVersion } from "../../database/versions.ts";
import type { EntityRecord } from "../contract.ts";
import { RANDOM_NUMBER } from "./graph-reads.ts";

/** What somebody made of an entity: what texts say of it is found again in them. */
type EntityBackup = Omit<EntityRecord, "type">;

type RawBackup = Pick<EntityBackup, "slug" | "name" | "entityType"> &
  Readonly<Record<"aliases" | "observations" | "relations", string>> & { readonly state: number };

const MANUAL = statement<RawBackup>(`SELECT e.slug, e.name, e.type AS entityType, e.state,
    ${aliasesOf("e.slug")} AS aliases, (SELECT json_group_array(json_object('text', text, 'at', at)) FROM (
      SELECT text, at FROM observations WHERE workspace = :workspace AND entity = e.slug ORDER BY at, num)) AS observations,
    (SELECT json_group_array(json_object('to', r.to_entity, 'type', r.type)) FROM relations r
      WHERE r.workspace = :workspace AND r.from_entity = e.slug) AS relations
  FROM entities e WHERE e.workspace = :workspace AND e.slug > :after ORDER BY e.slug LIMIT :limit`);

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

/** What is an alias by now becomes no entity. */
const isNoAlias = (slug: string): string => `NOT EXISTS (SELECT 1 FROM entity_names a
  WHERE a.workspace = :workspace AND a.name = ${slug} AND a.kind = 'alias')`;

const RESTORE = [
  `INSERT INTO entities (workspace, slug, name, type, state, parts)
   SELECT :workspace, value->>'slug', value->>'name', value->>'entityType', value->>'state', value->>'parts'
   FROM json_each(:entities) WHERE ${isNoAlias("value->>'slug'")}
   ON CONFLICT (workspace, slug) DO UPDATE SET name = excluded.name, type = excluded.type, state = excluded.state,
     parts = (SELECT json_group_array(DISTINCT p.value) FROM
       (SELECT value FROM json_each(entities.parts) UNION ALL SELECT value FROM json_each(excluded.parts)) p)`,
  // The other ends of relations may come in a later request.
  `INSERT INTO entities (workspace, slug, name, type) SELECT :workspace, r.value->>'to', r.value->>'to', 'other'
   FROM json_each(:entities) j CROSS JOIN json_each(j.value, '$.relations') r
   WHERE ${isNoAlias("r.value->>'to'")} ON CONFLICT DO NOTHING`,
  `INSERT INTO entity_names (workspace, name, kind, entity, written)
   SELECT :workspace, a.value->>'slug', 'alias', e.slug, a.value->>'written' FROM ${EACH} CROSS JOIN json_each(j.value, '$.aliases') a
   WHERE NOT EXISTS (SELECT 1 FROM entities o WHERE o.workspace = :workspace AND o.slug = a.value->>'slug') ON CONFLICT DO NOTHING`,
  `INSERT INTO observations (num, workspace, entity, text, at)
   SELECT ${RANDOM_NUMBER}, :workspace, e.slug, o.value->>'text', o.value->>'at'
   FROM ${EACH} CROSS JOIN json_each(j.value, '$.observations') o WHERE true ON CONFLICT DO NOTHING`,
  `INSERT INTO relations (workspace, from_entity, type, to_entity) SELECT :workspace, e.slug, r.value->>'type', t.slug
   FROM ${EACH} CROSS JOIN json_each(j.value, '$.relations') r
   CROSS JOIN entities t ON t.workspace = :workspace AND t.slug = r.value->>'to' AND t.slug <> e.slug
   WHERE true ON CONFLICT DO NOTHING`,
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
