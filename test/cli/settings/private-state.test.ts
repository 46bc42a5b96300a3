import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { assertRootName, machineId, originOf, rootNameOf } from "../../../src/cli/push/folder-options.ts";
import { bookmarkKey, keepBookmark, readBookmark } from "../../../src/cli/settings/bookmarks.ts";
import { readConfig, writeConfig } from "../../../src/cli/settings/config-file.ts";
import { RootName } from "../../../src/contract/common.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const MODE = 0o777;

it("writes a configuration for its owner only, and leaves nothing else behind", async () => {
  const folder = join(temporaryFolder(), "new");
  const file = join(folder, "config.json");
  const config = { url: "https://a.example", token: "t", ownerToken: "o" };
  await writeConfig(file, { ...config, token: "before" });
  await writeConfig(file, config);
  expect(await readConfig(file)).toEqual(config);
  expect(readdirSync(folder)).toEqual(["config.json"]);
  if (process.platform !== "win32") expect(statSync(file).mode & MODE).toBe(0o600);
});

it("keeps a bookmark by server and token, and no token in it", async () => {
  const env = { XDG_CONFIG_HOME: temporaryFolder(), APPDATA: "" };
  const key = bookmarkKey("https://a.example", "secret-token");
  await keepBookmark(env, key, "b-1");
  await keepBookmark(env, bookmarkKey("https://a.example", "other"), "b-9");
  await keepBookmark(env, key, "b-2");
  expect(await readBookmark(env, key)).toBe("b-2");
  expect(await readBookmark(env, bookmarkKey("https://b.example", "secret-token"))).toBeUndefined();
  const kept = readFileSync(join(env.XDG_CONFIG_HOME, "edge-recall/bookmarks.json"), "utf8");
  expect(kept).not.toContain("secret-token");
});

it("shares a bookmark between tokens of one workspace on one server, and with no other", () => {
  const url = "https://a.example";
  const key = bookmarkKey(url, "rcl_k1.t1.7.w.-.sig");
  expect(bookmarkKey(url, "rcl_k1.t2.7.r.x1.other")).toBe(key);
  expect(key).not.toMatch(/t1|sig/);
  for (const token of ["rcl_k1.t1.8.w.-.sig", "rcl_k2.t1.7.w.-.sig", "rcl_k1.t1.-.o.-.sig"])
    expect(bookmarkKey(url, token)).not.toBe(key);
});

it("makes one machine id and keeps it, also when two ask at once", async () => {
  const env = { XDG_CONFIG_HOME: temporaryFolder(), APPDATA: "" };
  const ids = await Promise.all([machineId(env), machineId(env), machineId(env)]);
  expect(new Set([...ids, await machineId(env)]).size).toBe(1);
  expect(ids[0]).toMatch(/^[0-9a-f]{32}$/);
  const folder = join(env.XDG_CONFIG_HOME, "edge-recall");
  if (process.platform !== "win32") expect(statSync(folder).mode & MODE).toBe(0o700);
});

it("tells machines and folders apart, and finds a folder again", async () => {
  const [one, other] = [temporaryFolder(), temporaryFolder()];
  expect(await originOf(one, "m")).toMatch(/^[0-9a-f]{32}$/);
  expect(await originOf(one, "m")).toBe(await originOf(join(one, "."), "m"));
  expect(await originOf(one, "m")).not.toBe(await originOf(other, "m"));
  expect(await originOf(one, "m")).not.toBe(await originOf(one, "n"));
});

it.each([
  ["/x/notes", "notes"],
  ["/x/my notes (old)", "my notes -old-"],
  ["/x/.dotfiles", "dotfiles"],
  ["/x/cafe\u0301", "caf\u00e9"],
  ["/x/---", "root"],
  ["/", "root"],
  ["/x/🦊fox", "fox"],
  [`/x/${"long".repeat(40)}`, "long".repeat(16)],
  [`/x/${"語".repeat(40)}`, "語".repeat(21)],
])("names the root of %s %s, as the contract allows", (folder, name) => {
  expect(rootNameOf(folder)).toBe(name);
  expect(RootName.safeParse(name).success).toBe(true);
});

it("refuses a root's name that the contract refuses", () => {
  for (const name of ["", "a/b", ".hidden", "x".repeat(65), "語".repeat(22), "a\nb"])
    expect(() => assertRootName(name)).toThrow();
  expect(assertRootName("Notes 2.0_a-b")).toBe("Notes 2.0_a-b");
});
