import { spawn } from "node:child_process";
import type { Arguments } from "./commands.ts";
import { type Answer, failure } from "./failure.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

export interface CallOptions {
  /** Given on stdin; nothing is otherwise, so no question can wait for an answer. */
  readonly input?: string;
  /** Added to the environment. */
  readonly env?: Environment;
  /** The person sees and answers it. */
  readonly isShown?: boolean;
}

/** Runs wrangler; a refusal is an answer too. Throws AppError when it is not installed. */
export type Wrangler = (args: Arguments, options?: CallOptions) => Promise<Answer>;

/** Text without the marks of colours: wrangler 4.164 colours its errors whatever NO_COLOR and FORCE_COLOR say. */
export const withoutColours = (text: string): string =>
  text.replaceAll("\u001b", "\u0000").replace(/\0\[[\d;]{0,20}m/g, "");

/** CI keeps wrangler from asking: it takes the answers that are meant for that, or fails and says what is missing. */
const QUIET: Environment = { CI: "1", NO_COLOR: "1", WRANGLER_SEND_METRICS: "false" };

const isWindows = process.platform === "win32";

/** The first `wrangler` on the PATH, in a folder with its configuration. */
export function openWrangler(cwd: string, env: Environment): Wrangler {
  return (args, { input = "", env: more = {}, isShown = false } = {}) =>
    new Promise((done, fail) => {
      const child = spawn("wrangler", [...args], {
        cwd,
        env: isShown ? { ...env, ...more } : { ...env, ...QUIET, ...more },
        stdio: isShown ? "inherit" : "pipe",
        shell: isWindows,
      });
      const output = { stdout: "", stderr: "" };
      child.stdout?.setEncoding("utf8").on("data", (text: string) => (output.stdout += text));
      child.stderr?.setEncoding("utf8").on("data", (text: string) => (output.stderr += text));
      child.on("error", () => fail(failure("wrangler could not be started", "Install it with `npm ci`.")));
      child.on("close", (code) =>
        done({
          args,
          code: code ?? 1,
          stdout: withoutColours(output.stdout),
          stderr: withoutColours(output.stderr),
        }),
      );
      // A program that ends before it has read its input is told by its exit code.
      child.stdin?.on("error", () => undefined);
      child.stdin?.end(input);
    });
}
