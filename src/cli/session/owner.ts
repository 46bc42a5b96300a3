import type { CommandContext } from "../command.ts";
import type { Settings } from "../settings/settings.ts";
import { settingsOf, withServer } from "./connect.ts";
import type { RecallClient } from "./recall-client.ts";

/**
 * Works with the owner's token: --token or RECALL_TOKEN (but a named place's own comes before that), else the
 * configuration's `ownerToken`, else whatever there is.
 */
export async function withOwner<T>(
  context: CommandContext,
  work: (client: RecallClient, settings: Settings) => Promise<T>,
): Promise<T> {
  const settings = await settingsOf(context);
  const isPlace = settings.config?.at !== undefined;
  const isNamed = context.flags.token !== undefined || (!isPlace && Boolean(context.env.RECALL_TOKEN));
  const token = (isNamed ? undefined : settings.config?.config?.ownerToken) ?? settings.token;
  return withServer(context, { ...settings, token }, (client) => work(client, settings));
}
