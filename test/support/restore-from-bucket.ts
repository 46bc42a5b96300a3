import { join } from "node:path";
import { fetchBackup } from "../../src/cli/backups/bucket-backup.ts";
import { chooseBackup } from "../../src/cli/backups/choose-backup.ts";
import { restoreBackup } from "../../src/cli/backups/restore-backup.ts";
import { type RecallClient, recallClient } from "../../src/cli/session/recall-client.ts";
import { connectionTo } from "../../src/client/send.ts";
import type { TestClient } from "./client.ts";
import { serveClient } from "./serve-client.ts";

/** The clients of a deployment behind real HTTP, by their token. */
export type ClientOf = (token: string) => RecallClient;

/** Does the work with clients behind real HTTP. */
export async function behindHttp<T>(
  client: TestClient,
  work: (clientOf: ClientOf, url: string) => Promise<T>,
): Promise<T> {
  const { url, close } = await serveClient(client);
  try {
    return await work((token) => recallClient({ ...connectionTo(url, token), maxRetries: 0 }), url);
  } finally {
    close();
  }
}

/** What `recall restore` does as the owner: the newest backup of the bucket, fetched into the folder, and restored whole. */
export async function restoreFromBucket(
  { clientOf, url, token }: { readonly clientOf: ClientOf; readonly url: string; readonly token: string },
  folder: string,
) {
  const client = clientOf(token);
  const onProgress = () => undefined;
  const path = await fetchBackup(client, undefined, { folder, onProgress });
  const owner = {
    client,
    settings: { url, token } as never,
    within: async <T>(
      workspace: string,
      inside: (inner: RecallClient, signal: AbortSignal) => Promise<T>,
    ) => {
      const asked = { scope: "admin", workspace, name: "", expiresInDays: 1 } as const;
      const { token: own } = await client.createToken(asked);
      return inside(clientOf(own), new AbortController().signal);
    },
  };
  const env = { XDG_CONFIG_HOME: join(folder, "config") };
  return restoreBackup(owner, { source: await chooseBackup(path), env, onProgress });
}
