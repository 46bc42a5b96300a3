import type { RecallClient } from "./client.ts";
import type { CommandContext } from "./command.ts";
import { settingsOf, withServer } from "./connect.ts";
import type { Settings } from "./settings.ts";

/** Works with the owner's token: --token, else the configuration's `ownerToken`, else whatever token there is. */
export async function withOwner<T>(
  context: CommandContext,
  work: (client: RecallClient, settings: Settings) => Promise<T>,
): Promise<T> {
  const settings = await settingsOf(context);
  const token = context.flags.token ?? settings.config?.config?.ownerToken ?? settings.token;
  return withServer(context, { ...settings, token }, (client) => work(client, settings));
}
