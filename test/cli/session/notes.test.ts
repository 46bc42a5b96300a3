import { expect, it } from "vitest";
import { recallClient } from "../../../src/cli/session/recall-client.ts";
import {
  assertMinted,
  noTypeNote,
  withHint,
  withOwner,
  withSession,
} from "../../../src/cli/session/session.ts";
import { AppError } from "../../../src/errors.ts";
import { fakeServer } from "../fake-server.ts";
import { capturedTerminal } from "../run-cli.ts";
import { temporaryFolder, writeInto } from "../temporary-folder.ts";

const types = async () => ({ builtIn: ["fact"], own: ["recipe"] });

it("says which types there are where nothing was found of one that is none", async () => {
  expect(await noTypeNote({ memoryTypes: types }, "fakt", true)).toBe(
    "There is no type fakt; known types: fact, recipe.",
  );
  for (const known of ["fact", "recipe"])
    expect(await noTypeNote({ memoryTypes: types }, known, true)).toBeUndefined();
  const failing = async () => {
    throw new AppError("unavailable", "no");
  };
  expect(await noTypeNote({ memoryTypes: failing }, "fakt", true)).toBeUndefined();
  const unasked = async () => {
    throw new Error("asked");
  };
  for (const [type, isEmpty] of [
    [undefined, true],
    ["fakt", false],
  ] as const)
    expect(await noTypeNote({ memoryTypes: unasked }, type, isEmpty)).toBeUndefined();
});

it("takes a token's form and no other text for one that was made", () => {
  const longest = `rcl_${"a".repeat(2_200)}`;
  for (const token of [longest, "rcl_k1.t-1.7.a._.s"]) expect(assertMinted(token)).toBe(token);
  for (const text of [`${longest}a`, "rcl_", "er_abc", "rcl_a b", undefined])
    expect(() => assertMinted(text), String(text)).toThrow("holds no token");
});

it("adds a hint to failures of one code, with what they were, and to no other", async () => {
  const failing = (code: "not_found" | "conflict") => () =>
    Promise.reject(new AppError(code, "gone\u0007", { details: { a: 1 } }));
  await expect(withHint("not_found", "look there", failing("not_found"))).rejects.toMatchObject({
    ...{ code: "not_found", message: "gone␇: look there", details: { a: 1 } },
  });
  await expect(withHint("not_found", "look there", failing("conflict"))).rejects.toMatchObject({
    message: "gone\u0007",
  });
  expect(await withHint("not_found", "look there", async () => 7)).toBe(7);
  const bug = Object.assign(new Error("bug"), { code: "not_found" });
  await expect(withHint("not_found", "look there", () => Promise.reject(bug))).rejects.toBe(bug);
  const [own, caused] = [new AppError("conflict", "a"), new AppError("conflict", "b", { cause: "why" })];
  for (const [failure, cause] of [
    [own, own],
    [caused, "why"],
  ] as const)
    await expect(withHint("conflict", "c", () => Promise.reject(failure))).rejects.toMatchObject({ cause });
});

it.each([
  ["the owner's of the configuration", {}, {}, "owner", "own"],
  ["--token before it", { token: "named" }, {}, "named", "named"],
  ["RECALL_TOKEN before it", {}, { RECALL_TOKEN: "variable" }, "variable", "variable"],
  ["an empty RECALL_TOKEN for none", {}, { RECALL_TOKEN: "" }, "owner", "own"],
  ["--token before a place's own", { at: "work", token: "named" }, {}, "named", "named"],
  ["a place's own before RECALL_TOKEN", { at: "work" }, { RECALL_TOKEN: "variable" }, "work-owner", "work"],
  ["a place's only one where it has no owner's", { at: "bare" }, {}, "bare", "bare"],
])("works as an owner with %s", async (_, flags, more, owner, own) => {
  const server = await fakeServer();
  const cwd = temporaryFolder();
  const { url } = server;
  const config = {
    ...{ url, token: "own", ownerToken: "owner" },
    places: { work: { url, token: "work", ownerToken: "work-owner" }, bare: { url, token: "bare" } },
  };
  writeInto(cwd, "edge-recall/config.json", JSON.stringify(config));
  const env = { XDG_CONFIG_HOME: cwd, APPDATA: cwd, ...more };
  const interrupted = () => new AbortController().signal;
  const context = { ...capturedTerminal(env), env, cwd, flags, reach: () => fetch, interrupted };
  for (const path of ["status", "tokens"]) server.answers.set(`GET /v1/${path}`, {});
  await withOwner(context, (client) => client.tokens());
  await withSession(context, ({ client }) => client.status());
  expect(server.seen[0]?.headers["accept-encoding"]).toBe("identity");
  expect(server.seen.map(({ headers }) => headers.authorization)).toEqual([
    `Bearer ${owner}`,
    `Bearer ${own}`,
  ]);
});

it("asks for no name without a letter or a digit of any script", async () => {
  const server = await fakeServer();
  const connection = { url: server.url, token: "t", bookmark: () => undefined, onBookmark: () => undefined };
  const { removeEntity, observe } = recallClient(connection);
  server.answers.set(`DELETE /v1/entities/${encodeURIComponent("日本")}`, {});
  await removeEntity("日本");
  for (const name of ["", "--", "…"])
    await expect(removeEntity(name), name).rejects.toThrow("a letter or a digit");
  for (const name of ["a", "1", "é", "٣"])
    server.answers.set(`DELETE /v1/entities/${encodeURIComponent(name)}`, {});
  for (const name of ["a", "1", "é", "٣"]) await removeEntity(name);
  await expect(observe("--", "text")).rejects.toThrow("a letter or a digit");
  expect(server.seen).toHaveLength(5);
});
