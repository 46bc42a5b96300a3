import { createClient } from "../../client/client.ts";
import { migrateServer } from "../../client/migrate.ts";
import { AppError } from "../../errors.ts";
import { mintProof } from "../../workspaces/token.ts";
import { damagedDatabase, orAgain } from "./disk.ts";
import type { LocalApi } from "./local-access.ts";

const otherVersion = (): AppError =>
  new AppError(
    "misconfigured",
    "This folder holds an index of another version of recall, and nothing in it was changed. Start it with that version " +
      "and run `recall export --to backup.ndjson`, then start this version in an empty folder and run " +
      "`recall import backup.ndjson`; or push the documents again.",
    { details: { reason: "other_version" } },
  );

/**
 * Brings the database of a local server up to date, the way a deployment does, and returns the names of what was applied.
 * Throws `misconfigured`, with what to do, for one of another version and for one that is damaged.
 */
export async function migrateLocal(
  { url, fetch: reached }: LocalApi,
  secret: string,
): Promise<readonly string[]> {
  const migrate = async () =>
    migrateServer(createClient(url, await mintProof(secret, Date.now()), { fetch: reached }));
  try {
    return await orAgain(migrate);
  } catch (error) {
    // Its own settings are what is wrong then.
    if (!(error instanceof AppError) || ["misconfigured", "storage_full"].includes(error.code)) throw error;
    const { reason } = (error.details ?? {}) as { readonly reason?: string };
    throw reason === "other_version" ? otherVersion() : damagedDatabase(error);
  }
}
