import { AppError } from "../../src/errors.ts";
import { chooseAccount } from "./account.ts";
import type { Context } from "./context.ts";
import { type Deployment, readDeployment } from "./deployment.ts";
import { type Say, tellFailure } from "./steps/run-steps.ts";
import { type Environment, openWrangler } from "./wrangler.ts";

/** Longest wait for what Cloudflare makes visible later, milliseconds: a first workers.dev address takes a minute or two. */
const PATIENCE_MS = 180_000;

export interface ContextSource {
  readonly root: string;
  readonly env: Environment;
  readonly canAsk: boolean;
  readonly wantsNewSecret: boolean;
}

async function open(
  { root, env, canAsk, wantsNewSecret }: ContextSource,
  deployment: Deployment,
  say: Say,
): Promise<Context> {
  const source = { env, canAsk, configured: deployment.accountId };
  const account = await chooseAccount({ ...source, wrangler: openWrangler(root, env) });
  return {
    wrangler: openWrangler(root, { ...env, CLOUDFLARE_ACCOUNT_ID: account.id }),
    account,
    deployment,
    env,
    state: { env, key: `${account.id}/${deployment.worker}` },
    canAsk,
    wantsNewSecret,
    patienceMs: PATIENCE_MS,
    say,
  };
}

/** Finds out what is deployed where, and says it; undefined when that failed, which is said too. */
export async function openContext(source: ContextSource, say: Say): Promise<Context | undefined> {
  let failing = "wrangler.toml";
  try {
    const deployment = readDeployment(source.root);
    failing = "account";
    const context = await open(source, deployment, say);
    const { id, name } = context.account;
    say(`✓ account: ${name === "" ? id : `${name} (${id})`}`);
    return context;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    tellFailure(say, failing, error);
    return undefined;
  }
}
