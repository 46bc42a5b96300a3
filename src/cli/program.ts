import { Command } from "commander";
import type { GlobalFlags, Start } from "./command.ts";
import { addGet } from "./commands/get.ts";
import { addInit } from "./commands/init.ts";
import { addPush } from "./commands/push.ts";
import { addSearch } from "./commands/search.ts";
import { addServe } from "./commands/serve.ts";
import { addStatus } from "./commands/status.ts";
import { addToken } from "./commands/token.ts";
import { addWorkspace } from "./commands/workspace.ts";
import { VERSION } from "./version.ts";

/** What to do first, told when `recall` is called alone. */
export const NEXT_STEPS = `recall ${VERSION}: push a folder, search it, get the lines.

  recall serve notes/           the whole service on this machine, no account needed
  recall init                   or name a server and a token
  recall push notes/            send a folder's text files
  recall search "how to rotate keys"
  recall get notes:guides/keys.md#L3-L9

recall --help lists every command.
`;

/** Every command and flag. `startWith` is given what reads the global flags, once they are parsed. */
export function createProgram(startWith: (flags: () => GlobalFlags) => Start): Command {
  const program = new Command("recall")
    .description("Push a folder, search it from anywhere, get line-anchored passages.")
    .version(VERSION)
    .option("--url <url>", "server to ask (RECALL_URL)")
    .option("--token <token>", "token to ask with (RECALL_TOKEN)")
    .option("--json", "print one JSON object")
    .configureHelp({ showGlobalOptions: true })
    .exitOverride();
  const start = startWith(() => program.opts<GlobalFlags>());
  for (const add of [addPush, addSearch, addGet, addStatus, addInit, addServe, addToken, addWorkspace])
    add(program, start);
  return program;
}
