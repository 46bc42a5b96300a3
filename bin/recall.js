#!/usr/bin/env node
// Committed JavaScript: Node refuses to strip types below node_modules, so an installed package runs dist/.
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const source = new URL("../src/cli/main.ts", import.meta.url);
const built = new URL("../dist/cli.js", import.meta.url);
const runner = new URL("../scripts/with-dependencies.js", import.meta.url);
const isClone = existsSync(source) && !import.meta.url.includes("/node_modules/");
const isInstalled = existsSync(new URL("../node_modules/commander", import.meta.url));

/** The least Node that package.json names, where this one is older. */
function missingNode() {
  const { engines } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  const [least] = /\d+\.\d+/.exec(engines.node);
  const [major, minor] = process.versions.node.split(".").map(Number);
  const [leastMajor, leastMinor] = least.split(".").map(Number);
  return major > leastMajor || (major === leastMajor && minor >= leastMinor) ? undefined : least;
}

const missing = isClone ? undefined : missingNode();
if (missing !== undefined) {
  const here = `this is ${process.versions.node}. Install that one, or use npx recall in a clone, which brings it.`;
  process.stderr.write(`recall needs Node ${missing} or later; ${here}\n`);
  process.exitCode = 3;
} else if (!isClone) await import(built);
else if (process.features.typescript && isInstalled) await import(source);
else {
  // A Node that is too old, or nothing installed yet: the lock's own Node runs the source, once all is installed.
  const { runEntry } = await import(runner);
  process.exitCode = await runEntry(fileURLToPath(source), process.argv.slice(2));
}
