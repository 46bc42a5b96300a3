import { join } from "node:path";
import { expect, it } from "vitest";
import { runCli } from "../run-cli.ts";
import { spawnCli } from "../spawn-cli.ts";
import { temporaryFolder } from "../temporary-folder.ts";

it.each([
  ["a file", "file"],
  ["below a file", "file/deep/home"],
  ["where no folder can be made", "/proc/home/deep"],
])("a server refuses a home that is %s in one line", async (_, home) => {
  const folder = temporaryFolder({ file: "", "docs/a.md": "text" });
  const place = home.startsWith("/") ? home : join(folder, home);
  const run = await spawnCli(["serve", "docs", "--port", "0"], { cwd: folder, env: { RECALL_HOME: place } });
  expect(run).toMatchObject({ code: 2, stdout: "" });
  expect(run.stderr).toMatch(/^[^\n]{1,300}\n$/);
  expect(run.stderr).toContain(`${place} cannot be a server's home`);
});

it("a command with such a home says what it lacks, and ends", async () => {
  const cwd = temporaryFolder({ file: "" });
  const env = { RECALL_HOME: join(cwd, "file"), XDG_CONFIG_HOME: "/proc/none" };
  const run = await runCli(["search", "x"], { cwd, env });
  expect(run).toMatchObject({ code: 2, stderr: expect.stringContaining("recall init") });
});
