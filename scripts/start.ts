/** `npm start [-- folder]`: the whole service on this machine, with the folder (or this repository) in it. */
import { resolve } from "node:path";
import { serve } from "../src/cli/local-server.ts";

const { INIT_CWD, PORT } = process.env;
const [folder] = process.argv.slice(2);
process.exitCode = await serve({
  // npm runs scripts in the package's folder; a relative path is meant from where the person typed it.
  ...(folder !== undefined && { folder: resolve(INIT_CWD ?? ".", folder) }),
  ...(PORT !== undefined && PORT !== "" && { port: Number(PORT) }),
});
