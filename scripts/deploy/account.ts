import { askChoice } from "../../src/cli/terminal/ask.ts";
import { AppError } from "../../src/errors.ts";
import { COMMANDS } from "./commands.ts";
import { type Answer, accepted, failure, refused } from "./failure.ts";
import type { Environment, Wrangler } from "./wrangler.ts";

export interface Account {
  readonly id: string;
  /** Empty when nobody told it. */
  readonly name: string;
}

export interface AccountSource {
  readonly wrangler: Wrangler;
  readonly env: Environment;
  /** account_id of wrangler.toml. */
  readonly configured: string | undefined;
  /** A person can be asked. */
  readonly canAsk: boolean;
}

/** `whoami --json` of wrangler 4.164; without a login it is `{"loggedIn":false}`, with exit code 1. */
interface Identity {
  readonly loggedIn: boolean;
  readonly accounts?: readonly Account[];
}

function identityOf(answer: Answer): Identity {
  try {
    return JSON.parse(answer.stdout) as Identity;
  } catch (error) {
    if (error instanceof SyntaxError) throw refused(answer);
    throw error;
  }
}

async function login({ wrangler, canAsk }: AccountSource): Promise<Identity> {
  if (!canAsk)
    throw failure(
      "nobody is logged in to Cloudflare, and there is no terminal to ask in",
      "Run `npx wrangler login` in a terminal first, or set CLOUDFLARE_API_TOKEN (and CLOUDFLARE_ACCOUNT_ID).",
    );
  accepted(await wrangler(COMMANDS.login(), { isShown: true }));
  return identityOf(await wrangler(COMMANDS.whoami()));
}

async function chooseOne(accounts: readonly Account[], canAsk: boolean): Promise<Account> {
  const [only, ...others] = accounts;
  if (only === undefined)
    throw failure("the login sees no account", "Set CLOUDFLARE_ACCOUNT_ID to the account to use.");
  if (others.length === 0) return only;
  if (!canAsk)
    throw failure(
      "the login sees more than one account",
      `Say which: ${accounts.map(({ id, name }) => `CLOUDFLARE_ACCOUNT_ID=${id} (${name})`).join(", or ")}`,
    );
  const labels = Object.fromEntries(accounts.map(({ id, name }) => [id, `${name} (${id})`]));
  const chosen = await askChoice("Which account?", labels);
  const account = accounts.find(({ id }) => id === chosen);
  if (account === undefined)
    throw new AppError("invalid_input", "No account was chosen; nothing was changed");
  return account;
}

/**
 * The account to work in: the one that is named (wrangler.toml, CLOUDFLARE_ACCOUNT_ID), the only one, or the one chosen.
 * Logs in first where that is needed and possible. Throws AppError that says what to do.
 */
export async function chooseAccount(source: AccountSource): Promise<Account> {
  const { wrangler, env, configured, canAsk } = source;
  const named = configured ?? (env.CLOUDFLARE_ACCOUNT_ID || undefined);
  // A token made for deployments may not be allowed to say whose it is.
  if (named !== undefined && env.CLOUDFLARE_API_TOKEN) return { id: named, name: "" };
  const found = identityOf(await wrangler(COMMANDS.whoami()));
  const { loggedIn, accounts = [] } = found.loggedIn ? found : await login(source);
  if (!loggedIn) throw failure("the login did not work", "Run `npx wrangler whoami` and see what it says.");
  if (named === undefined) return chooseOne(accounts, canAsk);
  return accounts.find(({ id }) => id === named) ?? { id: named, name: "" };
}
