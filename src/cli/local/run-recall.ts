import { spawn } from "node:child_process";
import { join } from "node:path";

interface RecallOptions {
  readonly root: string;
  readonly home: string;
  /** Ends the command. */
  readonly signal: AbortSignal;
}

/** Runs one command of this package's own CLI against a home's server. A command that was ended has code 130. */
export function runRecall(parameters: readonly string[], options: RecallOptions) {
  const { RECALL_URL: _url, RECALL_TOKEN: _token, RECALL_AT: _at, ...inherited } = process.env;
  const child = spawn(process.execPath, [join(options.root, "bin", "recall.js"), ...parameters], {
    env: { ...inherited, RECALL_HOME: options.home },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = { stdout: "", stderr: "" };
  child.stdout?.on("data", (chunk) => (output.stdout += chunk));
  child.stderr?.on("data", (chunk) => (output.stderr += chunk));
  const end = (): boolean => child.kill("SIGTERM");
  options.signal.addEventListener("abort", end, { once: true });
  return new Promise<typeof output & { code: number }>((done, fail) => {
    child.on("error", fail);
    child.on("close", (code) => {
      options.signal.removeEventListener("abort", end);
      done({ code: code ?? 130, ...output });
    });
  });
}
