import { execFileSync } from "node:child_process";
import { readdirSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { converting } from "../../../src/cli/formats/converting.ts";
import { temporaryFolder } from "../temporary-folder.ts";

/** Reading so much would outlast any test. */
const HUGE_BYTES = 200_000_000_000;

it("reads nothing of a file that is larger than one that is converted may be, and keeps nothing of it", async () => {
  const folder = temporaryFolder({ "a.pdf": "" });
  truncateSync(join(folder, "a.pdf"), HUGE_BYTES);
  const env = { RECALL_HOME: join(folder, "home") };
  expect(await converting(env)(join(folder, "a.pdf"))).toEqual({ reason: expect.stringContaining("50 MB") });
  expect(readdirSync(folder)).toEqual(["a.pdf"]);
});

it.skipIf(process.platform === "win32")("does not wait for a pipe that took a file's place", async () => {
  const folder = temporaryFolder();
  execFileSync("mkfifo", [join(folder, "a.pdf")]);
  expect(await converting({ RECALL_HOME: folder })(join(folder, "a.pdf"))).toBeUndefined();
});
