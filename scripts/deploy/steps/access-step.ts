import { hostname } from "node:os";
import type { RecallClient } from "../../../src/cli/session/recall-client.ts";
import { writeConfig } from "../../../src/cli/settings/config-file.ts";
import { DEFAULTS } from "../../../src/config.ts";
import type { Context } from "../context.ts";
import { clientOf, configFileOf, isTaken, knownConfig, MAX_NAME_CHARS, openOwner } from "../owner-token.ts";
import type { Step } from "./run-steps.ts";
import { readDeployed } from "../state.ts";

/** The workspace that a deployment begins with. */
const WORKSPACE = "default";

const isMember = (context: Context, url: string, token: string): Promise<boolean> =>
  isTaken(() => clientOf(context, url, token).status());

/** A token for the first workspace, which is made when it is missing. */
async function memberToken(owner: RecallClient): Promise<string> {
  const { workspaces } = await owner.workspaces();
  if (!workspaces.some(({ slug }) => slug === WORKSPACE)) await owner.createWorkspace({ slug: WORKSPACE });
  const name = `recall on ${hostname()}`.slice(0, MAX_NAME_CHARS);
  const expiresInDays = DEFAULTS.keptTokenDays;
  return (await owner.createToken({ scope: "admin", workspace: WORKSPACE, name, expiresInDays })).token;
}

async function giveAccess(context: Context): Promise<string> {
  const { url, token: ownerToken } = await openOwner(context);
  const file = configFileOf(context);
  const token = await memberToken(clientOf(context, url, ownerToken));
  await writeConfig(file, { url, token, ownerToken });
  return `written to ${file}`;
}

/** The owner's token, the first workspace, a token for it, and the CLI's settings that hold them. */
export const accessStep = (context: Context): Step => ({
  name: "tokens and settings for the CLI",
  isDone: async () => {
    const [{ url, secret }, config] = await Promise.all([readDeployed(context.state), knownConfig(context)]);
    if (config === undefined || config.url !== url || secret !== undefined) return undefined;
    // A server that does not answer is asked again, with more patience, when the work is done.
    const works = await isMember(context, url, config.token).catch(() => false);
    return works ? `those in ${configFileOf(context)} work` : undefined;
  },
  run: () => giveAccess(context),
});
