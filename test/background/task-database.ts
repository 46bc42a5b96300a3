import { beforeEach } from "vitest";
import type { TaskContext } from "../../src/background/task-context.ts";
import { TASKS, type TaskName } from "../../src/background/tasks.ts";
import type { Plan } from "../../src/config.ts";
import { hashEmbedder } from "../../src/models/local/hash-embedder.ts";
import { spaceKey, type VectorIndex } from "../../src/models/ports.ts";
import { NOW_MS, sqlWorld } from "../support/worlds/sql-world.ts";

/** The identity that tasks embed in. */
export const IDENTITY = spaceKey(hashEmbedder.space);

const unused = () => Promise.reject(new Error("nothing asks the index this"));
/** An index that nothing is asked of. */
export const NO_INDEX: VectorIndex = {
  ...{ maxUpsert: 1, maxDelete: 1, maxGet: 1 },
  ...{ nearest: unused, upsert: unused, remove: unused, visible: unused, progress: unused },
};

interface Wish extends Partial<Pick<TaskContext, "workspace" | "sweep">> {
  readonly plan?: Plan;
  readonly models?: object;
  readonly identities?: readonly string[];
}

/** So many files of one passage each. */
export const notes = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${at}.md`, `Heron ${at}.\n`]));

/** One database for the tests of a group, emptied before each of them, and the tasks over it. */
export function taskDatabase() {
  const world = sqlWorld();
  const { here, column, empty } = world;
  beforeEach(async () => {
    await empty("workspaces", "chunks", "documents", "deletions", "rechunks", "contexts", "generations");
    await empty("generation_chunks", "embeddings", "query_results", "recalls", "dropped_documents", "outbox");
  });
  /** The slices of a task. */
  const task = (name: TaskName, { plan = "free", models = {}, identities = [], ...wish }: Wish = {}) => {
    const settings = {
      models: { embedder: hashEmbedder, reranker: undefined, vectors: undefined, ...models },
      ...{ plan, modelBudget: undefined, now: () => NOW_MS, recallLog: { queries: "text", days: 2 } },
      quotas: { modelCalls: 0 },
      secrets: ["a secret for tests only, long enough"],
    } as unknown as TaskContext["settings"];
    const due = { identities, hasStaleIdentity: false, tasks: new Set() } as TaskContext["due"];
    const sweepElsewhere = async () => undefined;
    return TASKS[name]({ settings, session: here.db, workspace: undefined, due, sweepElsewhere, ...wish });
  };
  const count = async (from: string) => (await column(`SELECT count(*) FROM ${from}`))[0];
  return { ...world, task, count };
}
