import { MEMORY_ROOT, PLAN_LIMITS, type Plan } from "../config.ts";
import { withoutSecrets } from "../documents/given-metadata.ts";
import { checkBatch, checkPushable, isCurrent, prepareAll } from "../documents/push.ts";
import { writeDocuments } from "../documents/sql/document-writes.ts";
import { openRoot } from "../documents/sql/roots.ts";
import { AppError } from "../errors.ts";
import { switchNames, switchNamesOfRoots } from "../graph/switch-names.ts";
import { addMemoryTypes } from "../memories/memory-types.ts";
import { writePairs } from "../memories/sql/contradictions.ts";
import { settlePairs } from "../memories/sql/settled-pairs.ts";
import { changeRecallLog } from "../recalls/recalls.ts";
import { writeDescriptions } from "../workspaces/roots/describe-root.ts";
import { changeProfile } from "../search/profiles/profile-service.ts";
import { dimensionsOf, importVector, vectorProblem } from "../text/exported-vector.ts";
import type { WorkspaceContext } from "../workspaces/context.ts";
import type { WorkspaceRow } from "../workspaces/sql/workspace-store.ts";
import { writeOrigins, writeVectors } from "./backup-store.ts";
import type { ExportRecord, ImportAnswer, ImportRequest, RecordOf, RecordType } from "./contract.ts";
import { takeMemories, takeObservations } from "./import-memories.ts";
import { takeEntities, takeVotes } from "./records.ts";
import { takeSourceItems, takeSources } from "./source-records.ts";

// Documents go the way of a push: cut, hashed and written in one transaction an upload, so that a restored workspace
// keeps every promise of a pushed one. Chunk ids hold the workspace's number and are made anew. All of it can be repeated.

type Counts = Omit<ImportAnswer, "limits">;

const NOTHING: Counts = { written: 0, unchanged: 0, failed: [], vectors: 0, otherVectors: 0 };

type Context = WorkspaceContext & { readonly row: WorkspaceRow };
type Options = Pick<ImportRequest, "identity" | "merge">;

type Take<Type extends RecordType> = (
  context: Context,
  records: readonly RecordOf<Type>[],
  options: Options,
) => Promise<Partial<Counts>> | Promise<void>;

/** How each kind of record is taken in, in this order. */
const TAKE: { readonly [Type in RecordType]: Take<Type> } = {
  async profile(context, records) {
    for (const { profile, settings } of records) await changeProfile(context, profile, { settings });
  },
  async memoryTypes(context, records) {
    await addMemoryTypes(
      context,
      records.flatMap(({ own }) => own),
    );
  },
  async switchedOff(context, records) {
    const parts = new Set(records.flatMap((record) => record.parts));
    if (parts.has("names")) await switchNames(context, { on: false });
    const roots = records.flatMap(({ unnamedRoots = [] }) => unnamedRoots);
    if (roots.length > 0) await switchNamesOfRoots(context, { on: false, roots });
    if (parts.has("recallLog")) await changeRecallLog(context, { on: false });
  },
  async rootDescription({ session, workspace }, records) {
    await writeDescriptions(session, workspace, records);
  },
  async root({ session, workspace }, records) {
    await writeOrigins(
      session,
      workspace,
      records.filter(({ root }) => root !== MEMORY_ROOT),
    );
  },
  embedding: takeVectors,
  // Before the texts, which are searched for the names that somebody gave.
  entity: takeEntities,
  document: takeDocuments,
  memory: takeMemories,
  observation: takeObservations,
  async contradiction({ session, workspace }, records) {
    const pairs = records.map(({ memory, other }) => [memory, other] as const);
    await writePairs(session, workspace, pairs);
    const settled = pairs.filter((_, at) => records[at]?.settled === true);
    if (settled.length > 0) await settlePairs(session, workspace, { pairs: settled, isSettled: true });
  },
  vote: takeVotes,
  source: takeSources,
  sourceItem: takeSourceItems,
};

/** The placeholder of a reader that joins nothing: a look at a root needs some origin. */
const NO_ORIGIN = "0".repeat(32);

async function takeVectors(
  { session, workspace, row, nowMs }: Context,
  records: readonly RecordOf<"embedding">[],
  { identity }: Options,
): Promise<Partial<Counts>> {
  // Of another model: the texts are embedded anew, which nothing but the model can do.
  if (identity !== row.identity) return { otherVectors: records.length };
  const dimensions = dimensionsOf(identity);
  const vectors = records.map(({ hash, vector }) => ({ hash, vector }));
  for (const { hash, vector } of vectors) {
    const problem = vectorProblem(vector, dimensions);
    if (problem !== undefined) throw new AppError("invalid_input", `embedding ${hash}: ${problem}`);
  }
  const stored = vectors.map(({ hash, vector }) => ({ hash, vector: importVector(vector) }));
  await writeVectors(session, { workspace, identity, now: nowMs, vectors: stored });
  return { vectors: vectors.length };
}

async function takeDocuments(
  context: Context,
  records: readonly RecordOf<"document">[],
  options: Options,
): Promise<Partial<Counts>> {
  let counts = NOTHING;
  for (const [root, documents] of Map.groupBy(records, (record) => record.root))
    counts = add(counts, await takeRoot(context, root, { documents, merge: options.merge }));
  return counts;
}

async function takeRoot(
  { session, workspace, row, nowMs }: Context,
  root: string,
  { documents: records, merge }: { documents: readonly RecordOf<"document">[]; merge: boolean },
): Promise<Partial<Counts>> {
  const documents = records.map(withoutSecrets);
  const paths = documents.map(({ path }) => path);
  const look = { origin: NO_ORIGIN, join: true, dryRun: true, beginsPush: false, documents: { paths } };
  const opened = await openRoot(session, { workspace, root, nowMs, ...look });
  const known = new Map(opened.known.map((document) => [document.path, document]));
  const changed = documents.filter((document) => !isCurrent(document, known.get(document.path)));
  const uploads = changed.map(({ type: _, root: __, ...document }) => document);
  const { prepared, failed } = await prepareAll(
    uploads,
    { workspace, root, given: opened.given },
    ({ path, hash }) => {
      checkPushable(root);
      if (!merge && (known.get(path)?.hash ?? hash) !== hash)
        throw new AppError(
          "conflict",
          `The root "${root}" has "${path}" with another content: merge (--merge) replaces it`,
        );
    },
  );
  if (prepared.length > 0) {
    const expects = new Map(prepared.map(({ path }) => [path, known.get(path)?.version ?? 0]));
    const write = { workspace, root, identity: row.identity, nowMs, documents: prepared, expects };
    await writeDocuments(session, write);
  }
  return {
    written: prepared.length,
    unchanged: documents.length - changed.length,
    failed: failed.map((file) => ({ root, ...file })),
  };
}

const add = (a: Counts, b: Partial<Counts>): Counts => ({
  written: a.written + (b.written ?? 0),
  unchanged: a.unchanged + (b.unchanged ?? 0),
  failed: [...a.failed, ...(b.failed ?? [])],
  vectors: a.vectors + (b.vectors ?? 0),
  otherVectors: a.otherVectors + (b.otherVectors ?? 0),
});

const ofType = <Type extends RecordType>(records: readonly ExportRecord[], type: Type): RecordOf<Type>[] =>
  records.filter((record): record is RecordOf<Type> & ExportRecord => record.type === type);

/**
 * Takes some records of an export into the workspace; repeating it changes nothing. Throws `too_large` for more text
 * than an upload may carry, `invalid_input` for an invalid vector, `conflict` when a push writes the same documents.
 */
export async function importRecords(
  context: Context,
  plan: Plan,
  request: ImportRequest,
): Promise<ImportAnswer> {
  const { maxBatchBytes, maxBatchFiles } = PLAN_LIMITS[plan];
  const limits = { maxBatchBytes, maxBatchFiles };
  checkBatch([...ofType(request.records, "document"), ...ofType(request.records, "memory")], limits);
  let counts = NOTHING;
  for (const type of Object.keys(TAKE) as RecordType[])
    counts = add(counts, (await takeType(context, type, request)) ?? {});
  return { ...counts, limits };
}

async function takeType<Type extends RecordType>(context: Context, type: Type, request: ImportRequest) {
  const own = ofType(request.records, type);
  const take: Take<Type> = TAKE[type];
  return own.length === 0 ? undefined : take(context, own, request);
}
