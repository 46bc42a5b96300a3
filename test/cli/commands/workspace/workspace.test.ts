import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { answering } from "../../answering.ts";
import { fakeServer } from "../../fake-server.ts";
import { runCli } from "../../run-cli.ts";
import { temporaryFolder, writeInto } from "../../temporary-folder.ts";

const FRESH = "rcl_k1.new.7.a.-.signature";
const KEPT = "edge-recall/config.json";

async function world(config: object = {}) {
  const server = await fakeServer();
  const cwd = temporaryFolder();
  const place = { url: server.url, token: "rcl_k1.old.7.a.-.signature", ownerToken: "owner" };
  writeInto(cwd, KEPT, JSON.stringify({ ...place, ...config, places: { work: { ...place, token: "w" } } }));
  const run = (...args: readonly string[]) =>
    runCli(args, { cwd, env: { XDG_CONFIG_HOME: cwd, APPDATA: cwd } });
  const kept = () => JSON.parse(readFileSync(join(cwd, KEPT), "utf8"));
  return { server, cwd, run, place, kept };
}

it("makes a workspace, with a name for people only where one is given", async () => {
  const { server, run } = await world();
  server.answers.set("POST /v1/workspaces", {});
  expect((await run("workspace", "create", "team-2")).stdout).toBe(
    "Created team-2. Work in it with `recall workspace use team-2`.\n",
  );
  await run("workspace", "create", "t", "--name", "The Team");
  expect(server.seen.map(({ body }) => body)).toEqual([{ slug: "team-2" }, { slug: "t", name: "The Team" }]);
  expect(server.seen[0]?.headers.authorization).toBe("Bearer owner");
});

it.each(["Team", "-team", "team-", "te am", "", "x".repeat(49)])(
  "takes no workspace called %j",
  async (slug) => {
    const { server, run } = await world();
    for (const command of ["create", "use", "delete"])
      expect((await run("workspace", command, "--", slug)).code).toBe(2);
    expect(server.seen).toEqual([]);
  },
);

it.each(["t", "0-9", "x".repeat(48)])("takes one called %s", async (slug) => {
  const { server, run } = await world();
  server.answers.set("POST /v1/workspaces", {});
  expect((await run("workspace", "create", slug)).code).toBe(0);
});

it("lists each with its name, documents and day, the name cut where the terminal is narrow", async () => {
  const { server, run } = await world();
  const workspaces = [{ slug: "team", name: "\u001bThe Team", documents: 3, createdAt: "2026-01-02" }];
  server.answers.set("GET /v1/workspaces", { workspaces });
  expect((await run("workspace", "list")).stdout).toBe(
    "workspace  name       documents  made\nteam       ␛The Team  3          2026-01-02\n",
  );
});

it("keeps the new token where the owner's was found, and everything else there as it was", async () => {
  const { server, run, place, kept } = await world({ sync: "onSearch" });
  const before = kept();
  server.faults.push(answering({ token: FRESH }), answering({ tokens: [] }), answering({ token: FRESH }));
  const used = await run("workspace", "use", "team");
  expect(used.stdout).toMatch(/^Now working in team \(kept in .*config\.json\)\.\n$/);
  expect(kept()).toEqual({ ...before, token: FRESH });
  expect(server.seen[0]?.body).toEqual({
    ...{ scope: "admin", workspace: "team", expiresInDays: 365 },
    name: `recall on ${hostname()}`.slice(0, 100),
  });
  await run("--at", "work", "workspace", "use", "team");
  expect(kept()).toEqual({ ...before, token: FRESH, places: { work: { ...place, token: FRESH } } });
  expect(server.seen.at(-1)?.headers.authorization).toBe("Bearer owner");
});

it("keeps it in the user's folder where flags named the server", async () => {
  const { server } = await world();
  const cwd = temporaryFolder();
  server.faults.push(answering({ token: FRESH }));
  const options = { cwd, env: { XDG_CONFIG_HOME: cwd, APPDATA: cwd } };
  const named = ["--url", server.url, "--token", "owner"];
  expect((await runCli([...named, "workspace", "use", "team"], options)).code).toBe(0);
  expect(JSON.parse(readFileSync(join(cwd, KEPT), "utf8"))).toEqual({ url: server.url, token: FRESH });
});

const token = (changes: object) => ({ id: "old", name: "", workspace: "team", revokedAt: null, ...changes });

it.each([
  ["that was ended already", { revokedAt: "2026-01-01" }],
  ["with another id", { id: "other" }],
])("revokes no token of the same name %s", async (_, changes) => {
  const { server, run } = await world();
  const name = `recall on ${hostname()}`.slice(0, 100);
  server.faults.push(answering({ token: FRESH }), answering({ tokens: [token({ name, ...changes })] }));
  expect(await run("workspace", "use", "team")).toMatchObject({ code: 0, stderr: "" });
  expect(server.seen.map(({ method }) => method)).toEqual(["POST", "GET"]);
});

it.each([
  ["leaves the one before where others were minted with it, which would end with it", null, ["POST", "GET"]],
  ["revokes it once those have ended", "2026-01-01", ["POST", "GET", "DELETE"]],
])("%s", async (_, revokedAt, methods) => {
  const { server, run } = await world();
  const name = `recall on ${hostname()}`.slice(0, 100);
  const tokens = [token({ name }), token({ id: "ci", name: "ci", parent: "old", revokedAt })];
  server.faults.push(answering({ token: FRESH }), answering({ tokens }));
  server.answers.set("DELETE /v1/tokens/old", { revoked: true });
  expect(await run("workspace", "use", "team")).toMatchObject({ code: 0, stderr: "" });
  expect(server.seen.map(({ method }) => method)).toEqual(methods);
});

it("says where to look for a workspace that is not there", async () => {
  const { run } = await world();
  const list = expect.stringContaining("recall workspace list shows those there are");
  expect(await run("workspace", "use", "team")).toMatchObject({ code: 1, stderr: list });
});

it("names five other workspaces at most once the one in use is deleted, and the place where that is one", async () => {
  const { server, run } = await world();
  const slugs = (...named: readonly string[]) => ({
    workspaces: ["team", ...named].map((slug) => ({ slug })),
  });
  const deleted = async (workspaces: object, ...flags: readonly string[]) => {
    server.faults.push(
      answering({ tokens: [token({})] }),
      answering(workspaces),
      answering({ deleted: true }),
    );
    return (await run(...flags, "workspace", "delete", "team", "--yes", "team")).stdout
      .split(": ")
      .slice(1)
      .join(": ");
  };
  const others = "`recall workspace use <name>` goes on with another: a, b, c, d, e";
  expect(await deleted(slugs(..."abcde"))).toBe(`${others}.\n`);
  expect(await deleted(slugs(..."abcdef"))).toBe(`${others} and more.\n`);
  const { server: elsewhere, run: runThere } = await world();
  elsewhere.faults.push(answering({ tokens: [token({ workspace: "other" })] }), answering({ deleted: true }));
  expect((await runThere("workspace", "delete", "team", "--yes", "team")).stdout).toBe("Deleted team.\n");
});

it("cuts names in a narrow terminal, and nothing else", async () => {
  const { server, cwd } = await world();
  const workspaces = [{ slug: "team", name: "The Team of us all", documents: 3, createdAt: "2026-01-02" }];
  server.answers.set("GET /v1/workspaces", { workspaces });
  const env = { XDG_CONFIG_HOME: cwd, APPDATA: cwd, COLUMNS: "45" };
  expect((await runCli(["workspace", "list"], { cwd, env })).stdout).toBe(
    "workspace  name         documents  made\nteam       The Team o…  3          2026-01-02\n",
  );
});

it("goes on in the place that was named, with its own token", async () => {
  const { server, place } = await world();
  const inPlace = { ...place, token: "rcl_k1.old.7.a.-.signature" };
  const cwd = temporaryFolder();
  writeInto(cwd, KEPT, JSON.stringify({ places: { work: inPlace } }));
  server.faults.push(
    answering({ tokens: [token({})] }),
    answering({ workspaces: [{ slug: "team" }, { slug: "b" }] }),
    answering({ deleted: true }),
  );
  const args = ["--at", "work", "workspace", "delete", "team", "--yes", "team"];
  const { stdout } = await runCli(args, { cwd, env: { XDG_CONFIG_HOME: cwd, APPDATA: cwd } });
  expect(stdout).toContain(" `recall --at work workspace use b` goes on with the other.\n");
});

it.each([
  ["a token that flags name", "rcl_k1.old.7.a.-.signature", 3],
  ["a token of another kind", "er_token", 1],
  ["a token with an id that is too long", `rcl_k1.${"x".repeat(65)}.7.a.-.signature`, 1],
  ["a token without a key", "rcl_.old.7.a.-.signature", 1],
  ["a token with more before it", "xrcl_k1.old.7.a.-.signature", 1],
])("looks by %s whether the workspace that it deletes is the one in use", async (_, named, requests) => {
  const { server } = await world();
  server.answers.set("GET /v1/tokens", { tokens: [token({}), token({ id: "x".repeat(65) })] });
  server.answers.set("GET /v1/workspaces", { workspaces: [{ slug: "team" }] });
  server.answers.set("DELETE /v1/workspaces/team", { deleted: true });
  const args = ["--url", server.url, "--token", named, "workspace", "delete", "team", "--yes", "team"];
  const { code } = await runCli(args, { cwd: temporaryFolder() });
  expect([code, server.seen.length]).toEqual([0, requests]);
});

it("says of another workspace's token that is in use nothing more than that it deleted this one", async () => {
  const { server, run } = await world();
  server.faults.push(
    answering({ tokens: [token({ workspace: "other" }), token({ id: "other" })] }),
    answering({ deleted: true }),
  );
  expect((await run("workspace", "delete", "team", "--yes", "team")).stdout).toBe("Deleted team.\n");
});

it("sets what a workspace may hold", async () => {
  const { server, run } = await world();
  const answer = {
    workspace: "team",
    bytes: 2_000_000,
    documents: 50,
    memories: 0,
    tokens: 9,
    modelCalls: 300,
  };
  const used = { bytes: 1_500, documents: 50, memories: 3, tokens: 1, modelCalls: 1_200 };
  server.answers.set("PATCH /v1/workspaces/team/quotas", { ...answer, used });
  const { stdout } = await run("workspace", "quotas", "team", "--documents", "50", "--memories", "0");
  expect(stdout.split("\n")).toEqual([
    "team has:",
    "  1.5 KB of 2.0 MB of text",
    "  50 of 50 documents",
    "  3 memories, no limit",
    "  1 of 9 tokens",
    "  1,200 of 300 model calls a day",
    "",
  ]);
  expect(server.seen.at(-1)?.body).toEqual({ documents: 50, memories: 0 });
  await run("workspace", "quotas", "team");
  expect(server.seen.at(-1)?.body).toEqual({});
  await run("workspace", "quotas", "team", "--reset", "--tokens", "9", "--model-calls", "40");
  expect(server.seen.at(-1)?.body).toEqual({
    ...{ bytes: null, documents: null, memories: null, tokens: 9, modelCalls: 40 },
  });
  expect((await run("workspace", "quotas", "team", "--documents", "few")).code).toBe(2);
});

it("names the databases where there are several, and where a workspace is going", async () => {
  const { server, run } = await world();
  const one = { name: "", documents: 3, version: 1, createdAt: "2026-01-02" };
  const workspaces = [
    { ...one, slug: "a", database: 1 },
    { ...one, slug: "b", database: 2, move: { from: 2, to: 1, phase: "copy" } },
  ];
  server.answers.set("GET /v1/workspaces", { workspaces });
  const { stdout } = await run("workspace", "list");
  expect(stdout).toContain("database");
  expect(stdout).toContain("2 (moving to database 1)");
});

it("moves a workspace to another database and says where it lives by then", async () => {
  const { server, run } = await world();
  const move = { from: 1, to: 2, phase: "empty", table: null, rows: 9, startedAt: "2026-01-02", error: null };
  const answer = { workspace: "team", database: 2, databases: 2, move };
  server.answers.set("POST /v1/workspaces/team/move", answer);
  server.answers.set("GET /v1/workspaces/team/move", answer);
  const { stdout, code } = await run("workspace", "move", "team", "--to", "2");
  expect([code, stdout]).toEqual([
    0,
    "team lives in database 2. What it left in database 1 is deleted within the hour.\n",
  ]);
  const failed = { ...move, phase: "verify", error: "the audit found a chunk without a document" };
  server.answers.set("GET /v1/workspaces/team/move", { ...answer, move: failed });
  const wrong = await run("workspace", "move", "team");
  expect(wrong.code).not.toBe(0);
  expect(wrong.stderr.replaceAll("\n", " ")).toContain("a chunk without a document");
  expect((await run("workspace", "move", "team", "--to", "2", "--stop")).code).toBe(2);
});
