/** `npm start [-- folder]`: the whole service on this machine, with the folder (or this repository) in it. */
import { resolve } from "node:path";
import { serve } from "../src/cli/local-server.ts";

const [folder] = process.argv.slice(2);
// npm runs scripts in the package's folder; a relative path is meant from where the person typed it.
const typedFrom = process.env.INIT_CWD ?? ".";
process.exitCode = await serve(folder === undefined ? {} : { folder: resolve(typedFrom, folder) });
