import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MIN_SECRET_CHARS } from "../../../src/workspaces/token.ts";
import { COMMANDS, SIGNING_SECRET } from "../commands.ts";
import { type Context, change, secretNames } from "../context.ts";
import { failure } from "../failure.ts";
import { planOf } from "./plan-step.ts";
import type { Step } from "./run-steps.ts";
import { readDeployed, writeDeployed } from "../state.ts";

/** As long as the key of the HMAC-SHA-256 that signs tokens. */
const SECRET_BYTES = 32;

/** The secret that the person knows, else a random one. Throws AppError for one that could be guessed. */
function newSecret({ SIGNING_SECRET: given = "" }: Context["env"]): string {
  if (given === "") return randomBytes(SECRET_BYTES).toString("base64url");
  if (given.length >= MIN_SECRET_CHARS) return given;
  throw failure(
    `SIGNING_SECRET has fewer than ${MIN_SECRET_CHARS} characters`,
    "Take a longer one, or unset it: one is made.",
  );
}

/**
 * Gives the Worker a signing secret. It is written down first, because nobody can read it back: a run that stops after
 * this can still make the owner's token from it.
 */
export async function setSecret(context: Context): Promise<void> {
  const { state, env, deployment } = context;
  const known = await readDeployed(state);
  const secret = known.secret ?? newSecret(env);
  await writeDeployed(state, { ...known, secret, isSecretSet: false });
  await change(context, COMMANDS.putSecret(deployment.worker), { input: secret });
  await writeDeployed(state, { ...known, secret, isSecretSet: true });
}

/** Never replaces a secret that is not to be replaced: every token ends with it. */
export const secretStep = (context: Context): Step => ({
  name: "signing secret",
  isDone: async () => {
    const { secret, isSecretSet = false } = await readDeployed(context.state);
    const names = await secretNames(context);
    if (names?.includes(SIGNING_SECRET) !== true) return undefined;
    if (secret === undefined) return context.wantsNewSecret ? undefined : "there already, left as it is";
    return isSecretSet ? "there already, its owner's token comes below" : undefined;
  },
  run: async () => {
    await setSecret(context);
    return "set";
  },
});

/** A line of the file that wrangler 4.164 writes where WRANGLER_OUTPUT_FILE_PATH says: one JSON object each. */
interface OutputEntry {
  readonly type: string;
  readonly targets?: readonly string[];
}

/** The address among "https://…workers.dev", "schedule: …", "Consumer for …", "recall.example.com (custom domain)". */
function addressOf(targets: readonly string[]): string | undefined {
  const address = targets.find((target) => /^https?:\/\//.test(target));
  const domain = targets.find((target) => / \(custom domain/.test(target))?.split(" ")[0];
  return address ?? (domain === undefined ? undefined : `https://${domain}`);
}

async function deploy(context: Context): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "edge-recall-deploy-"));
  try {
    const file = join(folder, "output.ndjson");
    const plan = await planOf(context);
    await change(context, COMMANDS.deployWorker(plan ?? context.deployment.plan), {
      env: { WRANGLER_OUTPUT_FILE_PATH: file },
    });
    const entries = (await readFile(file, "utf8")).split("\n").filter((line) => line !== "");
    const targets = entries
      .map((line) => JSON.parse(line) as OutputEntry)
      .flatMap(({ type, targets: listed = [] }) => (type === "deploy" ? listed : []));
    const url = addressOf(targets);
    if (url !== undefined) return url;
    throw failure(
      "the Worker is deployed, but has no address",
      "Switch its workers.dev address on (workers_dev = true in wrangler.toml), or give it a custom domain there.",
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Each run deploys: whether the code is the same as before, only Cloudflare could say. */
export const deployStep = (context: Context): Step => ({
  name: `Worker ${context.deployment.worker}`,
  isDone: async () => undefined,
  run: async () => {
    const url = await deploy(context);
    await writeDeployed(context.state, { ...(await readDeployed(context.state)), url });
    return `deployed, ${url}`;
  },
});
