import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type FakeServer, fakeServer } from "../../fake-server.ts";
import { runCli } from "../../run-cli.ts";
import { temporaryFolder, writeInto } from "../../temporary-folder.ts";

const CONFIG = ".user-config/edge-recall/config.json";
const read = (cwd: string) => JSON.parse(readFileSync(join(cwd, CONFIG), "utf8"));
const authorization = (server: FakeServer) => server.seen.at(-1)?.headers.authorization;
const STATUS = { workspace: "team", documents: 3, scope: "admin" };

it("keeps several servers under names, asks the one that is named, lists them without tokens", async () => {
  const [main, work] = await Promise.all([fakeServer(), fakeServer()]);
  for (const server of [main, work]) server.answers.set("GET /v1/status", STATUS);
  const cwd = temporaryFolder();
  const run = (...args: string[]) => runCli(args, { cwd, env: { RECALL_TOKEN: "stray" } });
  await run("init", "--url", main.url, "--token", "main-token");
  const kept = await run("init", "--as", "work", "--url", work.url, "--token", "work-token");
  expect(kept).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/3 documents, admin token[\s\S]*recall --at work push/),
  });
  expect(read(cwd)).toEqual({
    url: main.url,
    token: "main-token",
    places: { work: { url: work.url, token: "work-token" } },
  });
  if (process.platform !== "win32") expect(statSync(join(cwd, CONFIG)).mode & 0o777).toBe(0o600);
  await run("search", "x", "--at", "work", "--json");
  expect(authorization(work)).toBe("Bearer work-token");

  const places = [
    { name: null, url: main.url, here: true },
    { name: "work", url: work.url, here: false },
  ];
  const json = await run("init", "--list", "--json");
  const here = { url: main.url, config: join(cwd, CONFIG) };
  expect(JSON.parse(json.stdout)).toEqual({ config: join(cwd, CONFIG), places, here });
  const listed = await run("init", "--list", "--at", "work");
  expect(listed.stdout.split("\n").slice(1, 3)).toEqual([
    expect.stringMatching(/^\(no name\) +http\S+$/),
    expect.stringMatching(/^work +http\S+ +used here$/),
  ]);
  expect(listed.stdout).not.toContain("-token");
  expect((await run("init", "--remove", "work")).code).toBe(0);
  expect(read(cwd)).toEqual({ url: main.url, token: "main-token" });
  expect((await run("init", "--remove", "work")).code).toBe(1);
});

it("keeps a chosen workspace's token in the place that was named, with the place's owner token", async () => {
  const server = await fakeServer();
  const cwd = temporaryFolder();
  const place = { url: server.url, token: "old", ownerToken: "owner-token", sync: "onSearch" };
  const main = { url: "https://other.example", token: "other-token" };
  writeInto(cwd, CONFIG, JSON.stringify({ ...main, places: { work: place } }));
  const fresh = "rcl_k1.t1.7.r.-.signature";
  server.answers.set("POST /v1/tokens", { id: "t1", token: fresh });
  const args = ["--at", "work", "workspace", "use", "team"];
  expect((await runCli(args, { cwd, env: { RECALL_TOKEN: "stray" } })).code).toBe(0);
  expect(server.seen[0]?.headers.authorization).toBe("Bearer owner-token");
  expect(read(cwd)).toEqual({ ...main, places: { work: { ...place, token: fresh } } });
});
