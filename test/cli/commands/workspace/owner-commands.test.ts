import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type FakeServer, fakeServer } from "../../fake-server.ts";
import { runCli } from "../../run-cli.ts";
import { temporaryFolder, writeInto } from "../../temporary-folder.ts";

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
  const token = { name: "", createdAt: "", expiresAt: null, revokedAt: null, lastUsedAt: null };
  const tokens = [
    { ...token, id: "t1", scope: "read", workspace: "team" },
    { ...token, id: "t2", scope: "owner", workspace: null },
    {
      ...{ ...token, id: "t3", scope: "write", workspace: "team", name: "ci" },
      lastUsedAt: "2026-11-20T12:34:56.789Z",
      expiresAt: "2026-12-01T08:09:10.111Z",
    },
  ];
  server.answers.set("GET /v1/tokens", { tokens });
  const env = { RECALL_URL: server.url, RECALL_TOKEN: OWNER_TOKEN };
  const { stdout } = await runCli(["token", "list"], { cwd: temporaryFolder(), env });
  expect(stdout).toMatch(/^id .* ends \(UTC\)\nt1 +read +team .*\n.*\nt2 +owner +\(all\) /);
  expect(stdout).toMatch(/t3 +write +team +ci +until 2026-12-01 08:09\n +used 2026-11-20 12:00 UTC/);
});

it.each([
  ["the token that it replaces, made by itself", `recall on ${hostname()}`.slice(0, 100), true],
  ["no token of another machine", "recall on some other machine", false],
  ["no token that a person made", "backup", false],
])("workspace use revokes %s", async (_, name, isRevoked) => {
  const server = await fakeServer();
  const fresh = "rcl_k1.new.7.a.-.signature";
  server.answers.set("POST /v1/tokens", { id: "new", token: fresh });
  const token = { id: "old", scope: "admin", workspace: "team", name, createdAt: "", expiresAt: null };
  server.answers.set("GET /v1/tokens", { tokens: [{ ...token, revokedAt: null, lastUsedAt: null }] });
  server.answers.set("DELETE /v1/tokens/old", { deleted: true });
  const cwd = temporaryFolder();
  const config = { url: server.url, token: "rcl_k1.old.7.a.-.signature", ownerToken: OWNER_TOKEN };
  writeInto(cwd, "home/config.json", JSON.stringify(config));
  const run = await runCli(["workspace", "use", "team"], { cwd, env: { RECALL_HOME: join(cwd, "home") } });
  expect(run).toMatchObject({ code: 0, stderr: "" });
  const deletions = server.seen.filter(({ method }) => method === "DELETE").map(({ url }) => url);
  expect(deletions).toEqual(isRevoked ? ["/v1/tokens/old"] : []);
  expect(readFileSync(join(cwd, "home/config.json"), "utf8")).toContain(fresh);
});

it("workspace use succeeds, and says so, where the token before cannot be revoked", async () => {
  const server = await fakeServer();
  server.answers.set("POST /v1/tokens", { id: "new", token: "rcl_k1.new.7.a.-.signature" });
  const cwd = temporaryFolder();
  const config = { url: server.url, token: "rcl_k1.old.7.a.-.signature", ownerToken: OWNER_TOKEN };
  writeInto(cwd, "home/config.json", JSON.stringify(config));
  const run = await runCli(["workspace", "use", "team"], { cwd, env: { RECALL_HOME: join(cwd, "home") } });
  expect(run).toMatchObject({ code: 0, stderr: expect.stringContaining("old, is still good") });
});

it.each([
  ["names the only other one", ["default"], "`recall workspace use default` goes on with the other."],
  ["names the others", ["a", "b"], "`recall workspace use <name>` goes on with another: a, b."],
  ["says how to make one", [], "`recall workspace create <name>` makes another."],
])("workspace delete says that it was the one in use, and %s", async (_, others, next) => {
  const server = await fakeServer();
  const workspaces = ["team", ...others].map((slug) => ({
    slug,
    name: "",
    version: 1,
    documents: 0,
    createdAt: "",
  }));
  server.answers.set("GET /v1/tokens", { tokens: [{ id: "t7", scope: "admin", workspace: "team" }] });
  server.answers.set("DELETE /v1/workspaces/team", { deleted: true });
  server.answers.set("GET /v1/workspaces", { workspaces });
  const deleted = async (used: string) => {
    const cwd = temporaryFolder();
    const config = { url: server.url, token: `rcl_k1.${used}.7.a.-.signature`, ownerToken: OWNER_TOKEN };
    writeInto(cwd, "home/config.json", JSON.stringify(config));
    const args = ["workspace", "delete", "team", "--yes", "team"];
    return (await runCli(args, { cwd, env: { RECALL_HOME: join(cwd, "home") } })).stdout;
  };
  expect(await deleted("t7")).toBe(`Deleted team.\nIt was the one in use here: ${next}\n`);
  expect(await deleted("t8")).toBe("Deleted team.\n");
});
