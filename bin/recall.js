#!/usr/bin/env node
// Committed JavaScript: Node refuses to strip types below node_modules, so an installed package runs dist/.
import { existsSync } from "node:fs";

const source = new URL("../src/cli/main.ts", import.meta.url);
const built = new URL("../dist/cli.js", import.meta.url);
const isClone = existsSync(source) && !import.meta.url.includes("/node_modules/");

if (isClone && !process.features.typescript) {
  console.error("recall: use `npx recall`, or Node 22.18 or later");
  process.exitCode = 2;
} else {
  await import(isClone ? source : built);
}
