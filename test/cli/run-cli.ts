import { Readable, Writable } from "node:stream";
import { run } from "../../src/cli/run.ts";
import type { Reach } from "../../src/cli/session/reach.ts";
import { wrapText } from "../../src/cli/terminal/columns.ts";
import { colors, columnsFor, type Terminal } from "../../src/cli/terminal/terminal.ts";
import type { CliOptions, CliRun } from "./spawn-cli.ts";

/** A terminal that nobody watches, and what was written to it. */
export function capturedTerminal(env: Readonly<Record<string, string | undefined>> = {}, input = "") {
  const written = { stdout: "", stderr: "" };
  const columns = columnsFor(env.COLUMNS, { isTTY: false, columns: 0 });
  const terminal: Terminal = {
    out: (text) => {
      written.stdout += text;
    },
    err: (text) => {
      written.stderr += wrapText(text, columns);
    },
    input: Readable.from(input === "" ? [] : [input]),
    output: new Writable({
      write(chunk: Buffer, _, done) {
        written.stdout += chunk.toString("utf8");
        done();
      },
    }),
    outIsTerminal: false,
    canAsk: false,
    color: colors(env, false),
    columns,
  };
  return { terminal, written };
}

interface RunOptions extends Pick<CliOptions, "cwd" | "env" | "input"> {
  /** Stands for Ctrl-C. */
  readonly signal?: AbortSignal;
  /** The way to a server. @default the platform's, also to a fake that proves nothing */
  readonly reach?: Reach;
  /** What the terminal is like. @default one that is none: a pipe */
  readonly terminal?: Partial<Pick<Terminal, "columns" | "color" | "outIsTerminal" | "canAsk">>;
}

/**
 * Runs a command line in this process, with nothing of this machine's configuration: its user folder is inside `cwd`.
 * `spawnCli` runs the real program; only what is about the process itself needs it.
 */
export async function runCli(
  args: readonly string[],
  {
    cwd,
    env: more,
    input,
    signal = new AbortController().signal,
    reach: reached = () => fetch,
    terminal: like,
  }: RunOptions,
): Promise<CliRun> {
  const env = { PATH: process.env.PATH, HOME: cwd, XDG_CONFIG_HOME: `${cwd}/.user-config`, ...more };
  const { terminal, written } = capturedTerminal(env, input);
  const surroundings = {
    terminal: { ...terminal, ...like },
    env,
    cwd,
    reach: reached,
    interrupted: () => signal,
  };
  const code = await run(args, surroundings);
  return { code, ...written };
}
