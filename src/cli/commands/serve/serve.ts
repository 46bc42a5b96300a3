import { type CommandContext, type ConfigureCommand, EXIT, type ExitCode } from "../../command.ts";
import { port } from "../../flags/parsers.ts";
import { installPackage } from "../../../local-models/install/install-runtime.ts";
import { missingRuntime, packageRoot } from "../../local/load-runtime.ts";
import { serve } from "../../local/serve.ts";
import { askChoice } from "../../terminal/ask.ts";
import { patiently } from "../../terminal/progress-line.ts";

/**
 * Installs the runtime of the local server where it is missing and the person agrees; false: they do not. Where nobody can
 * be asked, the server's start says what to do.
 */
async function bringWorkerd(terminal: CommandContext["terminal"], yes: boolean): Promise<boolean> {
  const missing = missingRuntime(packageRoot());
  if (missing === undefined || !(yes || terminal.canAsk)) return true;
  const { wanted, into } = missing;
  const what = `The local server runs on Cloudflare's workerd (${wanted}, about 200 MB), which no package brings along by itself`;
  if (!yes && (await askChoice(`${what}. Install it into ${into}?`, { yes: "Yes", no: "No" })) !== "yes")
    return false;
  await patiently(terminal, `installing ${wanted}`, () => installPackage(into, wanted));
  return true;
}

/** Starts the local server; returns its exit code once it has ended. */
export async function startServer(
  { env, terminal }: CommandContext,
  folder: string | undefined,
  { yes = false, ...flags }: { readonly port?: number; readonly adopt?: boolean; readonly yes?: boolean },
): Promise<ExitCode> {
  if (!(await bringWorkerd(terminal, yes))) return EXIT.nothingOrPartial;
  const code = await serve({
    ...flags,
    ...(folder !== undefined && { folder }),
    ...(env.RECALL_HOME && { home: env.RECALL_HOME }),
  });
  return Object.values(EXIT).find((exit) => exit === code) ?? EXIT.unavailable;
}

/** `recall serve [folder]` */
export const configure: ConfigureCommand = (command, start) => {
  command
    .description("Runs the whole service on this machine, without an account; Ctrl-C ends it.")
    .argument("[folder]", "a folder to push at the start; without it nothing is pushed")
    .option("--port <number>", "port to listen on", port)
    .option("--yes", "install Cloudflare's workerd without asking, where it is missing")
    .option("--adopt", "take over a home that this machine does not know, with a new signing secret")
    .action(start(startServer));
};
