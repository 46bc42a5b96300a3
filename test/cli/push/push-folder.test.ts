import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { collectFolder } from "../../../src/cli/folder/collect-folder.ts";
import { pagesOf } from "../../../src/cli/folder/folder-pages.ts";
import { trulyGone } from "../../../src/cli/push/ask-page.ts";
import { pushFolder } from "../../../src/cli/push/push-folder.ts";
import type { PushPlan } from "../../../src/cli/push/push-plan.ts";
import { recallClient } from "../../../src/cli/session/recall-client.ts";
import { type FakeServer, failOnce, fakeServer, resetOnce } from "../fake-server.ts";
import { temporaryFolder, writeInto } from "../temporary-folder.ts";

const ORIGIN = "0123456789abcdef0123456789abcdef";

async function planOf(folder: string, changes: Partial<PushPlan> = {}): Promise<PushPlan> {
  const { files, failed } = await collectFolder(folder, { includeHidden: false });
  return {
    root: "notes",
    origin: ORIGIN,
    join: false,
    dryRun: false,
    mirror: false,
    confirm: false,
    pages: pagesOf(files, failed),
    ...changes,
  };
}

const clientOf = (server: FakeServer) =>
  recallClient({
    url: server.url,
    token: "t",
    bookmark: () => undefined,
    onBookmark: () => undefined,
    retryBaseMs: 1,
  });

const push = async (server: FakeServer, folder: string, changes: Partial<PushPlan> = {}) =>
  pushFolder(clientOf(server), await planOf(folder, changes));

const uploads = ({ seen }: FakeServer) => seen.filter(({ url }) => url.endsWith("/documents"));

const notes = (amount: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: amount }, (_, at) => [`n${at}.md`, `note ${at}\n`]));

it("sends a new folder and then nothing, in one request", async () => {
  const server = await fakeServer();
  const folder = temporaryFolder({ "a.md": "one", "b/c.md": "two" });
  const first = await push(server, folder);
  expect(first.report).toMatchObject({
    files: 2,
    requests: 2,
    uploaded: 2,
    indexed: 2,
    unchanged: 0,
    bytes: 6,
  });
  const { report } = await push(server, folder);
  expect(report).toMatchObject({ files: 2, requests: 1, uploaded: 0, unchanged: 2, failed: [] });
  expect(server.seen).toHaveLength(3);
});

it("sends only what changed", async () => {
  const server = await fakeServer();
  const folder = temporaryFolder(notes(5));
  await push(server, folder);
  writeInto(folder, "n3.md", "other words");
  expect((await push(server, folder)).report).toMatchObject({ uploaded: 1, unchanged: 4 });
  expect(uploads(server).at(-1)?.body).toMatchObject({ documents: [{ path: "n3.md", text: "other words" }] });
});

it("keeps every upload within the server's bytes and files", async () => {
  const server = await fakeServer({ maxBatchBytes: 30, maxBatchFiles: 3 });
  const { report } = await push(server, temporaryFolder({ ...notes(20), "large.md": "x".repeat(100) }));
  expect(report).toMatchObject({ uploaded: 21, failed: [] });
  for (const { body } of uploads(server)) {
    const { documents } = body as { documents: readonly { text: string }[] };
    expect(documents.length).toBeLessThanOrEqual(3);
    if (documents.length > 1)
      expect(documents.map(({ text }) => text).join("").length).toBeLessThanOrEqual(30);
  }
  expect(server.roots.get("notes")?.size).toBe(21);
});

it("asks for more than 10,000 files in pages that leave no gap", async () => {
  const server = await fakeServer();
  const files = Array.from({ length: 10_001 }, (_, at) => {
    const path = `f${String(at).padStart(5, "0")}`;
    return { path, file: "/nowhere", hash: ORIGIN, bytes: 1, mtimeMs: 0 };
  });
  server.roots.set(
    "notes",
    new Map([...files.map(({ path, hash }) => [path, hash] as const), ["g", ORIGIN]]),
  );
  const plan = { ...(await planOf(temporaryFolder())), pages: pagesOf(files) };
  const { report } = await pushFolder(clientOf(server), plan);
  expect(report).toMatchObject({ requests: 2, unchanged: 10_001, gone: 1 });
});

it("tries again on 429, 503 and a lost connection, and loses nothing", async () => {
  const server = await fakeServer({ maxBatchFiles: 1 });
  server.faults.push(
    failOnce(503),
    failOnce(429, { "retry-after": "0" }),
    resetOnce,
    failOnce(502),
    resetOnce,
  );
  const { report } = await push(server, temporaryFolder(notes(4)));
  expect(report).toMatchObject({ uploaded: 4, indexed: 4, failed: [] });
  expect(server.seen).toHaveLength(5 + 5);
});

it("stops when the server stays away, and says what was sent", async () => {
  const server = await fakeServer({ maxBatchFiles: 1 });
  const folder = temporaryFolder(notes(30));
  const isLate = ({ url }: { url: string }) => url.endsWith("/documents") && uploads(server).length > 10;
  for (let at = 0; at < 100; at++)
    server.faults.push((seen, response) => isLate(seen) && resetOnce(seen, response));
  const { report, stopped } = await push(server, folder);
  expect(stopped?.code).toBe("unavailable");
  expect(report.uploaded).toBe(10);
  server.faults.length = 0;
  expect((await push(server, folder)).report).toMatchObject({ uploaded: 20, unchanged: 10 });
});

it("sends a file that changed since the manifest as it is now", async () => {
  const server = await fakeServer();
  const folder = temporaryFolder({ "a.md": "before", "b.md": "stays" });
  const plan = await planOf(folder);
  writeInto(folder, "a.md", "after");
  const { report } = await pushFolder(clientOf(server), plan);
  expect(report).toMatchObject({ uploaded: 2, failed: [] });
  expect(JSON.stringify(uploads(server)[0]?.body)).toContain("after");
});

it("tells of a file that vanished or became binary meanwhile and sends the rest", async () => {
  const server = await fakeServer();
  const folder = temporaryFolder(notes(3));
  const plan = await planOf(folder);
  rmSync(join(folder, "n0.md"));
  writeInto(folder, "n1.md", new Uint8Array([0, 1]));
  const { report } = await pushFolder(clientOf(server), plan);
  expect(report.uploaded).toBe(1);
  expect(report.failed).toMatchObject([
    { path: "n0.md", code: "unreadable" },
    { path: "n1.md", code: "not_text" },
  ]);
});

it("halves a batch that the server finds too large", async () => {
  const server = await fakeServer();
  const folder = temporaryFolder(notes(4));
  server.faults.push((seen, response) => seen.url.endsWith("/documents") && failOnce(413)(seen, response));
  expect((await push(server, folder)).report).toMatchObject({ uploaded: 4, requests: 4, failed: [] });
});

it("only counts what is gone, unless it is to mirror the folder", async () => {
  const server = await fakeServer();
  const folder = temporaryFolder(notes(4));
  await push(server, folder);
  rmSync(join(folder, "n2.md"));
  expect((await push(server, folder)).report).toMatchObject({ gone: 1, deleted: 0 });
  expect(server.roots.get("notes")?.size).toBe(4);
  expect((await push(server, folder, { mirror: true })).report).toMatchObject({ gone: 0, deleted: 1 });
  expect(server.roots.get("notes")?.has("n2.md")).toBe(false);
});

it("reports the refusal to delete most of a root, and deletes when that is confirmed", async () => {
  const server = await fakeServer();
  await push(server, temporaryFolder(notes(30)));
  const almostEmpty = temporaryFolder(notes(1));
  const refused = await push(server, almostEmpty, { mirror: true });
  expect(refused.pruneRefused?.code).toBe("too_many_deletions");
  expect(refused.report).toMatchObject({ deleted: 0, gone: 29 });
  const { report } = await push(server, almostEmpty, { mirror: true, confirm: true });
  expect(report).toMatchObject({ deleted: 29, gone: 0 });
});

it("keeps documents of files that are there but could not be read", () => {
  const unread = [
    { path: "a.md", code: "unreadable", message: "" },
    { path: "closed/", code: "unreadable", message: "" },
    { path: "huge.md", code: "too_large", message: "" },
  ];
  const gone = ["a.md", "closed/b.md", "closed-door.md", "huge.md", "old.md", "x/closed/b.md"];
  expect(trulyGone(gone, unread)).toEqual(["closed-door.md", "old.md", "x/closed/b.md"]);
});

it("deletes nothing when the uploads were stopped", async () => {
  const server = await fakeServer();
  const folder = temporaryFolder(notes(3));
  await push(server, folder);
  rmSync(join(folder, "n0.md"));
  writeInto(folder, "n1.md", "changed");
  for (let at = 0; at < 20; at++)
    server.faults.push((seen, response) => seen.url.endsWith("/documents") && failOnce(403)(seen, response));
  const { report, stopped } = await push(server, folder, { mirror: true });
  expect(stopped?.code).toBe("forbidden");
  expect(report).toMatchObject({ deleted: 0, gone: 1 });
});

it("passes on that another folder pushed the root first", async () => {
  const server = await fakeServer();
  await push(server, temporaryFolder(notes(1)));
  const other = { origin: ORIGIN.replace("0", "f") };
  await expect(push(server, temporaryFolder(notes(1)), other)).rejects.toMatchObject({ code: "root_exists" });
  expect((await push(server, temporaryFolder(notes(1)), { ...other, join: true })).report.unchanged).toBe(1);
});
