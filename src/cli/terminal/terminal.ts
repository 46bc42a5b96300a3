import type { Readable, Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { invalid } from "../failures.ts";
import { wrapText } from "./columns.ts";

/** All of standard input as text. Throws `invalid_input` with `missing` where a person sits there and was asked nothing. */
export async function readStandardInput(
  { input }: Pick<Terminal, "input">,
  missing: string,
): Promise<string> {
  if (input.isTTY === true) throw invalid(missing);
  return text(input);
}

const DEFAULT_COLUMNS = 80;

export interface Terminal {
  /** Writes exactly this to stdout. */
  readonly out: (text: string) => void;
  /** Writes this to stderr, its lines broken between words where a terminal would break them anywhere. */
  readonly err: (text: string) => void;
  /** Stdin; a person sits there when it is a TTY. */
  readonly input: Readable & { readonly isTTY?: boolean };
  /** Stdout, for what is streamed into it. */
  readonly output: Writable;
  /** Stdout is a terminal: control characters in it would act. */
  readonly outIsTerminal: boolean;
  /** A person can be asked: stdin and stderr are terminals. */
  readonly canAsk: boolean;
  readonly color: boolean;
  /** Infinite where nothing limits a line: a file or a pipe. */
  readonly columns: number;
}

/** COLUMNS, when a person set it, else the terminal's own width; what goes elsewhere is never cut. */
export function columnsFor(
  named: string | undefined,
  stdout: Pick<NodeJS.WriteStream, "isTTY" | "columns">,
): number {
  if (named !== undefined && /^[1-9]\d{0,4}$/.test(named)) return Number(named);
  return stdout.isTTY === true ? stdout.columns || DEFAULT_COLUMNS : Number.POSITIVE_INFINITY;
}

/** Whether to colour: never with NO_COLOR, always with FORCE_COLOR (but 0 and false), else on a terminal that can. */
export function colors(
  { NO_COLOR, FORCE_COLOR, TERM }: Readonly<Record<string, string | undefined>>,
  isTerminal: boolean,
): boolean {
  if (NO_COLOR || FORCE_COLOR === "0" || FORCE_COLOR === "false") return false;
  return Boolean(FORCE_COLOR) || (isTerminal && TERM !== "dumb");
}

/** The exit code of what cannot be done now (command.ts). */
const UNAVAILABLE = 3;

/** The terminal of this Node process. */
export function nodeTerminal(): Terminal {
  const { stdin, stdout, stderr, env } = process;
  const outIsTerminal = stdout.isTTY === true;
  // A closed pipe (`recall search … | head`) ends the output, it is no failure.
  stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") return;
    stderr.write(`recall: what was to be printed could not be written: ${error.message}\n`);
    process.exit(UNAVAILABLE);
  });
  // Nobody is left to be told.
  stderr.on("error", () => undefined);
  return {
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(wrapText(text, columnsFor(env.COLUMNS, stderr))),
    input: stdin,
    output: stdout,
    outIsTerminal,
    canAsk: stdin.isTTY === true && stderr.isTTY === true,
    color: colors(env, outIsTerminal),
    columns: columnsFor(env.COLUMNS, stdout),
  };
}
