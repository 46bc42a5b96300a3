import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { realFolder } from "../../../../src/cli/folder/collect-folder.ts";
import { type FakeServer, failOnce, fakeServer } from "../../fake-server.ts";
import { runCli } from "../../run-cli.ts";
import { temporaryFolder, writeInto } from "../../temporary-folder.ts";

const HASH = "0".repeat(32);

async function world(files: Readonly<Record<string, string>>) {
  const server = await fakeServer();
  const cwd = temporaryFolder(files);
  const env = { RECALL_URL: server.url, RECALL_TOKEN: "er_token" };
  const run = (...args: readonly string[]) => runCli(["push", ...args], { cwd, env });
  return { server, cwd, run };
}

const indexed = (server: FakeServer, amount: number): void =>
  void server.roots.set("n", new Map(Array.from({ length: amount }, (_, at) => [`old-${at}.md`, HASH])));

it("pushes the folder it is in, where none is named, under the folder's name", async () => {
  const { server, cwd } = await world({ "n/a.md": "one" });
  const env = {
    RECALL_URL: server.url,
    RECALL_TOKEN: "t",
    XDG_CONFIG_HOME: temporaryFolder(),
    HOME: temporaryFolder(),
  };
  expect((await runCli(["push"], { cwd: join(cwd, "n"), env })).stdout).toMatch(/^n: 1 file, 1 sent/);
});

it("tells the server to share a root, to delete most of it, and to make none, only when told so", async () => {
  const { server, run } = await world({ "n/a.md": "one", "n/.b.md": "two" });
  indexed(server, 30);
  const bodies = async (...flags: readonly string[]) => {
    server.seen.length = 0;
    const { code } = await run("n", ...flags);
    const sent = server.seen
      .filter(({ url }) => !url.endsWith("/status"))
      .map(({ body }) => body as Record<string, unknown>);
    return {
      code,
      join: sent[0]?.join,
      dryRun: sent[0]?.dryRun,
      confirm: sent.at(-1)?.confirm,
      requests: sent.length,
    };
  };
  expect(await bodies("--dry-run", "--join")).toMatchObject({
    code: 0,
    join: true,
    dryRun: true,
    requests: 1,
  });
  expect(await bodies("--mirror")).toEqual({
    code: 1,
    join: false,
    dryRun: false,
    confirm: false,
    requests: 3,
  });
  expect(await bodies("--mirror", "--yes")).toMatchObject({ code: 0, confirm: true, requests: 2 });
  expect([...(server.roots.get("n")?.keys() ?? [])]).toEqual(["a.md"]);
  expect(await bodies("--include-hidden")).toMatchObject({ code: 0, requests: 2 });
  expect([...(server.roots.get("n")?.keys() ?? [])]).toEqual(["a.md", ".b.md"]);
});

it("says in its answer for programs why most of a root was not deleted", async () => {
  const { server, run } = await world({ "n/a.md": "one" });
  indexed(server, 30);
  const { code, stdout } = await run("n", "--mirror", "--json");
  expect([code, JSON.parse(stdout)]).toMatchObject([
    1,
    { gone: 30, deleted: 0, error: { code: "too_many_deletions", message: "That is most of the root" } },
  ]);
  expect(JSON.parse(stdout)).not.toHaveProperty("host");
});

it("exits 3 when it was stopped, with what it sent and why it ended, and promises no more", async () => {
  const { server, run } = await world({ "n/a.md": "one" });
  const refuse = () =>
    server.faults.push((seen, response) => seen.url.endsWith("/documents") && failOnce(403)(seen, response));
  refuse();
  const { code, stdout } = await run("n", "--contextualize");
  expect([code, stdout]).toEqual([3, expect.stringMatching(/0 sent .*1 not pushed\n.*run the same again/s)]);
  expect(stdout).not.toContain("in the background");
  refuse();
  expect(JSON.parse((await run("n", "--json")).stdout)).toMatchObject({
    uploaded: 0,
    error: { code: "forbidden" },
  });
});

it("exits 1 of a rehearsal too when a file cannot be pushed", async () => {
  const { cwd, run } = await world({ "n/a.md": "one" });
  expect((await run("n", "--dry-run")).code).toBe(0);
  writeInto(cwd, "n/b.txt", Uint8Array.of(0xcf, 0xf0, 0xe8, 0xe2));
  const { code, stdout } = await run("n", "--dry-run", "--json");
  expect([code, JSON.parse(stdout)]).toMatchObject([1, { files: 2, unchanged: 0, would: ["a.md"] }]);
});

it("takes the name of a root that --root gives, and no name that no root may have", async () => {
  const { server, run } = await world({ "n/a.md": "one" });
  expect((await run("n", "--root", "cafe\u0301 2")).code).toBe(0);
  expect([...server.roots.keys()]).toEqual(["caf\u00e9 2"]);
  expect((await run("n", "--root", "ends with a space ")).code).toBe(2);
});

it("finds a folder from where it is asked, and takes no file for one", async () => {
  const cwd = temporaryFolder({ "n/a.md": "one" });
  mkdirSync(join(cwd, "n/deep"));
  expect(await realFolder(join(cwd, "n"), "deep/..")).toBe(join(cwd, "n"));
  expect(await realFolder("/", join(cwd, "n"))).toBe(join(cwd, "n"));
  await expect(realFolder(cwd, "n/a.md")).rejects.toThrow("n/a.md is a file: name the folder that it is in");
  for (const name of ["n/a.md/b", "nowhere"])
    await expect(realFolder(cwd, name), name).rejects.toThrow(`${name} is not a folder that can be read`);
});
