import type { RecallClient } from "../../session/recall-client.ts";
import { settingsOf, withServer } from "../../session/session.ts";
import { safeLine } from "../../terminal/terminal-safe.ts";
import { type CommandContext, EXIT, type ExitCode } from "../../command.ts";
import type { NamesOf } from "./completion-tree.ts";

/** A shell shows a screen of them at most. */
const MOST_NAMES = 50;
/** Whoever pressed TAB waits for it, milliseconds. */
const TIMEOUT_MS = 1_500;

/** The names that begin so, in the order of the server's lists. */
const LISTS: Readonly<Record<NamesOf, (client: RecallClient, typed: string) => Promise<readonly string[]>>> =
  {
    roots: async (client, typed) =>
      (await client.status()).roots.map(({ root }) => root).filter((root) => root.startsWith(typed)),
    documents: async (client, typed) => {
      const place = { ...(typed !== "" && { prefix: typed }), limit: MOST_NAMES };
      return [...new Set((await client.documents(place)).documents.map(({ path }) => path))];
    },
    entities: async (client, typed) =>
      (await client.entities({ prefix: typed, limit: MOST_NAMES })).entities.map(({ slug }) => slug),
  };

/** Prints a name a line, for a shell; nothing where the server does not answer in time: completion never complains. */
export async function printNames(context: CommandContext, of: NamesOf, typed = ""): Promise<ExitCode> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const terminal = { ...context.terminal, canAsk: false, err: () => undefined };
  const quiet: CommandContext = { ...context, terminal, interrupted: () => signal };
  const asked = async (): Promise<readonly string[]> => {
    const settings = { ...(await settingsOf(quiet)), maxRetries: 0 };
    return withServer(quiet, settings, (client) => LISTS[of](client, typed));
  };
  const names = await asked().catch(() => []);
  // A name with a control character would be several lines, or worse.
  const shown = names.filter((name) => name === safeLine(name)).slice(0, MOST_NAMES);
  context.terminal.out(shown.map((name) => `${name}\n`).join(""));
  return EXIT.ok;
}
