import { expect, it } from "vitest";
import { spawnCli } from "../../spawn-cli.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

it("recall deploy runs the clone's deployment, which says how to log in where nobody can be asked", async () => {
  const cwd = temporaryFolder();
  // Nobody listens there: even a login that this machine might have would lead nowhere.
  const env = { CLOUDFLARE_API_BASE_URL: "http://127.0.0.1:9/client/v4", CLOUDFLARE_API_TOKEN: "" };
  const { code, stdout } = await spawnCli(["deploy"], { cwd, env });
  expect([code, stdout]).toEqual([3, expect.stringContaining("✗ account")]);
  expect(stdout).toContain("Running it again goes on from there");
});
