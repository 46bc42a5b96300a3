import { rm } from "node:fs/promises";
import { COMMANDS } from "../commands.ts";
import { type Context, change, findDatabase, findIndex, findQueue, secretNames } from "../context.ts";
import { configFileOf, knownConfig } from "../owner-token.ts";
import type { Step } from "./run-steps.ts";
import { readDeployed, writeDeployed } from "../state.ts";

const GONE = "not there";

function consumerStep(context: Context, queue: string): Step {
  const { worker } = context.deployment;
  return {
    name: `consumer of ${queue}`,
    isDone: async () => ((await findQueue(context, queue))?.consumers.includes(worker) ? undefined : GONE),
    run: async () => {
      await change(context, COMMANDS.removeConsumer(queue, worker));
      return "removed";
    },
  };
}

function workerStep(context: Context): Step {
  const { worker } = context.deployment;
  return {
    name: `Worker ${worker}`,
    isDone: async () => ((await secretNames(context)) === undefined ? GONE : undefined),
    run: async () => {
      await change(context, COMMANDS.deleteWorker(worker));
      return "deleted, with its secret and schedules";
    },
  };
}

const queueStep = (context: Context, queue: string): Step => ({
  name: `queue ${queue}`,
  isDone: async () => ((await findQueue(context, queue)) === undefined ? GONE : undefined),
  run: async () => {
    await change(context, COMMANDS.deleteQueue(queue));
    return "deleted";
  },
});

const indexStep = (context: Context, name: string): Step => ({
  name: `vector index ${name}`,
  isDone: async () => ((await findIndex(context, name)) === undefined ? GONE : undefined),
  run: async () => {
    await change(context, COMMANDS.deleteIndex(name));
    return "deleted";
  },
});

const databaseStep = (context: Context, name: string): Step => ({
  name: `database ${name}`,
  isDone: async () => ((await findDatabase(context, name)) === undefined ? GONE : undefined),
  run: async () => {
    await change(context, COMMANDS.deleteDatabase(name));
    return "deleted";
  },
});

/** What this machine keeps of it; settings for another server stay. */
const settingsStep = (context: Context): Step => ({
  name: "settings on this machine",
  isDone: async () => (Object.keys(await readDeployed(context.state)).length === 0 ? GONE : undefined),
  run: async () => {
    const [{ url }, config] = await Promise.all([readDeployed(context.state), knownConfig(context)]);
    if (config !== undefined && config.url === url) await rm(configFileOf(context));
    await writeDeployed(context.state, undefined);
    return "removed";
  },
});

/** Steps that remove a deployment: first what calls the Worker, then the Worker, then what it was bound to. */
export const undeploySteps = (context: Context): readonly Step[] => {
  const { queues } = context.deployment;
  return [
    ...queues.map((queue) => consumerStep(context, queue)),
    workerStep(context),
    ...queues.map((queue) => queueStep(context, queue)),
    ...context.deployment.indexes.map(({ name }) => indexStep(context, name)),
    ...context.deployment.databases.map(({ name }) => databaseStep(context, name)),
    settingsStep(context),
  ];
};

/** Names of what is still there. */
export async function remaining(steps: readonly Step[]): Promise<readonly string[]> {
  const left: string[] = [];
  for (const { name, isDone } of steps) if ((await isDone()) === undefined) left.push(name);
  return left;
}
