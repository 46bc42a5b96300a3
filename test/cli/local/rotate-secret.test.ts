import { readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { rotateSecret } from "../../../src/cli/local/rotate-secret.ts";
import { previousSecret, signingSecret } from "../../../src/cli/local/local-access.ts";
import { keepPushed, pushedFolders } from "../../../src/cli/pushed/kept-folders.ts";
import { bookmarkKey, keepBookmark, readBookmark } from "../../../src/cli/settings/bookmarks.ts";
import { servedHome } from "../../../src/cli/settings/served-homes.ts";
import { mintToken, verifyToken } from "../../../src/workspaces/token.ts";
import { claimsOf } from "../../support/known-token.ts";
import { temporaryFolder, writeInto } from "../temporary-folder.ts";

it("gives a home another secret, under which its own tokens and those of others still count", async () => {
  const home = temporaryFolder();
  const env = { XDG_CONFIG_HOME: temporaryFolder() };
  const old = await signingSecret(home);
  const claims = { token: claimsOf({ scope: "admin" }), others: claimsOf() };
  const token = await mintToken(old, claims.token);
  const others = await mintToken(old, claims.others);
  const config = { url: "http://127.0.0.1:1", token, ownerToken: "of another server" };
  writeInto(home, "config.json", JSON.stringify(config));
  await rotateSecret(home, env);
  const [fresh, before] = [await signingSecret(home), (await previousSecret(home)) ?? ""];
  expect([fresh === old, before]).toEqual([false, old]);
  // The next start believes it.
  const known = await servedHome(env, realpathSync(home));
  expect([known.hasSecret(fresh), known.hasSecret(old)]).toEqual([true, false]);
  const kept = JSON.parse(readFileSync(join(home, "config.json"), "utf8"));
  expect(kept).toMatchObject({ url: config.url, ownerToken: config.ownerToken });
  expect(await verifyToken(kept.token, [fresh], Date.now())).toEqual(claims.token);
  expect(await verifyToken(others, [fresh, before], Date.now())).toEqual(claims.others);
  expect(await verifyToken(others, [fresh], Date.now())).toBeUndefined();
  await rotateSecret(home, env);
  const now = [await signingSecret(home), (await previousSecret(home)) ?? ""];
  expect(await verifyToken(others, now, Date.now())).toBeUndefined();
});

it("keeps what this machine knows of the server, under the new one", async () => {
  const home = temporaryFolder();
  const env = { XDG_CONFIG_HOME: temporaryFolder() };
  const url = "http://127.0.0.1:1";
  const token = await mintToken(await signingSecret(home), claimsOf({ scope: "admin" }));
  writeInto(home, "config.json", JSON.stringify({ url, token }));
  const pushed = { folder: "/n", root: "n", join: false, mirror: false, includeHidden: false, seenAtMs: 1 };
  const before = bookmarkKey(url, token);
  await keepPushed(env, before, { ...pushed, files: new Map() });
  await keepBookmark(env, before, "b-1");
  await rotateSecret(home, env);
  const after = bookmarkKey(url, JSON.parse(readFileSync(join(home, "config.json"), "utf8")).token);
  expect(after).not.toBe(before);
  expect(await pushedFolders(env, after)).toMatchObject([{ folder: "/n", root: "n" }]);
  expect([await pushedFolders(env, before), await readBookmark(env, after)]).toEqual([[], "b-1"]);
});

it("makes nothing where there is no home", async () => {
  const home = temporaryFolder();
  await expect(rotateSecret(home, {})).rejects.toMatchObject({ code: "not_found" });
  expect(await previousSecret(home)).toBeUndefined();
});
