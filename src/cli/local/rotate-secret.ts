import { existsSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "../../errors.ts";
import { mintToken, verifyToken } from "../../workspaces/token.ts";
import { movePushed } from "../pushed/kept-folders.ts";
import { bookmarkKey, keepBookmark, readBookmark } from "../settings/bookmarks.ts";
import { type CliConfig, CONFIG_FILE, writeConfig } from "../settings/config-file.ts";
import type { Environment } from "../settings/config-folder.ts";
import { readIfExists, writePrivateFile } from "../settings/private-file.ts";
import { noteServed, SECRET_FILE } from "../settings/served-homes.ts";
import { claimHome } from "./home/claim-home.ts";
import { localConfig, makeSecret, PREVIOUS_FILE } from "./local-access.ts";

/** A token as the new secret signs it; what the old one did not sign stays as it is. */
async function signedAnew(token: string, { old, fresh }: { old: string; fresh: string }): Promise<string> {
  const claims = await verifyToken(token, [old], Date.now());
  return claims === undefined ? token : mintToken(fresh, claims);
}

async function withTokensAnew(config: CliConfig, both: { old: string; fresh: string }): Promise<CliConfig> {
  const { token, ownerToken } = config;
  return {
    ...config,
    token: await signedAnew(token, both),
    ...(ownerToken !== undefined && { ownerToken: await signedAnew(ownerToken, both) }),
  };
}

/** What this machine knows of the server goes by its secret: which folders it has, and up to which write it was read. */
async function moveNotes(env: Environment, { url, token }: CliConfig, anew: CliConfig): Promise<void> {
  const [from, to] = [bookmarkKey(url, token), bookmarkKey(url, anew.token)];
  if (from === to) return;
  await movePushed(env, from, to);
  const bookmark = await readBookmark(env, from);
  if (bookmark !== undefined) await keepBookmark(env, to, bookmark);
}

/**
 * Gives a home that nobody serves another signing secret. The tokens of its own settings are signed anew; those that
 * others hold stay valid, because the secret before is kept until the next rotation. Throws AppError where there is no
 * secret yet, or a server runs.
 */
export async function rotateSecret(home: string, env: Environment): Promise<void> {
  const file = join(home, SECRET_FILE);
  if (!existsSync(file))
    throw new AppError("not_found", `${home} is no server's home: it has no signing secret`);
  const claim = await claimHome(home);
  try {
    const old = (await readIfExists(file))?.trim() ?? "";
    const fresh = makeSecret();
    const config = await localConfig(home);
    // In this order: what a stop leaves behind is a server that knows both, or still the old one alone.
    await writePrivateFile(join(home, PREVIOUS_FILE), `${old}\n`);
    await writePrivateFile(file, `${fresh}\n`);
    if (config !== undefined) {
      const anew = await withTokensAnew(config, { old, fresh });
      await writeConfig(join(home, CONFIG_FILE), anew);
      await moveNotes(env, config, anew);
    }
    await noteServed(env, home, fresh);
  } finally {
    claim.release();
  }
}
