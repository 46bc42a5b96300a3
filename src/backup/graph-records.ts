import type { Session } from "../database/session.ts";
import { type EntityRecord, EntityType } from "../graph/contract.ts";
import { readEntities, writeEntities } from "../graph/sql/graph-backup.ts";
import { partsOf } from "../names/document-names.ts";
import { redact } from "../redaction/redact.ts";
import { slugOf } from "../text/slug.ts";

/** Entities one step of an export reads. */
const ENTITIES_A_STEP = 500;

/** What was made of entities by hand, a page at a time. */
export async function entityStep(
  { session, workspace }: { readonly session: Session; readonly workspace: number },
  after: string,
): Promise<{ readonly records: readonly EntityRecord[]; readonly next: string | undefined }> {
  const entities = await readEntities(session, { workspace, after, limit: ENTITIES_A_STEP });
  return {
    records: entities.map((entity) => ({
      type: "entity",
      ...entity,
      entityType: EntityType.parse(entity.entityType),
      aliases: [...entity.aliases],
      observations: [...entity.observations],
      relations: [...entity.relations],
    })),
    next: entities.length < ENTITIES_A_STEP ? undefined : entities.at(-1)?.slug,
  };
}

const isSecret = (text: string): boolean => redact(text).redacted.length > 0;

/** The record without secrets, as one written by hand would be. */
const clean = (record: EntityRecord): EntityRecord => ({
  ...record,
  name: redact(record.name).text,
  aliases: record.aliases.filter((alias) => !isSecret(alias)),
  observations: record.observations.map(({ text, at }) => ({ text: redact(text).text, at })),
});

/** Takes such records in, secrets out; what texts name by an alias becomes the entity's. */
export async function takeEntities(
  { session, workspace }: { readonly session: Session; readonly workspace: number },
  records: readonly EntityRecord[],
): Promise<void> {
  if (records.length === 0) return;
  await writeEntities(
    session,
    workspace,
    records.map(clean).map(({ type: _, hidden, aliases, ...record }) => ({
      ...record,
      state: hidden ? -1 : 1,
      parts: [...new Set([record.name, ...aliases].flatMap(partsOf))],
      aliases: aliases.map((written) => ({ slug: slugOf(written), written })),
    })),
  );
}
