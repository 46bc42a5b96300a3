import { rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hashOf } from "../../../src/cli/folder/read-text.ts";
import { keepPushed, type PushedFolder, pushedFolders } from "../../../src/cli/pushed/kept-folders.ts";
import { lookAt } from "../../../src/cli/pushed/look-at.ts";
import { sendLost, syncFolders } from "../../../src/cli/pushed/sync-folders.ts";
import { bookmarkKey } from "../../../src/cli/settings/bookmarks.ts";
import { failOnce, fakeServer } from "../fake-server.ts";
import { capturedTerminal } from "../run-cli.ts";
import { temporaryFolder, writeInto } from "../temporary-folder.ts";

const NOTE = { join: false, mirror: false, includeHidden: false, version: 5 };

async function world() {
  const server = await fakeServer();
  const user = temporaryFolder();
  const { terminal, written } = capturedTerminal();
  const env = { XDG_CONFIG_HOME: user, APPDATA: user };
  const context = {
    terminal,
    env,
    cwd: user,
    flags: {},
    reach: () => fetch,
    interrupted: () => new AbortController().signal,
  };
  const settings = { url: server.url, token: "t", config: undefined };
  const key = bookmarkKey(settings.url, settings.token);
  /** Notes a folder as it is now; its files are taken for old. */
  const pushed = async (
    root: string,
    files: Readonly<Record<string, string>>,
    more: Partial<PushedFolder> = {},
  ) => {
    const folder = temporaryFolder(files);
    for (const name of Object.keys(files)) utimesSync(join(folder, name), 1, 1);
    const blank = { ...NOTE, folder, root, seenAtMs: 0, files: new Map(), ...more };
    const { seen } = await lookAt(blank, new Set());
    const note = { ...seen, seenAtMs: Date.now() + 60_000 };
    await keepPushed(env, key, note);
    return note;
  };
  const asked = () => server.seen.map(({ url }) => url.replace("/v1/roots/", ""));
  const versions = async () => (await pushedFolders(env, key)).map(({ root, version }) => [root, version]);
  return { server, context, settings, pushed, written, asked, versions };
}

describe("what a server has lost of unchanged folders", () => {
  it("is asked for only where it has fallen behind what was noted", async () => {
    const { context, settings, pushed, asked, written } = await world();
    const folders = [
      await pushed("same", { "a.md": "one" }),
      await pushed("older", { "a.md": "one" }, { version: 4 }),
      await pushed("unknown", { "a.md": "one" }, { version: undefined }),
    ];
    expect(await sendLost(context, settings, { folders, version: 5 })).toBe(false);
    expect([asked(), written.stderr]).toEqual([[], ""]);
  });

  it("is sent and told, each folder's on a line", async () => {
    const { context, settings, pushed, asked, written } = await world();
    const folders = [
      await pushed("n", { "a.md": "one", "b.md": "two" }),
      await pushed("m", { "c.md": "three" }),
    ];
    expect(await sendLost(context, settings, { folders, version: 4 })).toBe(true);
    expect(asked()).toEqual(["n/manifest", "n/documents", "m/manifest", "m/documents"]);
    expect(written.stderr).toBe("recall: n: 2 missing files pushed\nrecall: m: 1 missing file pushed\n");
  });

  it("is nothing where all is there: then the lower version is noted, and nothing said", async () => {
    const { server, context, settings, pushed, written, versions } = await world();
    server.roots.set("n", new Map([["a.md", hashOf(Buffer.from("one"))]]));
    const folders = [await pushed("n", { "a.md": "one" })];
    expect(await sendLost(context, settings, { folders, version: 3 })).toBe(false);
    expect([await versions(), written.stderr]).toEqual([[["n", 3]], ""]);
  });

  it.each([
    [403, ""],
    [401, "recall: n was not pushed: The server answered HTTP 401\n"],
  ])("is not sent where that is refused with HTTP %d: %j", async (status, said) => {
    const { server, context, settings, pushed, written, versions } = await world();
    server.faults.push(failOnce(status));
    const folders = [await pushed("n", { "a.md": "one" }), await pushed("m", { "b.md": "two" })];
    expect(await sendLost(context, settings, { folders, version: 3 })).toBe(true);
    expect(written.stderr).toBe(`${said}recall: m: 1 missing file pushed\n`);
    expect((await versions()).find(([root]) => root === "n")).toEqual(["n", 5]);
  });
});

describe("folders that are pushed before a search", () => {
  it("are those of a root by either spelling of its name, and the unchanged ones are answered", async () => {
    const { context, settings, pushed, asked } = await world();
    await pushed("caf\u00e9", { "a.md": "one" });
    await pushed("n", { "a.md": "one" });
    const names = async (root?: string) =>
      (await syncFolders(context, settings, root)).map((one) => one.root);
    expect([await names("cafe\u0301"), await names("x"), await names()]).toEqual([
      ...[["caf\u00e9"], [], ["caf\u00e9", "n"]],
    ]);
    expect(asked()).toEqual([]);
  });

  it("are passed over where a file has taken their place, and told where they may not be pushed", async () => {
    const { context, settings, pushed, written } = await world();
    const gone = await pushed("gone", { "a.md": "one" });
    rmSync(gone.folder, { recursive: true });
    writeFileSync(gone.folder, "");
    const own = await pushed("own", { "a.md": "one" });
    for (const name of ["config.json", "signing-secret"]) writeInto(own.folder, name, "{}");
    const unchanged = await pushed("same", { "a.md": "one" });
    expect(await syncFolders(context, settings, undefined)).toMatchObject([{ folder: unchanged.folder }]);
    expect(written.stderr).toMatch(/^recall: own was not pushed: .* never pushed\n$/);
    rmSync(gone.folder);
  });

  it.each([
    [
      "as it was noted",
      1,
      "1 changed file pushed, 2 files not, deleted there (recall push FOLDER sends them)",
      2,
    ],
    ["earlier than was noted, so that it lost them", 5, "2 missing files pushed", 4],
  ])("leave out what was deleted there, of a database %s", async (_, version, said, documents) => {
    const { server, context, settings, pushed, written } = await world();
    const note = await pushed("n", { "a.md": "one", "b.md": "two", "c.md": "three" }, { version });
    server.roots.set("n", new Map([["old.md", "0".repeat(32)]]));
    writeInto(note.folder, "c.md", "3");
    await syncFolders(context, settings, undefined);
    expect(written.stderr).toBe(`recall: n: ${said.replace("FOLDER", note.folder)}\n`);
    expect(server.roots.get("n")?.size).toBe(documents);
  });

  it("tell what was sent where of an earlier database nothing else is missing", async () => {
    const { server, context, settings, pushed, written, asked } = await world();
    const note = await pushed("n", { "a.md": "one", "b.md": "two" });
    server.roots.set("n", new Map([["a.md", hashOf(Buffer.from("one"))]]));
    writeInto(note.folder, "b.md", "2");
    await syncFolders(context, settings, undefined);
    expect(written.stderr).toBe("recall: n: 1 changed file pushed\n");
    expect(asked()).toEqual(["n/manifest", "n/documents", "n/manifest"]);
  });

  it("draw no progress over a search, and ask nothing in it", async () => {
    const { server, context, settings, pushed, written } = await world();
    server.roots.set("n", new Map([["a.md", hashOf(Buffer.from("one"))]]));
    const note = await pushed("n", { "a.md": "one" }, { version: 1 });
    writeInto(note.folder, "b.md", "two");
    const watched = { ...context, terminal: { ...context.terminal, canAsk: true } };
    await syncFolders(watched, settings, undefined);
    expect(written.stderr).toMatch(/^recall: n: [^\n]*\n$/);
  });

  it("are noted anew where a file was only saved again, so that it is not read again", async () => {
    const { context, settings, pushed } = await world();
    const note = await pushed("n", { "a.md": "one" });
    utimesSync(join(note.folder, "a.md"), 7, 7);
    await syncFolders(context, settings, undefined);
    const [kept] = await pushedFolders(context.env, bookmarkKey(settings.url, settings.token));
    expect(kept?.files.get("a.md")).toMatchObject({ mtimeMs: 7_000, hash: hashOf(Buffer.from("one")) });
  });

  it("tell why they were not pushed to the end", async () => {
    const { server, context, settings, pushed, written } = await world();
    const note = await pushed("n", { "a.md": "one" });
    server.roots.set("n", new Map([["a.md", hashOf(Buffer.from("one"))]]));
    writeInto(note.folder, "a.md", "two");
    server.faults.push((seen, response) => seen.url.endsWith("/documents") && failOnce(403)(seen, response));
    expect(await syncFolders(context, settings, undefined)).toEqual([]);
    expect(written.stderr).toBe("recall: n was not pushed: The server answered HTTP 403\n");
  });
});
