import { describe, expect, it } from "vitest";
import { DEFAULTS, HOUR_MS } from "../../src/config.ts";
import { heldTo } from "../../src/database/session.ts";
import { removeDocuments } from "../../src/documents/sql/document-writes.ts";
import { changeSource, removeSource, startSource } from "../../src/sources/sources.ts";
import { pageOf } from "../support/web-site.ts";
import { fakeBucket } from "./fake-bucket.ts";
import { NO_QUOTAS, sourceWorld } from "./source-world.ts";

const { here, clock, site, source, slice, pull, pullAgain, read, paths, text, buckets, slept } =
  sourceWorld();

const birds = (count: number): Record<string, string> => ({
  "/": pageOf(
    "Start",
    "Here it begins.",
    Array.from({ length: count }, (_, at) => `/bird-${at}`),
  ),
  ...Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`/bird-${at}`, pageOf(`Bird ${at}`, `Sings ${at} songs.`)]),
  ),
});

describe("a second run", () => {
  it("asks by condition and writes what changed alone", async () => {
    const made = await site(birds(3));
    const workspace = await source({ location: made.url });
    await pull();
    made.asked();
    made.pages["/bird-1"] = pageOf("Bird 1", "Sings no more.");
    await pullAgain();
    const answers = made.seen.filter(({ path }) => path.startsWith("/bird")).map(({ status }) => status);
    expect(answers).toEqual([304, 200, 304]);
    expect((await read(workspace)).counts).toMatchObject({ asked: 4, written: 1, unchanged: 3 });
    expect(await text(workspace, "bird-1.md")).toContain("Sings no more.");
  });

  it("keeps what it cannot see once, and deletes what two runs do not see", async () => {
    const made = await site(birds(3));
    const workspace = await source({ location: made.url });
    await pull();
    delete made.pages["/bird-2"];
    await pullAgain();
    expect(await paths(workspace)).toContain("bird-2.md");
    await pullAgain();
    expect(await paths(workspace)).toEqual(["bird-0.md", "bird-1.md", "index.md"]);
    expect((await read(workspace)).counts.removed).toBe(1);
  });

  it("keeps what comes back in between, and what answers with a failure however often", async () => {
    const made = await site(birds(2));
    const workspace = await source({ location: made.url });
    await pull();
    const page = made.pages["/bird-0"] ?? "";
    delete made.pages["/bird-0"];
    made.pages["/bird-1"] = (response) => response.writeHead(500).end();
    await pullAgain();
    made.pages["/bird-0"] = page;
    await pullAgain();
    delete made.pages["/bird-0"];
    await pullAgain();
    expect(await paths(workspace)).toEqual(["bird-0.md", "bird-1.md", "index.md"]);
    expect((await read(workspace)).problems).toContainEqual({
      key: `${made.url}bird-1`,
      problem: "it answered 500",
    });
  });
});

it("does not delete more than half of a root unless that is confirmed for one run", async () => {
  const made = await site(birds(30));
  const workspace = await source({ location: made.url });
  await pull();
  for (let at = 0; at < 20; at++) delete made.pages[`/bird-${at}`];
  await pullAgain();
  await pullAgain();
  expect((await read(workspace)).lastError).toMatch(/^too_many_deletions: This would delete 20 of the 31/);
  expect(await paths(workspace)).toHaveLength(31);
  const context = { session: here.db, workspace, nowMs: clock.ms };
  await startSource(context, "docs", { confirm: true });
  await pull();
  expect(await paths(workspace)).toHaveLength(11);
  expect(await read(workspace)).toMatchObject({ lastError: null, counts: { removed: 20 } });
});

it("goes on where a slice died, when its lease has run out, and asks for nothing twice that was noted", async () => {
  const made = await site(birds(8));
  const workspace = await source({ location: made.url });
  const small = { limits: { things: 3, budgetMs: 20_000, deletions: 200 } };
  for (let slices = 0; slices < 4; slices++) await slice(small);
  made.asked();
  const dying = heldTo(here.db, NO_QUOTAS);
  const killed = Object.create(dying, {
    batch: { value: () => Promise.reject(new Error("killed")) },
    first: { value: dying.first },
    all: {
      value: (...args: Parameters<typeof dying.all>) =>
        args[0].sql.includes("last_error = ?") ? Promise.reject(new Error("killed")) : dying.all(...args),
    },
  }) as typeof dying;
  await expect(slice({ ...small, db: killed })).rejects.toThrow("killed");
  expect(await slice(small)).toBeUndefined();
  const again = made.asked();
  clock.ms += DEFAULTS.leaseMs;
  await pull(small);
  const later = made.asked();
  expect(later.slice(0, again.length)).toEqual(again);
  expect(new Set(later).size).toBe(later.length);
  expect(await paths(workspace)).toHaveLength(9);
  expect(await read(workspace)).toMatchObject({ lastError: null, state: "waiting" });
});

describe("what a source is held to", () => {
  it("takes secrets out, and counts them", async () => {
    const key = `AKIA${"Q3EGRY7XTEFCNZ5L"}`;
    buckets.DOCS = fakeBucket({ "a.md": `The key is ${key}.\n` });
    const workspace = await source({ location: "r2://DOCS/" });
    await pull();
    expect(await text(workspace, "a.md")).not.toContain(key);
    expect((await read(workspace)).counts).toMatchObject({ written: 1, redacted: 1 });
  });

  it("ends a run where the workspace may hold no more, and says so", async () => {
    const made = await site(birds(5));
    const workspace = await source({ location: made.url });
    await pull({ db: heldTo(here.db, { ...NO_QUOTAS, documents: 2 }) });
    const { lastError, nextAt } = await read(workspace);
    expect(lastError).toMatch(/^quota_exceeded: /);
    expect(nextAt).toBe(new Date(clock.ms + HOUR_MS).toISOString());
  });

  it("knows no more things than it may", async () => {
    const made = await site(birds(40));
    const workspace = await source({ location: made.url, maxItems: 10 });
    await pull();
    expect(await paths(workspace)).toHaveLength(10);
  });
});

it("obeys robots.txt, its pause, and reads nothing while that cannot be had", async () => {
  const made = await site({
    ...birds(2),
    "/robots.txt": "User-agent: *\nDisallow: /bird-1\nCrawl-delay: 3\n",
  });
  const workspace = await source({ location: made.url });
  await pull();
  expect(await paths(workspace)).toEqual(["bird-0.md", "index.md"]);
  expect(made.asked()).not.toContain("/bird-1");
  expect(slept).toContain(3_000);
  made.pages["/robots.txt"] = (response) => response.writeHead(503).end();
  await pullAgain();
  expect(made.asked()).toEqual(["/robots.txt"]);
  expect((await read(workspace)).lastError).toContain("nothing may be read");
  expect(await paths(workspace)).toHaveLength(2);
});

it("reads what the sitemap names alone, by its index, and nothing outside", async () => {
  const made = await site(birds(4));
  const url = (path: string) => `<url><loc>${made.url}${path}</loc></url>`;
  made.pages["/sitemap.xml"] =
    `<sitemapindex><sitemap><loc>${made.url}part.xml</loc></sitemap></sitemapindex>`;
  made.pages["/part.xml"] =
    `<urlset>${url("bird-1")}${url("bird-3#x")}<url><loc>http://10.0.0.1/</loc></url></urlset>`;
  const workspace = await source({ location: made.url });
  await pull();
  expect(await paths(workspace)).toEqual(["bird-1.md", "bird-3.md"]);
  made.pages["/part.xml"] = `<urlset>${url("bird-1")}</urlset>`;
  await pullAgain();
  await pullAgain();
  expect(await paths(workspace)).toEqual(["bird-1.md"]);
});

it("is pulled no more while it is paused, and goes with its documents when it is removed", async () => {
  const made = await site(birds(2));
  const workspace = await source({ location: made.url });
  await pull();
  const context = { session: here.db, workspace, nowMs: clock.ms };
  expect(await changeSource(context, "docs", { paused: true })).toMatchObject({
    state: "paused",
    nextAt: null,
  });
  expect(await pullAgain()).toBe(0);
  await changeSource(context, "docs", { paused: false });
  expect(await pull()).toBeGreaterThan(0);
  expect(await removeSource(context, "docs", { keepDocuments: false })).toEqual({
    deleted: true,
    documents: 3,
  });
  await expect(read(workspace)).rejects.toMatchObject({ code: "not_found" });
});

it("a document that somebody deleted comes back with the next run, though nothing has changed there", async () => {
  const made = await site(birds(3));
  const workspace = await source({ location: made.url });
  await pull();
  const gone = { workspace, root: "docs", paths: ["bird-1.md"], nowMs: clock.ms, push: 0 };
  await removeDocuments(here.db, gone);
  expect((await read(workspace)).documents).toBe(3);
  await pullAgain();
  expect(await paths(workspace)).toEqual(["bird-0.md", "bird-1.md", "bird-2.md", "index.md"]);
  expect((await read(workspace)).counts).toMatchObject({ written: 1, unchanged: 3 });
});
