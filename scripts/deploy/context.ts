import type { Account } from "./account.ts";
import { COMMANDS } from "./commands.ts";
import type { Deployment } from "./deployment.ts";
import { accepted, acceptedJson, problemOf, refused } from "./failure.ts";
import type { Say } from "./steps/run-steps.ts";
import type { StatePlace } from "./state.ts";
import type { Environment, Wrangler } from "./wrangler.ts";

/** What the steps of a deployment, or of its removal, work with. */
export interface Context {
  readonly wrangler: Wrangler;
  readonly account: Account;
  readonly deployment: Deployment;
  readonly env: Environment;
  readonly state: StatePlace;
  /** A person can be asked. */
  readonly canAsk: boolean;
  /** Make a new signing secret, although all tokens end with the old one. */
  readonly wantsNewSecret: boolean;
  /** Longest wait for what Cloudflare makes visible later, milliseconds. */
  readonly patienceMs: number;
  /** Tells the person something between two steps' lines. */
  readonly say: Say;
}

export interface Database {
  readonly uuid: string;
  readonly name: string;
}

/** A database by its name; undefined when there is none. */
export async function findDatabase({ wrangler }: Context, wanted: string): Promise<Database | undefined> {
  const databases = acceptedJson<readonly Database[]>(await wrangler(COMMANDS.listDatabases()));
  return databases.find(({ name }) => name === wanted);
}

export interface Index {
  readonly name: string;
  readonly config?: { readonly dimensions?: number; readonly metric?: string };
}

/** A vector index by its name; undefined when there is none. */
export async function findIndex({ wrangler }: Context, wanted: string): Promise<Index | undefined> {
  const indexes = acceptedJson<readonly Index[]>(await wrangler(COMMANDS.listIndexes()));
  return indexes.find(({ name }) => name === wanted);
}

/** What is known of a queue: the Workers that consume it. */
export interface QueueState {
  readonly consumers: readonly string[];
}

/**
 * A queue by its name; undefined when there is none. wrangler 4.164 has no JSON for queues: it prints `Queue Name: …`
 * and `Consumers: worker:…`, or fails with `Queue "…" does not exist`.
 */
export async function findQueue({ wrangler }: Context, name: string): Promise<QueueState | undefined> {
  const answer = await wrangler(COMMANDS.queueInfo(name));
  if (answer.code !== 0 && problemOf(answer).includes("does not exist")) return undefined;
  const lines = accepted(answer).split("\n");
  if (!lines.includes(`Queue Name: ${name}`)) return undefined;
  const consumers = lines.find((line) => line.startsWith("Consumers:")) ?? "";
  return {
    consumers: consumers
      .split(/[\s,]/)
      .flatMap((word) => (word.startsWith("worker:") ? [word.slice("worker:".length)] : [])),
  };
}

/**
 * Whether there is a bucket of that name. wrangler 4.164 lists `name:  …` and `creation_date:  …` of each, without JSON.
 */
export async function hasBucket({ wrangler }: Context, name: string): Promise<boolean> {
  const lines = accepted(await wrangler(COMMANDS.listBuckets())).split("\n");
  return lines.some((line) => /^name:\s+(\S+)\s*$/.exec(line)?.[1] === name);
}

/** Names of the Worker's secrets; undefined when there is no such Worker (wrangler 4.164: `Worker "…" not found`). */
export async function secretNames({ wrangler, deployment }: Context): Promise<readonly string[] | undefined> {
  const answer = await wrangler(COMMANDS.listSecrets(deployment.worker));
  if (answer.code !== 0 && problemOf(answer).includes(`Worker "${deployment.worker}" not found`))
    return undefined;
  return acceptedJson<readonly { readonly name: string }[]>(answer).map(({ name }) => name);
}

/** Runs a command of wrangler that changes something. Throws AppError when it fails. */
export async function change(
  { wrangler }: Context,
  ...[args, options]: Parameters<Wrangler>
): Promise<string> {
  const answer = await wrangler(args, options);
  if (answer.code !== 0) throw refused(answer);
  return answer.stdout;
}
