import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "./temporary-folder.ts";

const RECALL = join(import.meta.dirname, "../../bin/recall.js");
/** Each write to it fails as on a full disk (man 4 full). */
const FULL = "/dev/full";

it.runIf(existsSync(FULL))("output that cannot be written ends with 3 and says why, in one line", () => {
  const command = `"${process.execPath}" "${RECALL}" completion bash > ${FULL}`;
  const env = { PATH: process.env.PATH, HOME: temporaryFolder() };
  const { status, stderr } = spawnSync("sh", ["-c", command], { encoding: "utf8", env });
  expect(status).toBe(3);
  expect(stderr.split("\n").filter((line) => !line.includes("Warning"))).toContainEqual(
    expect.stringMatching(/^recall: what was to be printed could not be written: ENOSPC/),
  );
  expect(stderr).not.toContain("    at ");
});
