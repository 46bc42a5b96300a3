import { onDatabase } from "./background/messages.ts";
import type { Session } from "./database/session.ts";
import type { TaskName } from "./background/tasks.ts";
import type { Env } from "./env.ts";
import type { WorkspaceContext } from "./workspaces/context.ts";

/** Whose work begins. */
interface Woken extends Pick<WorkspaceContext, "later">, Partial<Pick<WorkspaceContext, "workspace">> {
  /** On the database that holds the work. */
  readonly session: Pick<Session, "database">;
}

/** Starts work that the database already holds as due: a lost message loses nothing. Without a workspace: of all there. */
export type Wake = (context: Woken, ...tasks: readonly TaskName[]) => void;

/** By messages of the queue. */
export const wakeBy =
  (queue: Env["INDEX_QUEUE"]): Wake =>
  ({ workspace, session, later }, ...tasks) => {
    // A session may have gone on elsewhere by then.
    for (const task of tasks) later(() => onDatabase(queue, session.database).send({ workspace, task }));
  };

/** A service that starts a sweep behind its answer, where that says that it left work. */
export const sweeping =
  (wake: Wake) =>
  <Context extends WorkspaceContext, Args extends readonly unknown[], Answer>(
    serve: (context: Context, ...args: Args) => Promise<Answer>,
    leftWork: (answer: Answer) => boolean = () => true,
  ) =>
  async (context: Context, ...args: Args): Promise<Answer> => {
    const answer = await serve(context, ...args);
    if (leftWork(answer)) wake(context, "sweep");
    return answer;
  };
