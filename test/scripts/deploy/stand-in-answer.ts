import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { readAccount, type StandInAccount, writeAccount } from "./stand-in-account.ts";
import { COMMAND_TABLE, NOT_LOGGED_IN, type Reply } from "./stand-in-commands.ts";

export type StandInAnswer = Reply & {
  readonly code: number;
  /** Whoever called is to be killed, and hears nothing. */
  readonly isKilled: boolean;
};

/** Of the folder that wrangler is run in. */
const CONFIG = "wrangler.toml";

// The longest command comes first: "queues consumer remove" is no "queues".
const COMMAND_NAMES = Object.keys(COMMAND_TABLE).sort((a, b) => b.length - a.length);

function replyTo(account: StandInAccount, args: readonly string[], input: string): Reply {
  const loggedIn = account.accounts.length > 0;
  if (args[0] === "whoami")
    return loggedIn
      ? { stdout: JSON.stringify({ loggedIn, accounts: account.accounts }) }
      : { stdout: JSON.stringify({ loggedIn }), stderr: "\n" };
  if (!loggedIn) return NOT_LOGGED_IN;
  const name = COMMAND_NAMES.find((command) => `${args.join(" ")} `.startsWith(`${command} `)) ?? "";
  const command = COMMAND_TABLE[name];
  if (command === undefined) return { stderr: `✘ [ERROR] Unknown arguments: ${args.join(", ")}\n` };
  const config = existsSync(CONFIG) ? readFileSync(CONFIG, "utf8") : "";
  return command({ account, words: args.slice(name.split(" ").length), input, config });
}

/** What wrangler 4.164 answers to these arguments in a folder's account; changes the account and notes the call. */
export function answerIn(folder: string, args: readonly string[], input: string): StandInAnswer {
  const file = `${folder}/account.json`;
  const before = readAccount(file);
  const account = { ...before, calls: before.calls + 1 };
  const { killAt } = account;
  const isKilled = killAt?.call === account.calls;
  writeAccount(file, account);
  if (isKilled && killAt?.when === "before") return { code: 1, isKilled };
  const reply = replyTo(account, args, input);
  const code = reply.stderr === undefined ? 0 : 1;
  writeAccount(file, reply.account ?? account);
  appendFileSync(`${folder}/log.txt`, `${code === 0 ? "ok" : "refused"} ${args.join(" ")}\n`);
  return { ...reply, code, isKilled };
}
