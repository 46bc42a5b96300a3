import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ownFolders } from "../../../src/cli/folder/own-folders.ts";
import { walk } from "../../../src/cli/folder/walk.ts";
import { fakeServer } from "../fake-server.ts";
import { runCli } from "../run-cli.ts";
import { temporaryFolder, writeInto } from "../temporary-folder.ts";

/** Asks for everything that a rule can release. */
const RELEASE_ALL = "!*\n!**/*\n";

it("never pushes a home, a configuration folder or a copy of one, whatever a rule releases", async () => {
  const folder = temporaryFolder({
    ".recallignore": RELEASE_ALL,
    "a.md": "",
    "home/config.json": "{}",
    "home/signing-secret": "s",
    "home/state/x.md": "",
    "running/run.json": "{}",
    "running/state/x.md": "",
    "backup/config.json": "{}",
    "backup/trusted-homes.json": "{}",
    "backup/deploy.json": "{}",
    "settings/config.json": "{}",
    "settings/deploy.json": "{}",
    "project/config.json": "{}",
    "project/run.json": "{}",
    "project/state.md": "",
  });
  const { files, secrets } = await walk(folder, { includeHidden: true });
  expect(files.map(({ path }) => path)).toEqual([
    ".recallignore",
    "a.md",
    "project/config.json",
    "project/run.json",
    "project/state.md",
    "settings/config.json",
  ]);
  expect(secrets).toEqual(["backup/", "home/", "running/", "settings/deploy.json"]);
});

it("knows the active home by its real path, before there is anything in it", async () => {
  const folder = temporaryFolder({ "data/server.log": "", "a.md": "" });
  const elsewhere = temporaryFolder();
  symlinkSync(join(folder, "data"), join(elsewhere, "link"));
  const own = await ownFolders({ RECALL_HOME: join(elsewhere, "link"), XDG_CONFIG_HOME: elsewhere });
  expect([...own]).toEqual([join(folder, "data")]);
  const { files, secrets } = await walk(folder, { own });
  expect(files.map(({ path }) => path)).toEqual(["a.md"]);
  expect(secrets).toEqual(["data/"]);
});

it("takes a folder in a home that is not the home's own, and refuses its database", async () => {
  const home = temporaryFolder({ "state/deep/x.md": "", "statement/y.md": "", "notes/a.md": "" });
  const own = new Set([home]);
  for (const path of ["", "state", "state/deep"])
    await expect(walk(join(home, path), { own }), path).rejects.toThrow(/never pushed/);
  for (const path of ["notes", "statement"])
    expect((await walk(join(home, path), { own })).files, path).toHaveLength(1);
});

it("refuses to push a home itself", async () => {
  const folder = temporaryFolder({ "config.json": "{}", "signing-secret": "s", "a.md": "" });
  await expect(walk(folder)).rejects.toThrow(/tokens.*never pushed/);
});

it("sends neither the user's configuration nor the home from a folder around both, dry or not", async () => {
  const server = await fakeServer();
  const cwd = temporaryFolder({ "a.md": "one", "data/server.log": "log" });
  writeInto(cwd, "plain/edge-recall/machine-id", "0123456789abcdef0123456789abcdef\n");
  const env = {
    RECALL_URL: server.url,
    RECALL_TOKEN: "er_token",
    RECALL_HOME: join(cwd, "data"),
    XDG_CONFIG_HOME: join(cwd, "plain"),
  };
  const rehearsed = await runCli(["push", ".", "--root", "all", "--dry-run", "--json"], { cwd, env });
  expect(JSON.parse(rehearsed.stdout)).toMatchObject({ would: ["a.md"] });
  const pushed = await runCli(["push", ".", "--root", "all", "--yes"], { cwd, env });
  expect(pushed).toMatchObject({ code: 0, stdout: expect.stringContaining("data/, plain/edge-recall/") });
  expect([...(server.roots.get("all")?.keys() ?? [])]).toEqual(["a.md"]);
});

it("knows every home that this user's commands made, and the folder of the configuration", async () => {
  const user = temporaryFolder({ "edge-recall/trusted-homes.json": '{"homes":["/one","/two"]}' });
  const env = { XDG_CONFIG_HOME: user, APPDATA: user, RECALL_HOME: join(user, "nowhere") };
  expect([...(await ownFolders(env))]).toEqual([join(user, "edge-recall"), "/one", "/two"]);
});
