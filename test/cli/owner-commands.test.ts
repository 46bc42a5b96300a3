import { join } from "node:path";
import { expect, it } from "vitest";
import { type FakeServer, fakeServer } from "./fake-server.ts";
import { runCli } from "./run-cli.ts";
import { temporaryFolder, writeInto } from "./temporary-folder.ts";

const WORKSPACE_TOKEN = "workspace-token";
const OWNER_TOKEN = "owner-token";

/** Runs a command in a folder whose home knows a workspace's and the owner's token. */
async function runAsOwner(
  server: FakeServer,
  args: readonly string[],
  env = {},
): Promise<string | undefined> {
  const cwd = temporaryFolder();
  const config = { url: server.url, token: WORKSPACE_TOKEN, ownerToken: OWNER_TOKEN };
  writeInto(cwd, "home/config.json", JSON.stringify(config));
  await runCli(args, { cwd, env: { RECALL_HOME: join(cwd, "home"), ...env } });
  return server.seen.at(-1)?.headers.authorization;
}

it.each([
  [["token", "list"], {}, OWNER_TOKEN],
  [["token", "revoke", "t1"], {}, OWNER_TOKEN],
  [["token", "list", "--token", "named"], {}, "named"],
  [["token", "revoke", "t1"], { RECALL_TOKEN: "named" }, "named"],
  [["token", "create"], {}, WORKSPACE_TOKEN],
])("asks for %j with %j with the token that sees it", async (args, env, token) => {
  const server = await fakeServer();
  expect(await runAsOwner(server, args, env)).toBe(`Bearer ${token}`);
});

it("lists the tokens of all workspaces and says which each is for", async () => {
  const server = await fakeServer();
  const token = { label: "", createdAt: "", expiresAt: null, revokedAt: null, lastUsedAt: null };
  const tokens = [
    { ...token, id: "t1", scope: "read", workspace: "team" },
    { ...token, id: "t2", scope: "owner", workspace: null },
  ];
  server.answers.set("GET /v1/tokens", { tokens });
  const env = { RECALL_URL: server.url, RECALL_TOKEN: OWNER_TOKEN };
  const { stdout } = await runCli(["token", "list"], { cwd: temporaryFolder(), env });
  expect(stdout).toMatch(/t1 +read +team .*\nt2 +owner +\(all\) /);
});
