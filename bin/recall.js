#!/usr/bin/env node
// Committed JavaScript: Node refuses to strip types below node_modules, so an installed package runs dist/.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const source = new URL("../src/cli/main.ts", import.meta.url);
const built = new URL("../dist/cli.js", import.meta.url);
const isClone = existsSync(source) && !import.meta.url.includes("/node_modules/");
const isInstalled = existsSync(new URL("../node_modules/commander", import.meta.url));

/** In a clone the lock's own Node runs the source; what is missing is installed first. */
function handOver() {
  const runner = fileURLToPath(new URL("../scripts/with-dependencies.js", import.meta.url));
  const args = [runner, fileURLToPath(source), ...process.argv.slice(2)];
  const child = spawn(process.execPath, args, { stdio: "inherit" });
  // Ctrl-C reaches the child by itself: it decides what that means.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => undefined);
  child.on("close", (code) => {
    process.exitCode = code ?? 1;
  });
}

if (isClone && !(process.features.typescript && isInstalled)) handOver();
else await import(isClone ? source : built);
