import { expect, it } from "vitest";
import { answering } from "../../answering.ts";
import { fakeServer } from "../../fake-server.ts";
import { runCli } from "../../run-cli.ts";
import { temporaryFolder, writeInto } from "../../temporary-folder.ts";

const MADE = { id: "t1", token: "rcl_k1.t1.7.r.-.e.-.signature", expiresAt: "2027-02-18T08:09:10.111Z" };

/** A folder whose home has a workspace's token and the owner's. */
async function world() {
  const server = await fakeServer();
  const cwd = temporaryFolder();
  writeInto(cwd, "home/config.json", JSON.stringify({ url: server.url, token: "own", ownerToken: "owner" }));
  const run = (...args: readonly string[]) =>
    runCli(["token", ...args], { cwd, env: { RECALL_HOME: `${cwd}/home` } });
  return { server, run };
}

const MAY: Readonly<Record<string, string>> = {
  read: "may read",
  write: "may read and write",
  admin: "may read, write and administer its workspace",
  owner: "may do everything, in all workspaces",
};

it.each([
  [[], { scope: "read", name: "" }, "own"],
  [
    ["--scope", "admin", "--name", "ci", "--expires", "3650"],
    { scope: "admin", name: "ci", expiresInDays: 3_650 },
    "own",
  ],
  [["--scope", "write", "--workspace", "team"], { scope: "write", name: "", workspace: "team" }, "owner"],
  [
    ["--root", "notes", "--root", "docs", "--session", "s1", "--no-log"],
    { scope: "read", name: "", roots: ["notes", "docs"], session: "s1", log: false },
    "own",
  ],
  [["--scope", "owner", "--expires", "1"], { scope: "owner", name: "", expiresInDays: 1 }, "owner"],
])("makes with %j what %j asks for, with the token of the %s", async (args, body, token) => {
  const { server, run } = await world();
  server.faults.push(answering(MADE));
  expect(await run("create", ...args)).toEqual({
    code: 0,
    stdout: `${MADE.token}\n`,
    stderr: `Shown once: keep it. It ${MAY[body.scope]}; its id is t1; it ends 2027-02-18 08:09 UTC.\n`,
  });
  expect(server.seen).toMatchObject([
    { method: "POST", body, headers: { authorization: `Bearer ${token}` } },
  ]);
  expect(server.seen[0]?.body).toEqual(body);
});

it("prints a new token's whole answer for programs, and nothing beside it", async () => {
  const { server, run } = await world();
  server.faults.push(answering(MADE));
  const { stdout, stderr } = await run("create", "--json");
  expect([JSON.parse(stdout), stderr]).toEqual([MADE, ""]);
});

it.each([
  [["create", "--expires", "0"], "a number of days from 1 to 3650"],
  [["create", "--expires", "3651"], "a number of days from 1 to 3650"],
  [["create", "--scope", "root"], "read, write, admin, owner"],
])("refuses %j", async (args, said) => {
  const { server, run } = await world();
  expect(await run(...args)).toMatchObject({ code: 2, stderr: expect.stringContaining(said) });
  expect(server.seen).toEqual([]);
});

it("lists for each token when it was last used, and when it ends or was ended", async () => {
  const { server, run } = await world();
  const token = {
    scope: "read",
    workspace: "team",
    name: "",
    expiresAt: null,
    revokedAt: null,
    lastUsedAt: null,
    lastDoor: null,
    lastAddress: null,
    parent: null,
    client: null,
    signIns: [],
  };
  const browser = {
    ...{ id: "s1", browser: "Firefox on Linux", createdAt: "2026-11-01T08:09:10.111Z", lastAddress: "local" },
    ...{ expiresAt: "2026-12-01T08:09:10.111Z", lastUsedAt: "2026-11-20T12:34:56.789Z" },
  };
  const [expiresAt, revokedAt] = ["2099-12-01T08:09:10.111Z", "2026-11-20T07:08:09.000Z"];
  const tokens = [
    { ...token, id: "t1" },
    {
      ...{ ...token, id: "t2", name: "ci", expiresAt, lastUsedAt: "2026-11-20T12:34:56.789Z" },
      ...{ lastDoor: "mcp", lastAddress: "203.0.113.0/24", parent: "t1", roots: ["notes"], log: false },
      ...{ client: "Heron editor", signIns: [browser, { ...browser, id: "s2", lastUsedAt: null }] },
    },
    { ...token, id: "t3", scope: "owner", workspace: null, expiresAt, revokedAt },
  ];
  server.answers.set("GET /v1/tokens", { tokens });
  expect((await run("list", "--ended")).stdout.split("\n")).toEqual([
    "id  scope  workspace  name  ends (UTC)",
    "t1  read   team             never",
    "  never used; minted by the signing secret",
    "t2  read   team       ci    until 2099-12-01 08:09",
    "  used 2026-11-20 12:00 UTC by mcp from 203.0.113.0/24; minted by t1; roots notes; not logged; OAuth client Heron editor",
    "  browser s1: Firefox on Linux, until 2026-12-01 08:09, used 2026-11-20 12:00 UTC from local",
    "  browser s2: Firefox on Linux, until 2026-12-01 08:09, never used",
    "t3  owner  (all)            revoked 2026-11-20 07:08",
    "  never used; minted by the signing secret",
    "",
  ]);
  const past = { ...token, id: "t4", expiresAt: "2020-01-01T00:00:00.000Z" };
  server.answers.set("GET /v1/tokens", { tokens: [...tokens, past] });
  const { stdout } = await run("list");
  expect(stdout).toMatch(
    /^t1 .*\n.*\nt2 .*\n.*\n {2}browser s1.*\n.*\n2 tokens that ended: --ended lists them too\n$/m,
  );
  expect(stdout).not.toMatch(/^t[34]/m);
});

it("ends one by its id, or says where ids are found", async () => {
  const { server, run } = await world();
  server.answers.set("DELETE /v1/tokens/t1", { deleted: true });
  expect((await run("revoke", "t1")).stdout).toBe("Revoked t1, and all that it minted.\n");
  expect(await run("revoke", "t2")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("recall token list shows those there are, with their ids"),
  });
});

it("ends every token only when that is said, and keeps the owner's new one", async () => {
  const { server, run } = await world();
  expect(await run("end-all")).toMatchObject({ code: 2, stderr: expect.stringContaining("--yes") });
  expect(server.seen).toEqual([]);
  server.answers.set("POST /v1/tokens/epoch", MADE);
  const { stdout } = await run("end-all", "--yes");
  expect(stdout).toMatch(/^Every token has ended\./);
  expect(stdout).not.toContain("rcl_");
  expect(server.seen).toMatchObject([{ headers: { authorization: "Bearer owner" } }]);
  server.answers.set("GET /v1/tokens", { tokens: [] });
  await run("list");
  expect(server.seen.at(-1)?.headers.authorization).toBe(`Bearer ${MADE.token}`);
});
