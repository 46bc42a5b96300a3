import { expect, it } from "vitest";
import { spawnCli } from "../spawn-cli.ts";
import { expectNothingTold, stolenPort, TEXT } from "./stolen-port.ts";

const MCP = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: TEXT } });

it("tells a listener that took the port nothing as the program itself: status, the bridge and watch", async () => {
  const { received, cwd, env } = await stolenPort();
  const status = await spawnCli(["status"], { cwd, env });
  expect(status).toMatchObject({ code: 3, stdout: "", stderr: expect.stringContaining("did not prove") });
  const { stdout } = await spawnCli(["mcp"], { cwd, env, input: `${MCP}\n` });
  expect(JSON.parse(stdout).result.content[0].text).toContain("did not prove");
  let pid = 0;
  const watching = spawnCli(["watch", "n"], { cwd, env, onStart: (started) => (pid = started) });
  await expect.poll(() => received().split("/health/proof").length).toBeGreaterThan(3);
  process.kill(pid, "SIGINT");
  await watching;
  expectNothingTold(received(), "program");
});
