import { type Databases, FIRST } from "../database/several/databases.ts";
import type { TaskName } from "./tasks.ts";
import type { WorkMessage } from "./work-message.ts";

interface Options {
  readonly delaySeconds: number;
}

export interface WorkQueue {
  send(message: WorkMessage, options?: Options): Promise<unknown>;
}

/** The queue as a run on one of the databases sees it. */
export interface TaskQueue {
  send(
    message: { readonly workspace: number | undefined; readonly task: TaskName },
    options?: Options,
  ): Promise<unknown>;
}

/** Asks for a database's turn of cron, which is no kind of work by itself. */
export const CRON_TURN = "cron";

/** The name of a database in a message: the first has none. */
const named = (database: number): Pick<WorkMessage, "database"> => (database === FIRST ? {} : { database });

/** The queue for the work of one database. */
export const onDatabase = (queue: WorkQueue, database: number): TaskQueue => ({
  send: (message, ...options) => queue.send({ ...message, ...named(database) }, ...options),
});

/** Sends each database but the first its turn of cron; answers what failed, which keeps none of the others from theirs. */
export async function eachTurn(
  { count }: Databases,
  queue: WorkQueue,
  scheduledMs: number,
): Promise<readonly unknown[]> {
  const failed: unknown[] = [];
  for (let database = FIRST + 1; database <= count; database++)
    await queue
      .send({ task: CRON_TURN, database, scheduledMs })
      .catch((error: unknown) => failed.push(error));
  return failed;
}

/** Messages for one database. */
interface ForOne {
  readonly database: number;
  readonly messages: readonly WorkMessage[];
}

/**
 * The messages of a batch that this invocation works on: those for one database. The others are sent on, each once, to have
 * an invocation of their own. Nothing where there are none.
 */
export async function oneDatabase(
  batch: readonly WorkMessage[],
  queue: WorkQueue,
): Promise<readonly [ForOne] | readonly []> {
  const [mine, ...others] = Map.groupBy(batch, ({ database = FIRST }) => database);
  for (const [, messages] of others)
    for (const message of new Map(messages.map((one) => [JSON.stringify(one), one])).values())
      await queue.send(message);
  return mine === undefined ? [] : [{ database: mine[0], messages: mine[1] }];
}
