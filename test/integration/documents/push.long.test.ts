import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { shortHash } from "../../../src/text/hash.ts";
import { ORIGIN } from "../../support/client.ts";
import { createWorld, type World } from "../../support/worlds/world.ts";

const OTHER_ORIGIN = "1".repeat(32);

const manifestOf = (files: Readonly<Record<string, string>>) =>
  Promise.all(
    Object.entries(files).map(async ([path, text]) => [path, await shortHash(text), text.length, 1]),
  );

describe("pushing a folder", () => {
  let world: World;
  let token: string;
  let count = 0;

  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.dispose());

  const freshWorkspace = async () => {
    count += 1;
    token = await world.client.workspace(`w${count}`);
  };
  const manifest = async (
    files: Readonly<Record<string, string>>,
    more: Record<string, unknown> = {},
    root = "notes",
  ) =>
    world.client.call("POST", `/v1/roots/${root}/manifest`, {
      token,
      body: { origin: ORIGIN, files: await manifestOf(files), ...more },
    });
  const prune = (paths: string[], more: Record<string, unknown> = {}) =>
    world.client.call("POST", "/v1/roots/notes/prune", { token, body: { origin: ORIGIN, paths, ...more } });

  it("asks only for contents it lacks and names what is gone", async () => {
    await freshWorkspace();
    await world.client.upload(token, { "a.md": "# A\n", "b.md": "# B\n", "c.md": "# C\n" });
    const { body } = await manifest({ "a.md": "# A\n", "b.md": "# B changed\n", "d.md": "# D\n" });
    expect(body).toMatchObject({ missing: ["b.md", "d.md"], gone: ["c.md"], documents: 3, refused: [] });
    expect(body.limits).toMatchObject({
      maxFileBytes: 2_000_000,
      maxBatchBytes: 1_000_000,
      maxManifestFiles: 10_000,
    });
  });

  it("compares pages of a large root by their range of paths", async () => {
    await freshWorkspace();
    await world.client.upload(token, {
      "a.md": "a\n",
      "b.md": "b\n",
      "c.md": "c\n",
      "é.md": "e\n",
      "🦀.md": "f\n",
    });
    const first = await manifest({ "a.md": "a\n" }, { upTo: "b.md" });
    const second = await manifest({ "é.md": "e\n" }, { after: "b.md" });
    expect(first.body.gone).toEqual(["b.md"]);
    expect(second.body.gone.sort()).toEqual(["c.md", "🦀.md"]);
  });

  it("searches a text as soon as the upload is acknowledged", async () => {
    await freshWorkspace();
    const { body } = await world.client.upload(token, { "new.md": "The heron nests by the weir.\n" });
    expect(body).toMatchObject({ indexed: 1, chunks: 1, toEmbed: 1, failed: [] });
    const { body: answer } = await world.client.search(token, "heron");
    expect(answer.hits[0]).toMatchObject({ path: "new.md", citation: "new.md#L1", arms: { keyword: 1 } });
    expect(answer.index.pendingChunks).toBe(1);
  });

  it("embeds nothing for unchanged or renamed files, and leaves no trace of the old name", async () => {
    await freshWorkspace();
    const text = "# Weir\n\nThe heron nests by the weir.\n\n## Eels\n\nEels pass in autumn.\n";
    await world.client.upload(token, { "old.md": text });
    await world.client.sweep();
    const before = world.ai.embedded.length;
    expect((await world.client.upload(token, { "old.md": text })).body).toMatchObject({
      indexed: 0,
      unchanged: 1,
    });
    const renamed = await world.client.upload(token, { "new.md": text });
    expect(renamed.body).toMatchObject({ indexed: 1, toEmbed: 0 });
    expect((await prune(["old.md"])).body.deleted).toBe(1);
    await world.client.sweep();
    await world.client.sweep();
    expect(world.ai.embedded.length).toBe(before);
    const { body } = await world.client.search(token, "heron eels");
    expect(new Set(body.hits.map(({ path }: { path: string }) => path))).toEqual(new Set(["new.md"]));
    expect(body.index.pendingChunks).toBe(0);
  });

  it("embeds at most three chunks again when one line of a long file changes", async () => {
    await freshWorkspace();
    const lines = Array.from(
      { length: 3_000 },
      (_, at) =>
        `Station ${at} saw ${(at * 7_919) % 101} herons in week ${(at * 31) % 53}, wind ${(at * 17) % 12}.`,
    );
    await world.client.upload(token, { "log.txt": `${lines.join("\n")}\n` });
    await world.client.sweep();
    const chunks = (await world.client.call("GET", "/v1/status", { token })).body.chunks;
    expect(chunks).toBeGreaterThan(150);
    for (const at of [5, 700, 1_499, 2_222, 2_998]) {
      const edited = lines.with(at, `${lines[at]?.slice(0, -3)} and rain`);
      const { body } = await world.client.upload(token, { "log.txt": `${edited.join("\n")}\n` });
      expect(body.toEmbed).toBeLessThanOrEqual(3);
      await world.client.sweep();
    }
  });

  it("takes the same text under changing headings again and again before a sweep", async () => {
    await freshWorkspace();
    const body = Array.from(
      { length: 120 },
      (_, at) => `Line ${at} about herons and eels in the river.`,
    ).join("\n");
    for (const heading of ["Weir", "Vault", "Weir", "Vault", "Weir"]) {
      const text = `# ${heading}\n\n${body}\n`;
      const upload = await world.client.upload(token, { "a.md": text, "b.md": text });
      expect(upload.body).toMatchObject({ indexed: 2, failed: [] });
    }
    await world.client.sweep();
    expect((await world.client.search(token, "herons")).body.hits[0].headings).toEqual(["Weir"]);
  });

  it("embeds a text once however often it occurs", async () => {
    await freshWorkspace();
    const before = world.ai.embedded.length;
    await world.client.upload(token, { "a.md": "Same words here.\n", "b.md": "Same words here.\n" });
    await world.client.sweep();
    expect(world.ai.embedded.length - before).toBe(1);
    expect((await world.client.search(token, "same words", { profile: "vector" })).body.hits).toHaveLength(2);
  });

  it("refuses a root that another machine holds, until it joins", async () => {
    await freshWorkspace();
    await world.client.upload(token, { "a.md": "a\n" });
    const refused = await manifest({}, { origin: OTHER_ORIGIN });
    expect([refused.status, refused.body.error.code]).toEqual([409, "root_exists"]);
    expect((await manifest({}, { origin: OTHER_ORIGIN, join: true })).status).toBe(200);
    expect((await manifest({}, { origin: OTHER_ORIGIN })).status).toBe(200);
    expect((await manifest({ "a.md": "a\n" }, { origin: OTHER_ORIGIN }, "others")).body.missing).toEqual([
      "a.md",
    ]);
  });

  it("keeps two roots' files of one name apart, also when one is pruned", async () => {
    await freshWorkspace();
    await world.client.upload(token, { "README.md": "The first readme.\n" }, "one");
    await world.client.upload(token, { "README.md": "The second readme.\n" }, "two");
    await world.client.call("POST", "/v1/roots/two/prune", {
      token,
      body: { origin: ORIGIN, paths: ["README.md"] },
    });
    const { body } = await world.client.search(token, "readme", { profile: "keyword", view: "full" });
    expect(body.hits.map(({ root, text }: { root: string; text: string }) => [root, text])).toEqual([
      ["one", "The first readme."],
    ]);
  });

  it("asks before it deletes more than half of a root of over 20 documents", async () => {
    await freshWorkspace();
    const files = Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`n${at}.md`, `Note ${at}.\n`]));
    await world.client.upload(token, files);
    const most = Object.keys(files).slice(0, 11);
    const refused = await prune(most);
    expect([refused.status, refused.body.error.code]).toEqual([409, "too_many_deletions"]);
    expect(refused.body.error.details).toEqual({ deletions: 11, documents: 21 });
    expect((await prune(most.slice(0, 10))).body.deleted).toBe(10);
    expect((await prune(most, { confirm: true })).body.deleted).toBe(1);
  });

  it("reports what is wrong with a file and indexes the others", async () => {
    await freshWorkspace();
    const good = { path: "good.md", text: "Good heron.\n", hash: await shortHash("Good heron.\n"), mtime: 1 };
    const big = "x".repeat(2_000_001);
    const bad = [
      { path: "/abs.md", text: "x", hash: await shortHash("x"), mtime: 1, code: "invalid_input" },
      { path: "a/../b.md", text: "x", hash: await shortHash("x"), mtime: 1, code: "invalid_input" },
      { path: "a\u0007.md", text: "x", hash: await shortHash("x"), mtime: 1, code: "invalid_input" },
      { path: `${"a".repeat(513)}`, text: "x", hash: await shortHash("x"), mtime: 1, code: "invalid_input" },
      { path: "nul.bin", text: "a\0b", hash: await shortHash("a\0b"), mtime: 1, code: "not_text" },
      {
        path: "latin.txt",
        text: "caf\ufffd",
        hash: await shortHash("other bytes"),
        mtime: 1,
        code: "hash_mismatch",
      },
    ];
    await manifest({});
    const documents = [good, ...bad.map(({ code: _, ...document }) => document)];
    const { body } = await world.client.call("POST", "/v1/roots/notes/documents", {
      token,
      body: { origin: ORIGIN, documents },
    });
    expect(body.indexed).toBe(1);
    expect(body.failed.map(({ path, code }: { path: string; code: string }) => [path, code])).toEqual(
      bad.map(({ path, code }) => [path, code]),
    );
    const alone = {
      origin: ORIGIN,
      documents: [{ path: "big.txt", text: big, hash: await shortHash(big), mtime: 1 }],
    };
    const tooBig = await world.client.call("POST", "/v1/roots/notes/documents", { token, body: alone });
    expect(tooBig.body.failed[0].code).toBe("too_large");
  });

  it("refuses a batch over its limits and says what they are", async () => {
    await freshWorkspace();
    const text = "x".repeat(600_000);
    const hash = await shortHash(text);
    const documents = ["a", "b"].map((path) => ({ path, text, hash, mtime: 1 }));
    const { status, body } = await world.client.call("POST", "/v1/roots/notes/documents", {
      token,
      body: { origin: ORIGIN, documents },
    });
    expect([status, body.error.code]).toEqual([413, "too_large"]);
    expect(body.error.details).toMatchObject({ maxBatchBytes: 1_000_000 });
  });

  it("takes a client's own chunk boundaries and cuts what they leave out", async () => {
    await freshWorkspace();
    const text = "intro line\nAnn: hello\nBob: a heron!\nAnn: bye\n";
    const chunks = [
      { startLine: 2, endLine: 2, headings: ["Talk", "Ann"] },
      { startLine: 3, endLine: 3, headings: ["Talk", "Bob"] },
    ];
    await manifest({});
    const document = { path: "talk.txt", text, hash: await shortHash(text), mtime: 1, chunks };
    const sent = await world.client.call("POST", "/v1/roots/notes/documents", {
      token,
      body: { origin: ORIGIN, documents: [document] },
    });
    expect(sent.body).toMatchObject({ indexed: 1, chunks: 4 });
    const { body } = await world.client.search(token, "heron", { view: "full" });
    expect(body.hits[0]).toMatchObject({
      startLine: 3,
      endLine: 3,
      headings: ["Talk", "Bob"],
      text: "Bob: a heron!",
    });
    const twice = { ...document, chunks: [chunks[1], chunks[0]] };
    const bad = await world.client.call("POST", "/v1/roots/notes/documents", {
      token,
      body: { origin: ORIGIN, documents: [twice] },
    });
    expect(bad.body.failed[0].code).toBe("invalid_input");
  });

  it("makes smaller limits on the free plan", async () => {
    await freshWorkspace();
    const free = world.isolate({ PLAN: "free" });
    const { body } = await free.call("POST", "/v1/roots/notes/manifest", {
      token,
      body: { origin: ORIGIN, files: [] },
    });
    expect(body.limits.maxBatchBytes).toBeLessThan(1_000_000);
  });
});
