import { spawn } from "node:child_process";
import { chmodSync } from "node:fs";
import { delimiter, join } from "node:path";
import { writeInto } from "../../cli/temporary-folder.ts";
import type { StandInCloud } from "./stand-in-cloud.ts";

export interface ScriptRun {
  /** Null: it was killed. */
  readonly code: number | null;
  readonly output: string;
}

const STAND_IN = join(import.meta.dirname, "stand-in-wrangler.ts");
const ROOT = join(import.meta.dirname, "../../..");

/** Runs `node scripts/deploy.ts …` on a machine whose first `wrangler` on the PATH is the stand-in. */
export function runScript({ folder, env }: StandInCloud, [script, ...args]: readonly [string, ...string[]]) {
  writeInto(folder, "bin/wrangler", `#!/bin/sh\nexec "${process.execPath}" "${STAND_IN}" "$@"\n`);
  chmodSync(join(folder, "bin/wrangler"), 0o755);
  const { PATH = "" } = process.env;
  const child = spawn(process.execPath, [join(ROOT, script), ...args], {
    cwd: ROOT,
    env: { ...env, PATH: `${join(folder, "bin")}${delimiter}${PATH}` },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  return new Promise<ScriptRun>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, output }));
  });
}
