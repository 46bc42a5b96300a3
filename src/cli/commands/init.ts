import { AppError, type ErrorCode } from "../../errors.ts";
import type { RecallClient } from "../client.ts";
import type { CommandContext, ConfigureCommand } from "../command.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";

interface Access {
  readonly url: string;
  readonly token: string;
}

async function accessFrom({ flags, env, terminal }: CommandContext): Promise<Access> {
  const { url = env.RECALL_URL, token = env.RECALL_TOKEN } = flags;
  if (url && token) return { url, token };
  if (!terminal.canAsk)
    throw new AppError("invalid_input", "Give the server and the token: --url … --token …");
  const { askSecret, askText } = await import("../ask.ts");
  const known = url || (await askText("Where is the server?", "https://edge-recall.example.workers.dev"));
  const secret = known && (token || (await askSecret("A token for it (write or admin)")));
  if (!known || !secret) throw new AppError("invalid_input", "Nothing was written");
  return { url: known, token: secret };
}

interface Kept {
  readonly access: Access;
  readonly isOwner: boolean;
  /** What the file holds by now is the user's own. */
  readonly isKnown: boolean;
}

/** Writes it, and keeps the owner's token of the same server that the user's file held. */
async function keep(file: string, { access, isOwner, isKnown }: Kept): Promise<void> {
  const { readConfig, writeConfig } = await import("../config-file.ts");
  // A damaged file is what `init` is for.
  const before = !isKnown
    ? undefined
    : await readConfig(file).catch((error: unknown) => {
        if (error instanceof AppError) return undefined;
        throw error;
      });
  const isSameServer =
    before !== undefined && URL.canParse(before.url) && new URL(before.url).host === new URL(access.url).host;
  const known = isSameServer ? before.ownerToken : undefined;
  const ownerToken = isOwner ? access.token : known;
  const sync = before?.sync;
  await writeConfig(file, {
    ...access,
    ...(ownerToken !== undefined && { ownerToken }),
    ...(sync !== undefined && { sync }),
  });
}

/** Keeps it in a folder's own home, which is believed from now on. */
async function keepHere(home: string, kept: Omit<Kept, "isKnown">, context: CommandContext): Promise<void> {
  const [{ isTrustedHome, trustHome }, { CONFIG_FILE }, { join }] = await Promise.all([
    import("../trusted-homes.ts"),
    import("../config-file.ts"),
    import("node:path"),
  ]);
  await keep(join(home, CONFIG_FILE), { ...kept, isKnown: await isTrustedHome(context.env, home) });
  await hideFromGit(home);
  await trustHome(context.env, home);
}

/** A token inside a checkout must not be committed with it. */
async function hideFromGit(folder: string): Promise<void> {
  const [{ writePrivateFile }, { join }] = await Promise.all([
    import("../private-file.ts"),
    import("node:path"),
  ]);
  await writePrivateFile(join(folder, ".gitignore"), "*\n");
}

interface Checked {
  readonly state: string;
  readonly next: string;
  readonly isOwner: boolean;
}

const NEXT = "recall push <folder>";
const OUTAGES: readonly ErrorCode[] = ["unavailable", "timeout", "internal"];

/** A status for a token of a workspace, the list of workspaces for the owner's, which is bound to none. */
async function ask(client: RecallClient): Promise<Checked> {
  const [{ count }, { safeLine }] = await Promise.all([
    import("../render/numbers.ts"),
    import("../render/terminal-safe.ts"),
  ]);
  try {
    const { workspace, documents, scope } = await client.status();
    const state = `Workspace ${safeLine(workspace)}: ${count(documents, "document")}, ${scope} token.`;
    return { state, next: NEXT, isOwner: false };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "forbidden") throw error;
    const { workspaces } = await client.workspaces();
    const state = `Owner's token: ${count(workspaces.length, "workspace")}.`;
    const next = `recall workspace ${workspaces.length === 0 ? "create" : "use"} <name>`;
    return { state, next, isOwner: true };
  }
}

/** What the server says of the token. A refusal is thrown; a server that cannot be reached now is only told. */
async function check(access: Access, context: CommandContext): Promise<Checked> {
  const { withServer } = await import("../connect.ts");
  try {
    return await withServer(context, { ...access, config: undefined }, ask);
  } catch (error) {
    if (!(error instanceof AppError) || !OUTAGES.includes(error.code)) throw error;
    return { state: `Not checked: ${error.message}.`, next: NEXT, isOwner: false };
  }
}

async function init({ here }: { readonly here?: boolean }, context: CommandContext): Promise<ExitCode> {
  const [settings, { CONFIG_FILE }, { userConfigFolder }, { HOME_FOLDER }, { join }, { safeJson, safeLine }] =
    await Promise.all([
      import("../settings.ts"),
      import("../config-file.ts"),
      import("../config-folder.ts"),
      import("../trusted-homes.ts"),
      import("node:path"),
      import("../render/terminal-safe.ts"),
    ]);
  const given = await accessFrom(context);
  const access = { url: settings.serverUrl(given.url), token: settings.assertToken(given.token) };
  settings.assertPrivateTransport(access.url);
  const { state, next, isOwner } = await check(access, context);
  const folder = here === true ? join(context.cwd, HOME_FOLDER) : userConfigFolder(context.env);
  const written = join(folder, CONFIG_FILE);
  if (here === true) await keepHere(folder, { access, isOwner }, context);
  else await keep(written, { access, isOwner, isKnown: true });
  context.terminal.out(
    context.flags.json === true
      ? `${safeJson({ url: access.url, config: written, state })}\n`
      : `${safeLine(state)}\nKept in ${safeLine(written)}. Next: ${next}\n`,
  );
  return EXIT.ok;
}

/** `recall init` */
export const configureInit: ConfigureCommand = (command, start) => {
  command
    .description(
      "Keeps the server's URL and a token (--url, --token, or asked for) in a file only you can read.",
    )
    .option("--here", "keep them in .recall/ of this folder instead of your own configuration")
    .action((flags: { readonly here?: boolean }) => start((context) => init(flags, context)));
};
