import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { FAKE_TOKEN } from "../../fake-proof.ts";
import { type FakeServer, fakeServer } from "../../fake-server.ts";
import { runCli } from "../../run-cli.ts";
import { spawnCli } from "../../spawn-cli.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

/** A word in Windows-1251. */
const CYRILLIC = Uint8Array.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]);
const EVIL = "\u001b[2Jevil\u009b31m";

const reach = ({ url }: FakeServer) => ({ RECALL_URL: url, RECALL_TOKEN: FAKE_TOKEN });

it("pushes a folder, reports it as JSON, and sends the bookmark on the next call", async () => {
  const server = await fakeServer();
  const cwd = temporaryFolder({
    "notes/a.md": "one",
    "notes/.env": "KEY=1",
    "notes/old.txt": CYRILLIC,
    "notes/latin.txt": Buffer.from("caf\u00e9", "latin1"),
  });
  const options = { cwd, env: reach(server) };
  const { code, stdout } = await runCli(["push", "notes", "--json"], options);
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toEqual({
    root: "notes",
    files: 3,
    requests: 2,
    uploaded: 2,
    unchanged: 0,
    indexed: 2,
    chunks: 2,
    toEmbed: 2,
    deleted: 0,
    gone: 0,
    failed: [{ path: "old.txt", code: "not_text", message: expect.any(String) }],
    recoded: [{ path: "latin.txt", encoding: "windows-1252" }],
    redacted: [],
    leftOut: { secrets: [".env"], rows: [] },
    bytes: 8,
  });
  const again = await runCli(["push", "notes"], options);
  expect(again.stdout).toContain("0 sent (0 bytes), 2 unchanged");
  expect(again.stdout).toContain("latin.txt in Windows-1252, sent as UTF-8.\n");
  expect(server.seen).toHaveLength(3);
  expect(server.seen[2]?.headers["x-recall-bookmark"]).toBe("00000002");
});

it("names secrets and failures to a person", async () => {
  const server = await fakeServer();
  const cwd = temporaryFolder({
    "n/a.md": "one",
    "n/.env": "KEY=1",
    [`n/${EVIL}.txt`]: new Uint8Array([0xe9, 0x20]),
  });
  const { stdout } = await runCli(["push", "n"], { cwd, env: reach(server) });
  expect(stdout).toContain("n: 2 files, 1 sent (3 bytes), 0 unchanged, 1 not pushed\n");
  expect(stdout).toContain("likely secrets: .env");
  expect(stdout).toContain("␛[2Jevil\ufffd31m.txt: the text is not UTF-8");
});

it("says how to share or rename a root that another folder pushed", async () => {
  const server = await fakeServer();
  const cwd = temporaryFolder({ "a/notes/x.md": "1", "b/notes/y.md": "2" });
  const options = { cwd, env: reach(server) };
  expect((await runCli(["push", "a/notes"], options)).code).toBe(0);
  const refused = await runCli(["push", "b/notes"], options);
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringMatching(/--join.*--root NAME/) });
  expect((await runCli(["push", "b/notes", "--root", "other"], options)).code).toBe(0);
  expect((await runCli(["push", "b/notes", "--join"], options)).code).toBe(0);
  expect([...server.roots.keys()]).toEqual(["notes", "other"]);
});

it("rehearses on another folder's root with the same advice", async () => {
  const server = await fakeServer();
  const cwd = temporaryFolder({ "a/notes/x.md": "1", "b/notes/y.md": "2" });
  const options = { cwd, env: reach(server) };
  await runCli(["push", "a/notes"], options);
  const refused = await runCli(["push", "b/notes", "--dry-run"], options);
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringMatching(/--join.*--root NAME/) });
});

it("rehearses a mirror: lists what it would delete, and deletes nothing", async () => {
  const server = await fakeServer();
  const cwd = temporaryFolder({ "n/a.md": "one", "n/b.md": "two", "n/c.md": "three" });
  const options = { cwd, env: reach(server) };
  await runCli(["push", "n"], options);
  rmSync(join(cwd, "n/b.md"));
  const json = await runCli(["push", "n", "--mirror", "--dry-run", "--json"], options);
  expect(JSON.parse(json.stdout)).toMatchObject({ would: [], wouldDelete: ["b.md"], gone: 1, files: 2 });
  const { stdout } = await runCli(["push", "n", "--mirror", "--dry-run"], options);
  expect(stdout).toContain("n: 2 files, would send 0 (0 bytes), 2 unchanged\n");
  expect(stdout).toContain("Would delete 1 document:\n  b.md\n");
  expect([...(server.roots.get("n")?.keys() ?? [])]).toContain("b.md");
  const plain = await runCli(["push", "n", "--dry-run", "--json"], options);
  expect(JSON.parse(plain.stdout)).not.toHaveProperty("wouldDelete");
});

it("rehearses without sending text, with or without a server", async () => {
  const server = await fakeServer();
  const cwd = temporaryFolder({ "n/a.md": "some words" });
  const asked = await runCli(["push", "n", "--dry-run", "--json"], { cwd, env: reach(server) });
  expect(JSON.parse(asked.stdout)).toMatchObject({
    dryRun: true,
    would: ["a.md"],
    requests: 1,
    uploaded: 0,
    estimate: { files: 1, chunks: 1 },
  });
  expect(server.seen.map(({ url }) => url)).toEqual(["/v1/roots/n/manifest", "/v1/status"]);
  const alone = await runCli(["push", "n", "--dry-run"], { cwd });
  expect(alone).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/a\.md.*free days.*all counted as new/s),
  });
});

it("stops on Ctrl-C with code 130, keeps what was sent, and the next push sends the rest", async () => {
  const server = await fakeServer({ maxBatchFiles: 1 });
  const cwd = temporaryFolder(
    Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`n/${at}.md`, String(at)])),
  );
  let pid = 0;
  const interrupt = () => {
    if (server.seen.length === 5) process.kill(pid, "SIGINT");
    return server.seen.length > 5;
  };
  for (let at = 0; at < 30; at++) server.faults.push(interrupt);
  const options = {
    cwd,
    env: reach(server),
    onStart: (started: number) => {
      pid = started;
    },
  };
  expect((await spawnCli(["push", "n"], options)).code).toBe(130);
  server.faults.length = 0;
  const sent = server.roots.get("n")?.size ?? 0;
  expect(sent).toBeGreaterThan(0);
  const { stdout } = await spawnCli(["push", "n", "--json"], options);
  expect(JSON.parse(stdout)).toMatchObject({ uploaded: 12 - sent, unchanged: sent });
});
