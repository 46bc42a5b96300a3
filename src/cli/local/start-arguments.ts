import { parseArgs } from "node:util";
import { EXIT, type ExitCode } from "../command.ts";
import { safeLine } from "../terminal/terminal-safe.ts";

/** What to print instead of starting: on stdout with exit code 0, else on stderr. */
interface StartUsage {
  readonly usage: string;
  readonly exitCode: ExitCode;
}

const USAGE = `Usage: npm start [-- [folder] [--port <number>] [--adopt]]

  folder           pushed and searched at the start (default: this repository)
  --port <number>  port to listen on, 0 for any free one (default: PORT, else 8787)
  --adopt          take over a home that this machine does not know, with a new signing secret
  --help           print this

RECALL_HOME names the folder that holds the database (default: .recall in this repository).
`;
const OPTIONS = {
  port: { type: "string" },
  adopt: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;
const LAST_PORT = 65_535;

const wrong = (why: string): StartUsage => ({ usage: `${safeLine(why)}\n\n${USAGE}`, exitCode: EXIT.usage });

/** Reads what `npm start --` was given: one folder at most, and a port. */
export function readStartArguments(
  args: readonly string[],
): { readonly folder?: string; readonly port?: number; readonly adopt?: boolean } | StartUsage {
  let parsed: { values: { port?: string; adopt?: boolean; help?: boolean }; positionals: string[] };
  try {
    parsed = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return wrong(error.message);
  }
  const { values, positionals } = parsed;
  if (values.help === true) return { usage: USAGE, exitCode: EXIT.ok };
  const [folder, ...more] = positionals;
  if (more.length > 0)
    return wrong(`One folder at a time: ${positionals.join(", ")} are ${positionals.length}.`);
  const { port } = values;
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) <= LAST_PORT))
    return wrong(`--port is a number from 0 to ${LAST_PORT}.`);
  return {
    ...(folder !== undefined && { folder }),
    ...(port !== undefined && { port: Number(port) }),
    ...(values.adopt === true && { adopt: true }),
  };
}
