import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type RecallClient, recallClient } from "../../src/cli/session/recall-client.ts";
import { type CliConfig, CONFIG_FILE, readConfig, writeConfig } from "../../src/cli/settings/config-file.ts";
import { userConfigFolder } from "../../src/cli/settings/config-folder.ts";
import { askChoice } from "../../src/cli/terminal/ask.ts";
import { connectionTo } from "../../src/client/send.ts";
import { AppError } from "../../src/errors.ts";
import { mintProof } from "../../src/workspaces/token.ts";
import type { Context } from "./context.ts";
import { failure } from "./failure.ts";
import { readDeployed, writeDeployed } from "./state.ts";
import { setSecret } from "./steps/worker-steps.ts";

/** Longest name of a token in the contract. */
export const MAX_NAME_CHARS = 100;
/** How often a Worker that is not everywhere yet is asked again, milliseconds. */
const POLL_MS = 2_000;

/** Retries of a request: none where nothing is to be waited for. */
export const retriesOf = ({ patienceMs }: Pick<Context, "patienceMs">): number => (patienceMs === 0 ? 0 : 3);

/** A client of a server with a token: it reads what it wrote. */
export const clientOf = (context: Pick<Context, "patienceMs">, url: string, token: string): RecallClient =>
  recallClient({ ...connectionTo(url, token), maxRetries: retriesOf(context) });

/** File of the CLI's settings that a deployment writes. */
export const configFileOf = ({ env }: Pick<Context, "env">): string =>
  join(userConfigFolder(env), CONFIG_FILE);

/** The CLI's settings; a damaged file is like none. */
export async function knownConfig(context: Pick<Context, "env">): Promise<CliConfig | undefined> {
  try {
    return await readConfig(configFileOf(context));
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/** Whether the server takes a token for something; an outage is thrown. */
export async function isTaken(ask: () => Promise<unknown>): Promise<boolean> {
  try {
    await ask();
    return true;
  } catch (error) {
    if (error instanceof AppError && (error.code === "unauthorized" || error.code === "forbidden"))
      return false;
    throw error;
  }
}

/** The owner's token that is noted here may be another's, or revoked; asked before the database has tables. */
const isTakenBy = (context: Context, url: string, token: string): Promise<boolean> =>
  isTaken(() => clientOf(context, url, token).schema());

/** Asks until it is so, or the patience ends: a new Worker, or its new secret, takes seconds to be everywhere. */
export async function awaited(patienceMs: number, isSo: () => Promise<boolean>): Promise<boolean> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const answer = await isSo().catch((error: unknown) => {
      if (error instanceof AppError && Date.now() < deadline) return false;
      throw error;
    });
    if (answer || Date.now() >= deadline) return answer;
    await sleep(POLL_MS);
  }
}

/** A proof of a secret that this machine, or the person, knows; undefined when neither does. */
async function provenSecret({ env, state }: Context): Promise<string | undefined> {
  const { secret = env.SIGNING_SECRET || undefined } = await readDeployed(state);
  if (secret === undefined) return undefined;
  return mintProof(secret, Date.now());
}

const LOST = [
  "On the machine that has the owner's token nothing is missing; take a token from there with `recall token create --scope admin --workspace default`, then `recall init`.",
  "If you know the secret: SIGNING_SECRET=… npm run deploy.",
  "Otherwise: npm run deploy -- --new-secret. It ends every token there is.",
].join("\n  ");

/** Asks whether to make a new secret; nobody to ask, or a no, is a failure that says how to go on. */
async function offerNewSecret(context: Context): Promise<void> {
  const choice = context.canAsk
    ? await askChoice("The Worker has a signing secret that nobody here knows. Make a new one?", {
        no: "No, leave everything as it is",
        yes: "Yes, and every token made with the old one ends",
      })
    : undefined;
  if (choice !== "yes") throw failure("the Worker is there, but no token for it is on this machine", LOST);
  await setSecret(context);
}

interface OpenServer {
  readonly url: string;
  /** The owner's, or a proof of the secret: for the tables, and for the owner's first token. */
  readonly token: string;
  readonly isProof: boolean;
}

async function tokenFor(context: Context, url: string): Promise<Omit<OpenServer, "url">> {
  const config = await knownConfig(context);
  const { secret } = await readDeployed(context.state);
  const known = config?.url === url && secret === undefined ? config.ownerToken : undefined;
  if (known !== undefined && (await isTakenBy(context, url, known))) return { token: known, isProof: false };
  let proof = await provenSecret(context);
  if (proof === undefined) {
    await offerNewSecret(context);
    proof = (await provenSecret(context)) ?? "";
  }
  const token = proof;
  if (await awaited(context.patienceMs, () => isTakenBy(context, url, token)))
    return { token, isProof: true };
  throw failure(
    `${url} does not take a token made with the secret at hand`,
    secret === undefined
      ? "SIGNING_SECRET is not the secret that the Worker has."
      : "Wait a minute, then go on. If it stays so, somebody set another secret: npm run deploy -- --new-secret",
  );
}

/** The owner's token that the secret mints: it has no end, and is listed and revoked like any other. */
async function firstToken(context: Context, url: string, proof: string): Promise<string> {
  const name = `owner on ${hostname()}`.slice(0, MAX_NAME_CHARS);
  return (await clientOf(context, url, proof).createToken({ scope: "owner", name })).token;
}

/** Settings for another server are not lost: they move to a file of their own. */
async function setAside(context: Context, url: string): Promise<void> {
  const before = await knownConfig(context);
  if (before === undefined || before.url === url) return;
  const file = join(
    userConfigFolder(context.env),
    `config.${new URL(before.url).host.replaceAll(":", "-")}.json`,
  );
  await writeConfig(file, before);
  context.say(`  settings for ${before.url} are now in ${file}`);
}

/** Waits for a Worker's address; what still fails afterwards says so itself. */
async function awaitAnswer({ patienceMs, say }: Context, url: string): Promise<void> {
  const answers = async (): Promise<boolean> =>
    (await fetch(`${url}/health`).catch(() => undefined))?.ok === true;
  if (await answers()) return;
  say(`  waiting for ${url} to answer; a new address takes a minute or two …`);
  await awaited(patienceMs, answers);
}

/** The deployed Worker, and what makes its tables. Throws AppError, with what to do, where nobody here can. */
export async function openServer(context: Context): Promise<OpenServer> {
  const { url = "" } = await readDeployed(context.state);
  await awaitAnswer(context, url);
  return { url, ...(await tokenFor(context, url)) };
}

/**
 * The owner's token of the deployed Worker, found or made, and noted in the CLI's settings; a secret that was kept for it
 * is forgotten then. Throws AppError, with what to do, where nobody here can have one.
 */
export async function openOwner(context: Context): Promise<{ readonly url: string; readonly token: string }> {
  const { url, token: opened, isProof } = await openServer(context);
  const token = isProof ? await firstToken(context, url, opened) : opened;
  await setAside(context, url);
  const known = await knownConfig(context);
  const member = known?.url === url ? known.token : token;
  await writeConfig(configFileOf(context), {
    ...(known?.url === url && known),
    url,
    token: member,
    ownerToken: token,
  });
  const { secret: _made, isSecretSet: _was, ...rest } = await readDeployed(context.state);
  await writeDeployed(context.state, rest);
  return { url, token };
}
