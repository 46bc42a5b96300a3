import { AnsweredError } from "../../../client/failure.ts";
import type { Plan } from "../../../config.ts";
import { AppError } from "../../../errors.ts";
import type { CommandContext } from "../../command.ts";
import { ifAppError } from "../../failures.ts";
import type { FolderPage } from "../../folder/folder-pages.ts";
import { type Asked, askPage } from "../../push/ask-page.ts";
import type { PushManner } from "../../push/push-plan.ts";
import { readRefusals } from "../../push/refused-files.ts";
import { rootTaken } from "../../push/send-folder.ts";
import type { RecallClient } from "../../session/recall-client.ts";
import { settingsOf, withServer } from "../../session/session.ts";

const NOT_REACHED = ["unavailable", "timeout", "invalid_input", "rate_limited"];

/** What is known of a page; where no server can be asked, all of it is missing. */
export type Known = Pick<Asked, "missing" | "gone" | "refused"> &
  Partial<Asked> & { readonly requests: number };

export interface Asking {
  readonly ask: (page: FolderPage) => Promise<Known>;
  /** Without an embedder, the price is that of the default; without a plan, the list price; null: on one's own machine. */
  readonly server: () => Promise<{
    readonly embedder?: string | undefined;
    readonly plan?: Plan | null | undefined;
  }>;
  /** Why the server could not be asked. */
  readonly notAsked: () => string | undefined;
}

/** Why a failure means that the server was not reached; every other failure is thrown on. */
function whyNotReached(error: unknown, root: string): string {
  if (error instanceof AppError && error.code === "root_exists") throw rootTaken(root);
  const isRefused = error instanceof AnsweredError && error.code === "invalid_input";
  if (!(error instanceof AppError) || isRefused || !NOT_REACHED.includes(error.code)) throw error;
  return error.message;
}

function asking(client: RecallClient | undefined, manner: PushManner, unreached?: string): Asking {
  let why = unreached;
  return {
    async ask(page) {
      try {
        if (client !== undefined && why === undefined)
          return { ...(await askPage(client, manner, page)), requests: 1 };
      } catch (error) {
        why = whyNotReached(error, manner.root);
      }
      return { missing: page.files, gone: [], refused: [], requests: 0 };
    },
    async server() {
      if (client === undefined || why !== undefined) return {};
      const status = await client.status().catch(ifAppError(undefined));
      return { embedder: status?.index.embedder, plan: status && (status.plan?.plan ?? null) };
    },
    notAsked: () => why,
  };
}

/** Works with a server that is asked what it lacks, and with none where none can be reached. */
export async function withAsking<T>(
  context: CommandContext,
  manner: PushManner,
  work: (server: Asking) => Promise<T>,
): Promise<T> {
  const settings = await settingsOf(context).catch((error: unknown) => whyNotReached(error, manner.root));
  if (typeof settings === "string") return work(asking(undefined, manner, settings));
  const knownRefusals = await readRefusals(context.env, settings.url);
  return withServer(context, settings, (client) => work(asking(client, { ...manner, knownRefusals })));
}
