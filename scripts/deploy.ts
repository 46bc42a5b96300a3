/**
 * `npm run deploy [-- --new-secret] [-- --databases 3]`: everything in the user's own Cloudflare account, up to a CLI that reaches it.
 * Safe to run again: what is there is left as it is, and a run that stopped goes on where it was.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CONFIG_FILE } from "../src/cli/settings/config-file.ts";
import { AppError } from "../src/errors.ts";
import type { Context } from "./deploy/context.ts";
import { deploySteps, whatIsMade } from "./deploy/steps/deploy-steps.ts";
import { wantedDatabases, withDatabases } from "./deploy/more-databases.ts";
import { openContext } from "./deploy/open-context.ts";
import { runSteps, tellFailure } from "./deploy/steps/run-steps.ts";
import { readDeployed } from "./deploy/state.ts";
import { wishOf } from "./deploy/wish.ts";

const USAGE = `npm run deploy                   deploys, or brings a deployment up to date
npm run deploy -- --new-secret   also sets a new signing secret; every token ends
npm run deploy -- --databases 3  for more than 1,000 workspaces or 10 GB: adds databases until there are three
PLAN=free or paid says the account's plan; without a terminal, CLOUDFLARE_API_TOKEN and CLOUDFLARE_ACCOUNT_ID
say whose account it is (docs/operations.md)`;
const FAILED_EXIT = 1;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const OPTIONS = {
  "new-secret": { type: "boolean", default: false },
  databases: { type: "string" },
  help: { type: "boolean" },
} as const;

/** Binds as many databases in wrangler.toml as are asked for; false: it cannot be, which is said. */
function bindDatabases(root: string, wanted: string | undefined): boolean {
  if (wanted === undefined) return true;
  const file = join(root, "wrangler.toml");
  try {
    writeFileSync(file, withDatabases(readFileSync(file, "utf8"), wantedDatabases(wanted)));
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    tellFailure(say, "databases", error);
    return false;
  }
}

/** What to try first. A local server's settings in the clone go before the user's own, so there the address is named. */
async function next({ env, state }: Context, root: string): Promise<string> {
  const { url = "" } = await readDeployed(state);
  const isShadowed = existsSync(join(root, ".recall", CONFIG_FILE)) && !env.RECALL_URL;
  const recall = isShadowed ? `npx recall --url ${url}` : "npx recall";
  const first = [
    `${recall} push ~/notes`,
    `${recall} search "what you want to know"`,
    `${recall} mcp install claude-code --write`,
  ];
  return `\nDeployed. The page: ${url}/\nNext, in this folder:\n${first.map((line) => `  ${line}`).join("\n")}`;
}

async function deploy(): Promise<number> {
  const { env, stdin, stdout } = process;
  const { CI } = env;
  const wish = wishOf(OPTIONS, USAGE, say);
  if (typeof wish === "number") return wish;
  const root = join(import.meta.dirname, "..");
  if (!bindDatabases(root, wish.databases)) return FAILED_EXIT;
  const canAsk = stdin.isTTY === true && stdout.isTTY === true && !CI;
  const context = await openContext({ root, env, canAsk, wantsNewSecret: wish["new-secret"] }, say);
  if (context !== undefined) say(whatIsMade(context));
  if (context !== undefined && (await runSteps(deploySteps(context), say))) {
    say(await next(context, root));
    return 0;
  }
  say("\nStopped there. Running it again goes on from there; nothing is made twice.");
  return FAILED_EXIT;
}

process.exitCode = await deploy();
