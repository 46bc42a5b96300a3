import { chmodSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { buildPage } from "../../../src/cli/local/build-page.ts";
import { closeHome } from "../../../src/cli/local/home/claim-home.ts";
import { isClone, loadMiniflare, loadPage, loadWorker } from "../../../src/cli/local/load-runtime.ts";
import { migrateLocal } from "../../../src/cli/local/migrate.ts";
import { serve } from "../../../src/cli/local/serve.ts";
import { fakeServer } from "../fake-server.ts";
import { temporaryFolder } from "../temporary-folder.ts";

describe.skipIf(process.platform === "win32")("a home that is closed to others", () => {
  const modes = (folder: string, names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]));

  function closed(home: string): readonly string[] {
    const before = process.umask();
    onTestFinished(() => void process.umask(before));
    return closeHome(home);
  }

  it("has its own files and folders closed at any depth, and nothing else in it", () => {
    const names = ["server.log", "server.log.1", "run.json", "config.json", "signing-secret"];
    const theirs = ["notes.md", "logs/a.log"];
    const home = temporaryFolder(
      Object.fromEntries([...names, ...theirs, "state/deep/db"].map((name) => [name, ""])),
    );
    for (const name of [...names, ...theirs, "state/deep/db"]) chmodSync(join(home, name), 0o644);
    for (const name of ["", "logs", "state", "state/deep"]) chmodSync(join(home, name), 0o755);
    chmodSync(join(home, "config.json"), 0o400);
    chmodSync(join(home, "server.log"), 0o601);
    expect(closed(home)).toEqual([]);
    const all = modes(home, ["", "logs", "state", "state/deep", "state/deep/db", ...names, ...theirs]);
    expect(all).toEqual({
      ...{ "": "755", logs: "755", "logs/a.log": "644", "notes.md": "644" },
      ...{ state: "700", "state/deep": "700", "state/deep/db": "600" },
      ...Object.fromEntries(names.map((name) => [name, "600"])),
      "config.json": "400",
    });
    expect(process.umask()).toBe(0o077);
  });

  it("is made for its owner alone, and no link in it is followed", () => {
    const folder = temporaryFolder({ "theirs.json": "" });
    chmodSync(join(folder, "theirs.json"), 0o644);
    const home = join(folder, "deep/home");
    expect(closed(home)).toEqual([]);
    expect(modes(folder, ["deep", "deep/home"])).toEqual({ deep: "700", "deep/home": "700" });
    symlinkSync(join(folder, "theirs.json"), join(home, "config.json"));
    expect(closed(home)).toEqual([]);
    expect(modes(folder, ["theirs.json"])).toEqual({ "theirs.json": "644" });
  });
});

describe("the tables of a local database", () => {
  async function migrated(status: number, body: unknown) {
    const server = await fakeServer();
    server.answers.set("GET /v1/migrations", { applied: ["1"], pending: [] });
    server.faults.push(({ method }, response) => {
      if (method !== "POST") return false;
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
      return true;
    });
    return { work: migrateLocal({ url: server.url, fetch }, "secret"), server };
  }

  it("are made with an owner's token of the home's secret", async () => {
    const { work, server } = await migrated(200, { applied: ["1", "2"], pending: [] });
    expect(await work).toEqual(["2"]);
    expect(server.seen.map(({ headers }) => headers.authorization)).toEqual([
      expect.stringMatching(/^Bearer rcl_/),
      server.seen[0]?.headers.authorization,
    ]);
  });

  it.each<[string, object, object]>([
    [
      "another version of recall",
      { code: "schema_mismatch", message: "no", details: { reason: "other_version" } },
      {
        code: "misconfigured",
        details: { reason: "other_version" },
        message: expect.stringMatching(/recall export/),
      },
    ],
    [
      "a damaged database",
      { code: "schema_mismatch", message: "no such table", details: { reason: "else" } },
      {
        code: "misconfigured",
        details: { reason: "damaged" },
        message: expect.stringMatching(/\(no such table\)/),
      },
    ],
    [
      "a failure without a reason",
      { code: "internal", message: "broken" },
      { code: "misconfigured", details: { reason: "damaged" } },
    ],
    [
      "settings of its own",
      { code: "misconfigured", message: "PLAN" },
      { code: "misconfigured", message: "PLAN" },
    ],
  ])("are not made: %s", async (_, error, failure) => {
    const { work } = await migrated(409, { error });
    await expect(work).rejects.toMatchObject(failure);
  });
});

describe("a start that cannot be", () => {
  it.each<[Parameters<typeof serve>[0], RegExp]>([
    [{ port: -1 }, /^PORT is a number from 0 to 65535/],
    [{ port: 65_536 }, /^PORT is a number/],
    [{ port: 1.5 }, /^PORT is a number/],
    [{ port: Number.NaN }, /^PORT is a number/],
    [{ port: 65_535, folder: "/nowhere/at/all" }, /^There is no folder \/nowhere\/at\/all/],
    [{ port: 0, folder: "package.json" }, /package\.json is no folder: name the one that it is in/],
  ])("with %j ends as wrong usage", async (options, said) => {
    const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    onTestFinished(() => written.mockRestore());
    expect(await serve(options)).toBe(2);
    expect(String(written.mock.calls[0]?.[0])).toMatch(said);
  });
});

describe("what a server runs", () => {
  const MANIFEST = JSON.stringify({ devDependencies: { miniflare: "9.8.7" } });

  it("is what a package has ready, and of a clone what its sources make", async () => {
    const root = temporaryFolder({
      "package.json": MANIFEST,
      "dist/local-worker.js": "ready",
      "dist/dots.wasm": "x",
    });
    expect([isClone(root), await loadWorker(root), await loadPage(root, "/home")]).toEqual([
      ...[false, { script: "ready", wasm: Buffer.from("x") }, join(root, "dist/public")],
    ]);
    expect(isClone(temporaryFolder({ "src/local.ts": "" }))).toBe(true);
  });

  it("is the runtime of the tested version beside the package", () => {
    const runtime = { "package.json": '{"version":"9.8.7","main":"x.js"}', "x.js": "exports.own = true;" };
    const files = Object.entries(runtime).map(([name, text]) => [`node_modules/miniflare/${name}`, text]);
    const root = temporaryFolder({ "package.json": MANIFEST, ...Object.fromEntries(files) });
    expect(loadMiniflare(root)).toMatchObject({ own: true });
  });

  it("shows a page that loads at first what its entry imports at once, styles before scripts", async () => {
    const root = temporaryFolder({
      ...{ "src/web/index.html": "<head><!--parts--></head>", "src/web/static/icon.svg": "icon" },
    });
    const folder = temporaryFolder({ "stale.js": "" });
    const imports = (...paths: readonly string[]) => ({
      imports: paths.map((path) => ({
        path,
        kind: path.includes("lazy") ? "dynamic-import" : "import-statement",
      })),
    });
    const outputs = {
      "parts/other.js": { entryPoint: "src/web/other.tsx", ...imports("parts/lazy.js") },
      "parts/page-1.js": {
        ...{ entryPoint: "src/web/main.tsx", cssBundle: "parts/page-2.css" },
        ...imports("parts/a.js", "parts/lazy.js"),
      },
      "parts/a.js": imports("parts/b.js", "parts/page-1.js"),
      "parts/b.js": imports(),
      "parts/views-3.css": { entryPoint: "src/web/styles/views.css", ...imports() },
    };
    const names = ["page-1.js", "page-2.css", "a.js", "b.js", "lazy.js", "views-3.css"];
    const outputFiles = names.map((name) => ({ path: `/out/parts/${name}`, contents: Buffer.from(name) }));
    const build = async () => ({ outputFiles, metafile: { inputs: {}, outputs } });
    const page = await buildPage(build as never, root, folder);
    const first = ["parts/page-2.css", "parts/page-1.js", "parts/a.js", "parts/b.js"];
    expect(page).toEqual({
      ...{ firstLoad: ["index.html", ...first] },
      files: ["index.html", ...names.map((name) => `parts/${name}`)],
    });
    expect(readFileSync(join(folder, "index.html"), "utf8")).toBe(
      '<head><link rel="stylesheet" href="/parts/page-2.css" />\n' +
        '    <script type="module" src="/parts/page-1.js"></script>\n' +
        '    <link rel="modulepreload" href="/parts/a.js" />\n' +
        '    <link rel="modulepreload" href="/parts/b.js" />\n' +
        '    <meta name="view-styles" content="/parts/views-3.css" /></head>',
    );
    expect([readdirSync(folder).sort(), readFileSync(join(folder, "icon.svg"), "utf8")]).toEqual([
      ["icon.svg", "index.html", "parts"],
      "icon",
    ]);
  });
});
