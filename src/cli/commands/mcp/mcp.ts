import { createInterface } from "node:readline";
import { Argument, type Command } from "commander";
import { createBookmarks } from "../../../client/bookmarks.ts";
import { type CommandContext, type ConfigureCommand, EXIT, type ExitCode } from "../../command.ts";
import { refuseUnknown } from "../../flags/unknown-command.ts";
import { CLIENT_NAMES, type ClientName } from "../../install/entry.ts";
import { planInstall, thisProgram } from "../../install/plan-install.ts";
import { printInstall, writeInstall } from "../../install/write-install.ts";
import { placeOf, settingsOf } from "../../session/session.ts";
import { bridge } from "./bridge.ts";
import { remoteTransport } from "./forward.ts";
import { createFresh } from "./fresh.ts";

interface InstallFlags {
  readonly write?: boolean;
  readonly project?: boolean;
  readonly name: string;
}

async function serveStdio(context: CommandContext): Promise<ExitCode> {
  const { terminal } = context;
  if (terminal.input.isTTY === true)
    terminal.err(
      "recall mcp speaks MCP with a client on standard input: set one up with recall mcp install\n",
    );
  const bookmarks = createBookmarks();
  const fresh = createFresh({ context, bookmarks });
  await bridge({
    lines: createInterface({ input: terminal.input, crlfDelay: Number.POSITIVE_INFINITY }),
    write: terminal.out,
    connect: async () => {
      const settings = await settingsOf(context);
      return remoteTransport(settings, context.reach(placeOf(settings)), bookmarks);
    },
    before: fresh.before,
    after: fresh.after,
  });
  await fresh.close();
  return EXIT.ok;
}

async function install(context: CommandContext, client: ClientName, flags: InstallFlags): Promise<ExitCode> {
  const plan = planInstall({
    ...{ client, name: flags.name, isProject: flags.project === true },
    ...{ env: context.env, cwd: context.cwd },
    settings: await settingsOf(context),
    program: thisProgram(),
  });
  const { file, entry, text } = plan;
  const done = flags.write === true ? await writeInstall(plan) : undefined;
  return printInstall(context, { client, file, entry }, { file, text, done });
}

/** `recall mcp`, `recall mcp install <client>` */
export const configure: ConfigureCommand = (command, start) => {
  command
    .description("Speaks MCP on standard input and output, for clients that start a server themselves.")
    // Whatever is no command below this one would be too many arguments.
    .allowExcessArguments()
    .action((_, { args: [unknown] }: Command) => {
      if (unknown !== undefined) refuseUnknown(command, unknown);
      return start(serveStdio)();
    });
  command
    .command("install")
    .description("Prints the configuration of an MCP client, or writes it among what the client has.")
    .addArgument(new Argument("<client>", "the client").choices(CLIENT_NAMES))
    .option("--write", "add it to the client's own file, keeping everything else")
    .option("--project", "into the file of this folder's project, where the client has such files")
    .option("--name <name>", "what the client calls the server", "edge-recall")
    .action(start(install));
};
