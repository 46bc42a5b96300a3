import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../cli/temporary-folder.ts";

/** What the installed launcher says under a Node that gives itself this version. */
function under(version: string) {
  const folder = temporaryFolder({
    "node_modules/edge-recall/package.json": readFileSync("package.json", "utf8"),
    "node_modules/edge-recall/bin/recall.js": readFileSync("bin/recall.js", "utf8"),
    "node_modules/edge-recall/dist/cli.js": 'console.log("started");',
  });
  const versions = `{ value: { ...process.versions, node: "${version}" } }`;
  const older = `data:text/javascript,Object.defineProperty(process, "versions", ${versions})`;
  const launcher = join(folder, "node_modules/edge-recall/bin/recall.js");
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--import", older, launcher, "search"], {
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

it.each(["22.12.0", "24.1.0"])("starts the installed program on Node %s", (version) => {
  expect(under(version)).toEqual({ status: 0, stdout: "started\n", stderr: "" });
});

it.each(["22.11.9", "20.19.0"])("refuses Node %s in one line, and says from which it starts", (version) => {
  const stderr = expect.stringMatching(`^recall needs Node 22.12 or later; this is ${version}. .*\n$`);
  expect(under(version)).toEqual({ status: 3, stdout: "", stderr });
});
