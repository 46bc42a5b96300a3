import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { bookmarkKey } from "../../../src/cli/settings/bookmarks.ts";
import {
  parseConfig,
  readPlaces,
  writeConfig,
  writeFound,
  writePlace,
} from "../../../src/cli/settings/config-file.ts";
import { userConfigFolder } from "../../../src/cli/settings/config-folder.ts";
import { makePrivateFolderSync, replaceFile } from "../../../src/cli/settings/private-file.ts";
import {
  assertPrivateTransport,
  assertToken,
  resolveSettings,
  serverUrl,
} from "../../../src/cli/settings/settings.ts";
import { isTrustedHome, trustedHomes } from "../../../src/cli/settings/trusted-homes.ts";
import { temporaryFolder, writeInto } from "../temporary-folder.ts";

it.each([
  ["https://a.example/", "https://a.example"],
  ["https://a.example/below/", "https://a.example/below"],
  ["https://a.example/below?x=1#y", "https://a.example/below"],
  ["HTTPS://A.example:443", "https://a.example"],
  ["http://a.example:8080", "http://a.example:8080"],
])("keeps the address %s as %s", (text, url) => {
  expect(serverUrl(text)).toBe(url);
});

it.each([
  ["https://user@a.example", "--token"],
  ["https://:password@a.example", "--token"],
  ["ftp://a.example", "looks like"],
  ["recall.example", "looks like"],
])("refuses the address %s", (url, message) => {
  expect(() => serverUrl(url)).toThrow(message);
});

it.each([
  ["!~", true],
  ["", false],
  ["a b", false],
  [" a", false],
  ["a\u007f", false],
  ["é", false],
  ["a\n", false],
])("takes %j for a token: %s", (token, isFine) => {
  if (isFine) expect(assertToken(token)).toBe(token);
  else expect(() => assertToken(token)).toThrow("visible ASCII");
});

it("names the host to which a token is not sent in the open", () => {
  expect(() => assertPrivateTransport("http://a.example:80/x")).toThrow("plain http to a.example: use https");
  for (const url of ["https://a.example", "https://localhost", "http://localhost"])
    expect(() => assertPrivateTransport(url)).not.toThrow();
});

const A = { url: "https://a.example", token: "a" };
const B = { url: "https://b.example", token: "b" };

function userOf(config: unknown, env: Readonly<Record<string, string>> = {}) {
  const user = temporaryFolder({ "edge-recall/config.json": JSON.stringify(config) });
  return (flags: object = {}) =>
    resolveSettings({
      ...{ flags, cwd: user, warn: () => undefined },
      env: { XDG_CONFIG_HOME: user, APPDATA: user, ...env },
    });
}

it.each<[string, Readonly<Record<string, string>>]>([
  ["RECALL_HOME", { RECALL_HOME: "" }],
  ["RECALL_URL and RECALL_TOKEN", { RECALL_URL: "", RECALL_TOKEN: "" }],
  ["RECALL_AT", { RECALL_AT: "" }],
])("takes an empty %s for none", async (_, env) => {
  expect(await userOf(A, env)()).toMatchObject(A);
});

it("tells which servers' tokens it has, and that it has none", async () => {
  const named = { url: "https://c.example" };
  await expect(userOf(A)(named)).rejects.toThrow(
    "The known token is for a.example and is not sent to c.example",
  );
  await expect(userOf({ places: { b: B } })(named)).rejects.toThrow("No token for c.example: give --token");
  await expect(userOf({ places: { b: B } })({ at: "c" })).rejects.toThrow(
    "No place is called c; there are: b.",
  );
  await expect(userOf(A)({ at: "c" })).rejects.toThrow("No place is called c; no place is kept.");
});

it("asks no configuration where address and token are named", async () => {
  const found = await userOf({ damaged: true })({ url: "https://c.example/", token: "c" });
  expect(found).toEqual({ url: "https://c.example", token: "c", config: undefined });
});

it("tells the file, and the place in it, that a server was found in", async () => {
  const { config } = await userOf({ ...A, places: { b: B } })({ at: "b" });
  expect(config).toMatchObject({
    at: "b",
    config: B,
    file: expect.stringMatching(/edge-recall.config\.json$/),
  });
  const own = await userOf({ ...A, places: { b: B } })();
  expect(own.config).toEqual({ file: expect.stringMatching(/edge-recall.config\.json$/), config: A });
  const home = temporaryFolder({ "config.json": JSON.stringify(B) });
  const found = await userOf(A, { RECALL_HOME: home })();
  expect(found.config).toEqual({ file: join(home, "config.json"), config: B });
});

it("lets the user's own file name the server for a token that it does not hold", async () => {
  expect(await userOf(A)({ token: "other" })).toMatchObject({ url: A.url, token: "other" });
});

it.each<[string, string, boolean]>([
  ["the workspace's token", "rcl_k.t.7.w.-.s", true],
  ["a workspace of sixteen digits", "rcl_k.t.1234567890123456.w", true],
  ["a workspace of seventeen digits", "rcl_k.t.12345678901234567.w", false],
  ["a token that ends with its workspace", "rcl_k.t.7", false],
  ["a token without an id", "rcl_k..7.w", false],
  ["a key id of 64 characters", `rcl_${"k".repeat(64)}.t.7.w`, true],
  ["a key id of 65 characters", `rcl_${"k".repeat(65)}.t.7.w`, false],
  ["a token with something before it", "xrcl_k.t.7.w", false],
  ["an owner's token", "rcl_k.t.-.o", false],
])("keeps bookmarks by key and workspace for %s: %s", (_, token, isNamed) => {
  const hash = createHash("sha256").update(token).digest("hex").slice(0, 16);
  const [, key, workspace] = /^rcl_([^.]+)\.[^.]*\.([^.]+)/.exec(token) ?? [];
  expect(bookmarkKey("u", token)).toBe(isNamed ? `u ${key} ${workspace}` : `u ${hash}`);
});

it.each<[string, object]>([
  ["an address alone", { url: A.url, places: { b: B } }],
  ["a token alone", { token: A.token, places: { b: B } }],
])("refuses %s also beside named places", (_, config) => {
  expect(() => parseConfig("f", JSON.stringify(config))).toThrow('f needs "url" and "token"');
});

it.each([null, 7, [], "b"])("refuses a place that is %j", (place) => {
  const text = JSON.stringify({ ...A, places: { b: place } });
  expect(() => parseConfig("f", text)).toThrow('f: "b" needs "url" and "token"');
});

it.each(["null", "[]", '"a"', "7"])("takes %s for a configuration that names nothing", (text) => {
  expect(() => parseConfig("f", text)).toThrow('f needs "url" and "token"');
});

it("passes over places that are no object of names, and keeps none of them", async () => {
  const folder = temporaryFolder({ "config.json": JSON.stringify({ ...A, places: [B], other: 1 }) });
  const file = join(folder, "config.json");
  expect(await readPlaces(file)).toEqual({});
  await writePlace(file, "b", B);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ ...A, other: 1, places: { b: B } });
  writeInto(folder, "config.json", JSON.stringify({ ...A, places: 7 }));
  await writeConfig(file, B);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(B);
  expect(readFileSync(file, "utf8").endsWith("}\n")).toBe(true);
});

it("writes a server back where it was found", async () => {
  const file = join(
    temporaryFolder({ "config.json": JSON.stringify({ ...A, places: { b: A } }) }),
    "config.json",
  );
  await writeFound({ file, at: "b" }, B);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ ...A, places: { b: B } });
  await writeFound({ file }, { ...B, token: "new" });
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ ...B, token: "new", places: { b: B } });
});

it("writes a place anew after the others, and nothing where there is nothing to take out", async () => {
  const file = join(temporaryFolder(), "config.json");
  await writePlace(file, "gone", undefined);
  expect(existsSync(file)).toBe(false);
  for (const name of ["a", "b", "a"]) await writePlace(file, name, A);
  expect(Object.keys(await readPlaces(file))).toEqual(["b", "a"]);
});

it.skipIf(process.platform === "win32")("replaces a file whole, in the mode asked for", async () => {
  const folder = temporaryFolder({ "f.txt": "before" });
  const file = join(folder, "f.txt");
  const failing = replaceFile(file, 0o666, async (handle) => {
    await handle.writeFile("half");
    throw new Error("full");
  });
  await expect(failing).rejects.toThrow("full");
  expect([readFileSync(file, "utf8"), readdirSync(folder)]).toEqual(["before", ["f.txt"]]);
  await replaceFile(file, 0o666, (handle) => handle.writeFile("after"));
  expect([readFileSync(file, "utf8"), statSync(file).mode & 0o777]).toEqual(["after", 0o666]);
  expect(readdirSync(folder)).toEqual(["f.txt"]);
});

it.skipIf(process.platform === "win32")(
  "keeps all below the user's own home where no variable says another",
  () => {
    const own = join(homedir(), ".config/edge-recall");
    expect([userConfigFolder({}), userConfigFolder({ HOME: "", XDG_CONFIG_HOME: "" })]).toEqual([own, own]);
  },
);

it("makes folders down to one, and none in the place of a file", () => {
  const folder = temporaryFolder({ file: "" });
  makePrivateFolderSync(join(folder, "a/b/c"));
  makePrivateFolderSync(join(folder, "a/b/c"));
  expect(statSync(join(folder, "a/b/c")).isDirectory()).toBe(true);
  expect(() => makePrivateFolderSync(join(folder, "file"))).toThrow("EEXIST");
  expect(() => makePrivateFolderSync(join(folder, "file/below"))).toThrow();
});

it("trusts of a list of homes what is text, and no home that is not there", async () => {
  const user = temporaryFolder({ "edge-recall/trusted-homes.json": '{"homes":["/one", 7, null, "/none"]}' });
  const env = { XDG_CONFIG_HOME: user, APPDATA: user };
  expect([...(await trustedHomes(env))]).toEqual(["/one", "/none"]);
  expect(await isTrustedHome(env, "/none")).toBe(false);
});
