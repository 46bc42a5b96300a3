import { mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { bookmarkKey, keepBookmark, readBookmark } from "../../../src/cli/settings/bookmarks.ts";
import { parseConfig, readPlaces, writeConfig, writePlace } from "../../../src/cli/settings/config-file.ts";
import { keepEntry, readKept, tolerant, userConfigFolder } from "../../../src/cli/settings/config-folder.ts";
import { createPrivateFile, readIfExists } from "../../../src/cli/settings/private-file.ts";
import { temporaryFolder, writeInto } from "../temporary-folder.ts";

const newEnv = () => {
  const folder = temporaryFolder();
  return { XDG_CONFIG_HOME: folder, APPDATA: folder };
};

it("keeps the newest entries, each once and the latest last; nothing in place of one takes it out", async () => {
  const env = newEnv();
  const keep = (key: string, value: object | undefined) => keepEntry(env, "f.json", [key, value], 2);
  for (const [at, key] of ["a", "b", "a", "c"].entries()) await keep(key, { at });
  expect(Object.entries(await readKept(env, "f.json"))).toEqual([
    ["a", { at: 2 }],
    ["c", { at: 3 }],
  ]);
  await keep("c", undefined);
  expect(await readKept(env, "f.json")).toEqual({ a: { at: 2 } });
});

it("keeps the bookmarks of 200 servers and workspaces, the latest of all", async () => {
  const env = newEnv();
  const keys = Array.from({ length: 200 }, (_, at) => `https://${at}.example k 1`);
  const kept = Object.fromEntries(keys.map((key) => [key, { bookmark: "b" }]));
  writeInto(env.XDG_CONFIG_HOME, "edge-recall/bookmarks.json", JSON.stringify(kept));
  await keepBookmark(env, "https://new.example k 1", "n");
  const read = (key: string | undefined) => readBookmark(env, key ?? "");
  expect([await read(keys[0]), await read(keys[1]), await read("https://new.example k 1")]).toEqual([
    undefined,
    "b",
    "n",
  ]);
});

it.each([
  ["x".repeat(4_000), true],
  ["x".repeat(4_001), false],
  ["", false],
  ["a b", false],
  ["a\n", false],
  [7, false],
])("sends no kept bookmark that a header cannot carry", async (bookmark, isFine) => {
  const env = newEnv();
  writeInto(env.XDG_CONFIG_HOME, "edge-recall/bookmarks.json", JSON.stringify({ k: { bookmark } }));
  expect(await readBookmark(env, "k")).toBe(isFine ? bookmark : undefined);
});

it("names in a bookmark's key the server too", () => {
  const token = "rcl_k1.t1.7.w.-.sig";
  expect(bookmarkKey("https://a.example", token)).toBe("https://a.example k1 7");
  expect(bookmarkKey("https://b.example", token)).toBe("https://b.example k1 7");
});

it.skipIf(process.platform === "win32")("finds the user's folder by XDG_CONFIG_HOME, else below HOME", () => {
  expect(userConfigFolder({ XDG_CONFIG_HOME: "/x", HOME: "/h" })).toBe("/x/edge-recall");
  expect(userConfigFolder({ XDG_CONFIG_HOME: "", HOME: "/h" })).toBe("/h/.config/edge-recall");
});

it("does without what a disk refuses to keep, but reports what is no such refusal", async () => {
  for (const code of ["EACCES", "EPERM", "EROFS", "ENOSPC", "ENOTDIR", "EEXIST", "ENOENT"])
    await tolerant(() => Promise.reject(Object.assign(new Error(code), { code })));
  const bug = Object.assign(new Error("no"), { code: "EIO" });
  await expect(tolerant(() => Promise.reject(bug))).rejects.toThrow(bug);
});

it("makes a private file once, whole and for its owner, and leaves no draft", async () => {
  const folder = join(temporaryFolder(), "new");
  const file = join(folder, "id");
  expect([await createPrivateFile(file, "first"), await createPrivateFile(file, "second")]).toEqual([
    true,
    false,
  ]);
  expect([readFileSync(file, "utf8"), readdirSync(folder)]).toEqual(["first", ["id"]]);
  if (process.platform !== "win32") expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await readIfExists(join(folder, "none"))).toBeUndefined();
  expect(await readIfExists(join(file, "below"))).toBeUndefined();
  mkdirSync(join(folder, "d"));
  await expect(readIfExists(join(folder, "d"))).rejects.toThrow("EISDIR");
});

const A = { url: "https://a.example", token: "a" };
const B = { url: "https://b.example", token: "b" };

it.each([
  [{ url: "https://a.example" }, "needs"],
  [{ token: "a" }, "needs"],
  [{}, "needs"],
  [{ ...A, places: { work: { url: "https://b.example" } } }, '"work" needs "url" and "token"'],
  [{ ...A, sync: "always" }, '"sync" may be "onSearch" or "off", or left out'],
])("refuses %j as a configuration", (config, said) => {
  expect(() => parseConfig("f", JSON.stringify(config))).toThrow(said);
});

it("reads what a configuration may hold, and nothing else of it", () => {
  const full = { ...A, ownerToken: "o", sync: "onSearch" };
  expect(parseConfig("f", JSON.stringify({ ...full, other: 1 }))).toEqual(full);
  expect(parseConfig("f", JSON.stringify({ ...A, sync: "off" }))).toEqual({ ...A, sync: "off" });
  expect(parseConfig("f", JSON.stringify({ ...A, ownerToken: 7 }))).toEqual(A);
  expect(parseConfig("f", JSON.stringify({ places: { work: B } }))).toBeUndefined();
  expect(() => parseConfig("f", JSON.stringify({ places: { "not a name": B } }))).toThrow("needs");
});

it("writes one place beside the others and the server that needs no name, and takes it out again", async () => {
  const file = join(temporaryFolder(), "config.json");
  await writePlace(file, "work", B);
  await writePlace(file, "home", A);
  await writeConfig(file, A);
  await writePlace(file, "home", undefined);
  expect([await readPlaces(file), parseConfig(file, readFileSync(file, "utf8"))]).toEqual([{ work: B }, A]);
  await writePlace(file, "work", undefined);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(A);
  const bare = join(temporaryFolder(), "config.json");
  await writePlace(bare, "work", B);
  await writePlace(bare, "work", undefined);
  expect(await readIfExists(bare)).toBeUndefined();
});
