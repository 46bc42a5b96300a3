import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { GlobalFlags } from "../../../../src/cli/command.ts";
import { keepAccess } from "../../../../src/cli/commands/init/access.ts";
import {
  isPlaceName,
  readConfig,
  readPlaces,
  writeConfig,
  writePlace,
} from "../../../../src/cli/settings/config-file.ts";
import { resolveSettings } from "../../../../src/cli/settings/settings.ts";
import { temporaryFolder, writeInto } from "../../temporary-folder.ts";

const MAIN = { url: "https://main.example", token: "main-token" };
const WORK = { url: "https://work.example", token: "work-token", ownerToken: "work-owner" };
const HOME = { url: "https://home.example", token: "home-token" };

interface Asked {
  readonly flags?: GlobalFlags;
  readonly env?: Readonly<Record<string, string>>;
}

/** What is used with this configuration. */
async function used(config: unknown, { flags = {}, env = {} }: Asked = {}) {
  const folder = temporaryFolder({ "user/edge-recall/config.json": JSON.stringify(config) });
  const user = join(folder, "user");
  const { url, token } = await resolveSettings({
    flags,
    env: { XDG_CONFIG_HOME: user, APPDATA: user, ...env },
    cwd: folder,
    warn: () => undefined,
  });
  return { url, token };
}

const KEPT = { ...MAIN, places: { work: WORK, home: HOME } };
const EVIL = { RECALL_URL: "https://other.example", RECALL_TOKEN: "other-token" };
const at = ({ url, token }: typeof HOME) => ({ url, token });

it.each([
  [
    "a flag before all else of the environment",
    { flags: { at: "work" }, env: { ...EVIL, RECALL_AT: "home" } },
    at(WORK),
  ],
  ["a token of its own for the place", { flags: { at: "work", token: "t" } }, { ...at(WORK), token: "t" }],
  ["the variable before the configuration", { env: { RECALL_AT: "home" } }, at(HOME)],
  ["the variable, and no stray token with it", { env: { RECALL_AT: "home", RECALL_TOKEN: "t" } }, at(HOME)],
  [
    "a server's own variable before it",
    { env: { ...EVIL, RECALL_AT: "home" } },
    { url: EVIL.RECALL_URL, token: EVIL.RECALL_TOKEN },
  ],
  ["nothing named: the one without a name", {}, at(MAIN)],
])("takes %s", async (_, asked, expected) => {
  expect(await used(KEPT, asked)).toEqual(expected);
});

it.each([
  [
    "an unknown name, with those there are",
    KEPT,
    { flags: { at: "wrk" } },
    /No place is called wrk; there are: work, home/,
  ],
  ["a name of the language's own", KEPT, { flags: { at: "constructor" } }, /No place is called constructor/],
  ["a name and an address", KEPT, { flags: { at: "work", url: MAIN.url } }, /--at and --url/],
  ["no name where all have one", { places: { work: WORK } }, {}, /--at or RECALL_AT: work/],
  [
    "a place over plain http",
    { places: { work: { ...WORK, url: "http://work.example" } } },
    { flags: { at: "work" } },
    /https/,
  ],
  [
    "a damaged place",
    { places: { work: { url: 1 } } },
    { flags: { at: "work" } },
    /"work" needs "url" and "token"/,
  ],
])("refuses %s", async (_, config, asked, message) => {
  await expect(used(config, asked)).rejects.toThrow(message);
});

it("writes one place and leaves the others, whoever writes", async () => {
  const file = join(temporaryFolder(), "config.json");
  await writeConfig(file, MAIN);
  await writePlace(file, "work", WORK);
  await writePlace(file, "home", HOME);
  await writeConfig(file, { ...MAIN, token: "new" });
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ ...KEPT, token: "new" });
  await writePlace(file, "work", undefined);
  expect([await readConfig(file), await readPlaces(file)]).toEqual([
    { ...MAIN, token: "new" },
    { home: HOME },
  ]);
  writeFileSync(file, "{ no JSON");
  await expect(readConfig(file)).rejects.toThrow(/recall init/);
  await writePlace(file, "work", WORK);
  expect([await readConfig(file), await readPlaces(file)]).toEqual([undefined, { work: WORK }]);
  await writePlace(file, "work", undefined);
  expect([await readConfig(file), await readPlaces(file), existsSync(file)]).toEqual([undefined, {}, false]);
});

it("keeps the owner's token and the sync of the same server under the same name only", async () => {
  const folder = temporaryFolder();
  const env = { XDG_CONFIG_HOME: folder, APPDATA: folder };
  writeInto(
    folder,
    "edge-recall/config.json",
    JSON.stringify({ ...MAIN, places: { work: { ...WORK, sync: "onSearch" } } }),
  );
  const keep = (url: string, as: string) =>
    keepAccess({ access: { url, token: "new" }, isOwner: false, here: undefined, as, env });
  const file = await keep(WORK.url, "work");
  await keep(WORK.url, "second");
  expect(await readPlaces(file)).toEqual({
    work: { url: WORK.url, token: "new", ownerToken: "work-owner", sync: "onSearch" },
    second: { url: WORK.url, token: "new" },
  });
  await keep(HOME.url, "work");
  expect((await readPlaces(file)).work).toEqual({ url: HOME.url, token: "new", sync: "onSearch" });
});

it("takes names that are one word to a shell", () => {
  expect(["work", "a.b-c_d", "W2"].every(isPlaceName)).toBe(true);
  expect(["", "-x", "__proto__", "a b", "a/b", "é", "x".repeat(49)].some(isPlaceName)).toBe(false);
});
