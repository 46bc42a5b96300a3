/** `npm run transcripts [-- folder]`: plays the tests of the terminal and keeps a picture of each screen in a folder. */
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";

const FOLDER = "transcripts";

const folder = resolve(process.argv[2] ?? FOLDER);
const { status } = spawnSync("vitest", ["run", "--project", "long", "test/cli/terminal"], {
  stdio: "inherit",
  env: { ...process.env, RECALL_TRANSCRIPTS: folder },
  shell: process.platform === "win32",
});
console.log(`The screens are in ${folder}`);
process.exitCode = status ?? 1;
