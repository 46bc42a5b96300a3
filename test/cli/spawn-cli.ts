import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const LAUNCHER = fileURLToPath(new URL("../../bin/recall.js", import.meta.url));

export interface CliRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Standard input; without it there is none. */
  readonly input?: string;
  /** A program and its arguments that start it in its own place, without a process between. */
  readonly through?: readonly string[];
  /** Called with the running process's id as soon as it runs. */
  readonly onStart?: (pid: number) => void;
  /** Called with all of stdout so far whenever there is more of it. */
  readonly onOutput?: (stdout: string) => void;
}

/** Runs the real `recall` with nothing of this machine's configuration: its user folder is inside `cwd`. */
export function spawnCli(
  args: readonly string[],
  { cwd, env, input, through = [], onStart, onOutput }: CliOptions,
): Promise<CliRun> {
  const clean = { PATH: process.env.PATH, HOME: cwd, XDG_CONFIG_HOME: `${cwd}/.user-config`, ...env };
  const [program = "", ...rest] = [...through, process.execPath, LAUNCHER, ...args];
  const child = spawn(program, rest, {
    cwd,
    env: clean,
    stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
  });
  child.stdin?.end(input);
  if (child.pid !== undefined) onStart?.(child.pid);
  let stdout = "";
  let stderr = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
    onOutput?.(stdout);
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout, stderr }));
  });
}
