import type { Session } from "../database/session.ts";
import type { MemoryPart } from "../documents/sql/document-types.ts";
import type { StoredDocument } from "../documents/sql/stored-documents.ts";
import { type EntityRecord, EntityType } from "../graph/contract.ts";
import { readEntities, writeEntities } from "../graph/sql/graph-backup.ts";
import { readPairs } from "../memories/sql/contradictions.ts";
import { readObservations, readSuperseded } from "../memories/sql/memory-backup.ts";
import { partsOf } from "../names/document-names.ts";
import { type BackupPlace, readVotes, writeVotes } from "../recalls/sql/vote-backup.ts";
import { redact } from "../redaction/redact.ts";
import { shortHash } from "../text/hash.ts";
import { slugOf } from "../text/slug.ts";
import type { WorkspaceContext } from "../workspaces/context.ts";
import { wrongCursor } from "../workspaces/cursor.ts";
import type { RecordOf, RecordType } from "./contract.ts";

/** Rows one step reads: a memory may have some hundred kilobytes, most have less than one. */
const MEMORIES_A_STEP = 100;

interface Reading {
  readonly session: Session;
  readonly workspace: number;
}

interface StepOf<Type extends RecordType> {
  readonly records: readonly RecordOf<Type>[];
  /** Where the next step begins; undefined: there is no more. */
  readonly next: string | undefined;
}

/** A live memory, from the document that it is. */
export function memoryRecord(
  { path, hash, mtime, source }: StoredDocument,
  memory: MemoryPart,
  text: string,
): RecordOf<"memory"> {
  const { type: memoryType, normalHash, compared, ...said } = memory;
  return {
    ...{ type: "memory", id: path, state: "live", text, hash, memoryType, ...said, source },
    ...{ firstObserved: mtime, leftAt: null, supersededBy: null },
  };
}

/** Superseded memories; the live ones come as documents. */
export async function supersededStep(
  { session, workspace }: Reading,
  after: string,
): Promise<StepOf<"memory">> {
  const past = await readSuperseded(session, { workspace, after, limit: MEMORIES_A_STEP });
  const records = past.map(async (memory): Promise<RecordOf<"memory">> => {
    const { type: memoryType, normalHash, isCompared, version, votes, quality, ...said } = memory;
    const hash = await shortHash(memory.text);
    return { ...said, type: "memory", state: "superseded", memoryType, hash };
  });
  const next = past.length < MEMORIES_A_STEP ? undefined : past.at(-1)?.id;
  return { records: await Promise.all(records), next };
}

/** Texts that memories had before, after a number of theirs; no `next`: there are no more. */
export async function observationStep(
  { session, workspace }: Reading,
  after: string,
): Promise<StepOf<"observation">> {
  const query = { workspace, after: Number(after) || 0, limit: MEMORIES_A_STEP };
  const observations = await readObservations(session, query);
  const records = observations.map(({ num: _, type, ...observation }) => ({
    type: "observation" as const,
    ...observation,
    memoryType: type,
  }));
  const last = observations.at(-1)?.num;
  const next = observations.length < MEMORIES_A_STEP || last === undefined ? undefined : String(last);
  return { records, next };
}

const PAIRS_A_STEP = 1_000;

/** What may contradict each other, after a pair of ids. */
export async function contradictionStep(
  { session, workspace }: Reading,
  after: string,
): Promise<StepOf<"contradiction">> {
  const [memory = "", other = ""] = after.split(" ");
  const query = { workspace, after: [memory, other] as const, limit: PAIRS_A_STEP };
  const pairs = await readPairs(session, query);
  const next = pairs.length < PAIRS_A_STEP ? undefined : pairs.at(-1)?.pair.join(" ");
  const records = pairs.map(({ pair: [id, rival], isSettled }) => ({
    type: "contradiction" as const,
    ...{ memory: id, other: rival },
    ...(isSettled && { settled: true as const }),
  }));
  return { records, next };
}

const ENTITIES_A_STEP = 500;

/** What was made of entities by hand, a page at a time. */
export async function entityStep({ session, workspace }: Reading, after: string): Promise<StepOf<"entity">> {
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
  { session, workspace }: Reading,
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

const VOTES_A_STEP = 500;

const START: BackupPlace = ["", "", ""];

/** The start of a page, as `next` of the page before named it. Throws `invalid_input`. */
function votePlace(after: string): BackupPlace {
  if (after === "") return START;
  const [recall, hit, token] = after.split(" ");
  if (recall !== undefined && hit !== undefined && token !== undefined) return [recall, hit, token];
  throw wrongCursor();
}

/** A step of an export: votes on what is there. */
export async function voteStep({ session, workspace }: Reading, after: string): Promise<StepOf<"vote">> {
  const votes = await readVotes(session, { workspace, after: votePlace(after), limit: VOTES_A_STEP });
  const last = votes.at(-1);
  const isLast = last === undefined || votes.length < VOTES_A_STEP;
  return {
    records: votes.map(({ value, ...vote }) => ({ type: "vote", ...vote, value: value > 0 ? "up" : "down" })),
    next: isLast ? undefined : `${last.recallId} ${last.hit} ${last.token}`,
  };
}

/** Takes the votes of an export in, after the documents that they are on. */
export const takeVotes = (
  { session, workspace, nowMs }: WorkspaceContext,
  records: readonly RecordOf<"vote">[],
): Promise<void> =>
  writeVotes(session, {
    workspace,
    nowMs,
    votes: records.map(({ type: _, value, note, ...vote }) => ({
      ...vote,
      note: note === null ? null : redact(note).text,
      value: value === "up" ? 1 : -1,
    })),
  });
