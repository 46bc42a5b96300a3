import type { CommandContext } from "../command.ts";
import type { RecallClient } from "../session/recall-client.ts";
import { assertMinted, withOwner, withServer } from "../session/session.ts";
import type { Settings } from "../settings/settings.ts";

/** Who may see every workspace of a server. */
export interface Owner {
  /** Asks with the owner's token. */
  readonly client: RecallClient;
  readonly settings: Settings;
  /** Works in a workspace with a token that is revoked afterwards, and ends by itself in a day. */
  readonly within: <T>(workspace: string, work: InWorkspace<T>) => Promise<T>;
}

type InWorkspace<T> = (client: RecallClient, signal: AbortSignal) => Promise<T>;

const NAME = "recall backup";

/** Works with the owner's token on every workspace of a server. */
export const withAll = <T>(context: CommandContext, work: (owner: Owner) => Promise<T>): Promise<T> =>
  withOwner(context, (client, settings) => {
    const within = async <A>(workspace: string, inside: InWorkspace<A>): Promise<A> => {
      const wish = { scope: "admin", workspace, name: NAME, expiresInDays: 1 } as const;
      const { id, token } = await client.createToken(wish);
      try {
        return await withServer(context, { ...settings, token: assertMinted(token) }, inside);
      } finally {
        await client.revokeToken(id);
      }
    };
    return work({ client, settings, within });
  });
