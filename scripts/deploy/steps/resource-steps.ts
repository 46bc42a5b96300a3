import { setTimeout as sleep } from "node:timers/promises";
import { COMMANDS, METADATA_FIELDS, METRIC } from "../commands.ts";
import {
  type Context,
  change,
  findDatabase,
  findIndex,
  findQueue,
  hasBucket,
  type Index,
} from "../context.ts";
import type { DatabasePlan, IndexPlan } from "../deployment.ts";
import { acceptedJson, failure } from "../failure.ts";
import type { Left, Step } from "./run-steps.ts";

const HERE = "there already";
/** How often a list is read again while a change is being carried out, milliseconds. */
const POLL_MS = 1_000;

function databaseStep(context: Context, { name }: DatabasePlan): Step {
  return {
    name: `database ${name}`,
    isDone: async () => ((await findDatabase(context, name)) === undefined ? undefined : HERE),
    run: async () => {
      await change(context, COMMANDS.createDatabase(name));
      return "created";
    },
  };
}

/** Dimensions and metric of an index never change, and vectors of another kind are refused one by one. */
function assertFits({ name, config = {} }: Index, wanted: IndexPlan): void {
  const { dimensions, metric } = config;
  if (dimensions === wanted.dimensions && metric === METRIC) return;
  throw failure(
    `the index ${name} has ${dimensions} dimensions and metric ${metric}; needed are ${wanted.dimensions} and ${METRIC}`,
    "Nothing of it was changed. If it holds vectors of the model before, keep it as VECTORIZE and bind a new one as VECTORIZE_NEXT (docs/operations.md, Another model). Else give index_name in wrangler.toml another name: the index is then made as it must be.",
  );
}

function indexStep(context: Context, index: IndexPlan): Step {
  return {
    name: `vector index ${index.name}`,
    isDone: async () => {
      const found = await findIndex(context, index.name);
      if (found === undefined) return undefined;
      assertFits(found, index);
      return HERE;
    },
    run: async () => {
      await change(context, COMMANDS.createIndex(index));
      return `created, ${index.dimensions} dimensions, ${METRIC}`;
    },
  };
}

async function missingFields({ wrangler }: Context, index: string): Promise<readonly string[]> {
  const answer = await wrangler(COMMANDS.listMetadata(index));
  const indexed = acceptedJson<readonly { readonly propertyName: string }[]>(answer);
  return METADATA_FIELDS.filter((field) => !indexed.some(({ propertyName }) => propertyName === field));
}

async function vectorCount({ wrangler }: Context, index: string): Promise<number> {
  const answer = await wrangler(COMMANDS.indexInfo(index));
  return acceptedJson<{ readonly vectorCount?: number }>(answer).vectorCount ?? 0;
}

/** A metadata index is only asked for: it is in force once it is listed. */
async function awaitFields(context: Context, index: string): Promise<void> {
  const deadline = Date.now() + context.patienceMs;
  for (;;) {
    const missing = await missingFields(context, index);
    if (missing.length === 0) return;
    if (Date.now() >= deadline)
      throw failure(`${missing.join(", ")}: asked for, not in force yet`, "Wait a minute, then go on.");
    await sleep(POLL_MS);
  }
}

function lateNote(fields: readonly string[], vectors: number): string {
  return [
    `created for ${fields.join(", ")}. They cover only vectors stored from now on; ${vectors} are older, and`,
    `searches by meaning that filter on ${fields.join(" or ")} pass over those. To have them covered, push into a new workspace:`,
    "`recall workspace create <name>`, `recall workspace use <name>`, `recall push <folder>`",
  ].join(" ");
}

async function createFields(context: Context, index: string): Promise<string | Left> {
  const missing = await missingFields(context, index);
  const vectors = await vectorCount(context, index);
  for (const field of missing) await change(context, COMMANDS.createMetadata(index, field));
  await awaitFields(context, index);
  return vectors === 0 ? `created for ${missing.join(", ")}` : lateNote(missing, vectors);
}

const metadataStep = (context: Context, { name }: IndexPlan): Step => ({
  name: context.deployment.indexes.length === 1 ? "metadata indexes" : `metadata indexes of ${name}`,
  isDone: async () => ((await missingFields(context, name)).length === 0 ? HERE : undefined),
  run: () => createFields(context, name),
});

const queueStep = (context: Context, queue: string): Step => ({
  name: `queue ${queue}`,
  isDone: async () => ((await findQueue(context, queue)) === undefined ? undefined : HERE),
  run: async () => {
    await change(context, COMMANDS.createQueue(queue));
    return "created";
  },
});

const bucketStep = (context: Context, bucket: string): Step => ({
  name: `bucket ${bucket}`,
  isDone: async () => ((await hasBucket(context, bucket)) ? HERE : undefined),
  run: async () => {
    await change(context, COMMANDS.createBucket(bucket));
    return "created, for daily backups";
  },
});

/** Steps that make what the Worker is bound to. The metadata indexes come before anything could store a vector. */
export const resourceSteps = (context: Context): readonly Step[] => [
  ...context.deployment.databases.map((database) => databaseStep(context, database)),
  ...context.deployment.indexes.flatMap((index) => [indexStep(context, index), metadataStep(context, index)]),
  ...context.deployment.queues.map((queue) => queueStep(context, queue)),
  ...(context.deployment.bucket === undefined ? [] : [bucketStep(context, context.deployment.bucket)]),
];
