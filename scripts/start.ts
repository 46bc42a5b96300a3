/** `npm start [-- folder] [--port N]`: the whole service on this machine, with the folder (or this repository) in it. */
import { resolve } from "node:path";
import { packageRoot } from "../src/cli/local/load-runtime.ts";
import { serve } from "../src/cli/local/serve.ts";
import { readStartArguments } from "../src/cli/local/start-arguments.ts";

const asked = readStartArguments(process.argv.slice(2));
if ("usage" in asked) {
  (asked.exitCode === 0 ? process.stdout : process.stderr).write(asked.usage);
  process.exitCode = asked.exitCode;
} else {
  const { folder, ...options } = asked;
  // npm runs scripts in the package's folder; a relative path is meant from where the person typed it.
  const typedFrom = process.env.INIT_CWD ?? ".";
  process.exitCode = await serve({
    ...options,
    folder: folder === undefined ? packageRoot() : resolve(typedFrom, folder),
  });
}
