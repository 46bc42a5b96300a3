import { type ChildProcess, spawn } from "node:child_process";

export interface ProgramRun {
  /** As a person set it in $EDITOR or $PAGER, words and quotes of a shell among them. */
  readonly command: string;
  readonly args: readonly string[];
  /** Its standard input; undefined: the terminal. */
  readonly input?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Shells' exit codes for a program that is not there, or cannot be run. */
const NOT_RUN: readonly (number | null)[] = [126, 127];

function start({ command, args, input, env }: ProgramRun): ChildProcess {
  const stdio = [input === undefined ? "inherit" : "pipe", "inherit", "inherit"] as const;
  if (process.platform === "win32") {
    const [program = "", ...words] = command.split(" ");
    return spawn(program, [...words, ...args], { stdio: [...stdio], env });
  }
  // The arguments stay out of what the shell reads: a file's name is never a command.
  return spawn("/bin/sh", ["-c", `${command} "$@"`, "sh", ...args], { stdio: [...stdio], env });
}

const noMatter = (): void => undefined;

/**
 * Gives the terminal to a program until it ends. Returns what went wrong, in words; undefined: nothing. Ctrl-C is the
 * program's meanwhile, and does not end this one.
 */
export async function runProgram(run: ProgramRun): Promise<string | undefined> {
  process.on("SIGINT", noMatter);
  try {
    const child = start(run);
    // A pager that is left before its end takes no more.
    child.stdin?.on("error", noMatter);
    child.stdin?.end(run.input);
    const code = await new Promise<number | null>((resolve, reject) => {
      child.on("error", reject);
      child.on("close", resolve);
    });
    return NOT_RUN.includes(code) ? `Could not start ${run.command}` : undefined;
  } catch (error) {
    if (error instanceof Error && "syscall" in error)
      return `Could not start ${run.command}: ${error.message}`;
    throw error;
  } finally {
    process.off("SIGINT", noMatter);
  }
}
