import { type CommandContext, type ConfigureCommand, EXIT, type ExitCode } from "../../command.ts";
import { port } from "../../flags/parsers.ts";
import { serve } from "../../local/serve.ts";

/** Starts the local server; returns its exit code once it has ended. */
export async function startServer(
  { env }: CommandContext,
  folder: string | undefined,
  flags: { readonly port?: number; readonly adopt?: boolean },
): Promise<ExitCode> {
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
    .option("--adopt", "take over a home that this machine does not know, with a new signing secret")
    .action(start(startServer));
};
