import { InvalidArgumentError } from "commander";
import type { CommandContext, ConfigureCommand } from "../../command.ts";
import { EXIT, type ExitCode } from "../../exit-codes.ts";
import { serve } from "../../local/serve.ts";

const LAST_PORT = 65_535;

function portOf(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= LAST_PORT) return port;
  throw new InvalidArgumentError(`It is a number from 0 to ${LAST_PORT}.`);
}

/** Starts the local server and answers when it was ended. */
export async function startServer(
  folder: string | undefined,
  { port }: { readonly port?: number },
  { env }: CommandContext,
): Promise<ExitCode> {
  const code = await serve({
    ...(folder !== undefined && { folder }),
    ...(port !== undefined && { port }),
    ...(env.RECALL_HOME && { home: env.RECALL_HOME }),
  });
  const known = Object.values(EXIT).find((exit) => exit === code);
  return known ?? EXIT.unavailable;
}

/** `recall serve [folder]` */
export const configure: ConfigureCommand = (command, start) => {
  command
    .description("Runs the whole service on this machine, no account needed; Ctrl-C ends it.")
    .argument("[folder]", "a folder to push at the start; without it nothing is pushed")
    .option("--port <number>", "port to listen on", portOf)
    .action((folder: string | undefined, flags: { readonly port?: number }) =>
      start((context) => startServer(folder, flags, context)),
    );
};
