import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { packageRoot } from "../../src/cli/local/load-runtime.ts";

/** Pinned, with a lock of their own: the project itself does not need them. */
const SOURCE = join(packageRoot(), "test", "mcp", "conformance");
const NEXT = join("node_modules", "conformance-next", "dist", "index.js");
/** Some servers wait this long for nothing; more is none of them, milliseconds. */
const TIMEOUT_MS = 300_000;

/** Runs a program of those that are installed. Answers what it printed. Throws when it fails. */
export type RunTool = (name: string, parameters: readonly string[], isQuiet?: boolean) => Promise<string>;

export interface Tools {
  readonly run: RunTool;
  /** Where they may write. */
  readonly folder: string;
  /** The module that the suite's next version starts with. */
  readonly next: string;
}

async function spawned(command: string, parameters: readonly string[], cwd: string) {
  const child = spawn(command, parameters, {
    ...{ cwd, stdio: ["ignore", "pipe", "pipe"], timeout: TIMEOUT_MS },
  });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close") as Promise<[number | null]>,
  ]);
  return { stdout, stderr, code };
}

/** Installs the protocol's suite and inspector, works with them and takes them away again. */
export async function withTools(work: (tools: Tools) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "recall-conformance-"));
  try {
    cpSync(SOURCE, folder, { recursive: true });
    // What they install after themselves is for working on them.
    const installed = await spawned("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], folder);
    if (installed.code !== 0) throw new Error(`npm ci failed:\n${installed.stderr}`);
    const run: RunTool = async (name, parameters, isQuiet = false) => {
      const program = join(folder, "node_modules", ".bin", name);
      const { stdout, stderr, code } = await spawned(program, parameters, packageRoot());
      if (!isQuiet || code !== 0) process.stdout.write(stdout + stderr);
      if (code !== 0) throw new Error(`${name} ended with ${code}`);
      return stdout;
    };
    await work({ run, folder: join(folder, "results"), next: join(folder, NEXT) });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
