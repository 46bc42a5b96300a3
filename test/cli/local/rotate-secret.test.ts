import { readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { rotateSecret } from "../../../src/cli/local/rotate-secret.ts";
import { previousSecret, signingSecret } from "../../../src/cli/local/local-access.ts";
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

it("makes nothing where there is no home", async () => {
  const home = temporaryFolder();
  await expect(rotateSecret(home, {})).rejects.toMatchObject({ code: "not_found" });
  expect(await previousSecret(home)).toBeUndefined();
});
