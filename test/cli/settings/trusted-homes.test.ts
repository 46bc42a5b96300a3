import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import {
  findLocalConfig,
  isTrustedHome,
  trustedHomes,
  trustHome,
} from "../../../src/cli/settings/trusted-homes.ts";
import { fakeServer } from "../fake-server.ts";
import { runCli } from "../run-cli.ts";
import { temporaryFolder, writeInto } from "../temporary-folder.ts";

const MODE = 0o777;
const config = (url: string, token: string) => JSON.stringify({ url, token });

function homeIn(folder: string, url = "https://a.example"): string {
  writeInto(folder, ".recall/config.json", config(url, "t"));
  chmodSync(join(folder, ".recall/config.json"), 0o600);
  return join(folder, ".recall");
}

it("keeps real paths in a file of the owner's, each once, and forgets homes that are gone", async () => {
  const user = temporaryFolder();
  const env = { XDG_CONFIG_HOME: user, APPDATA: user };
  const [one, other] = [temporaryFolder(), temporaryFolder()];
  const [first, second] = [homeIn(one), homeIn(other)];
  symlinkSync(one, join(other, "link"));
  for (const home of [first, second, join(other, "link/.recall")]) await trustHome(env, home);
  expect([...(await trustedHomes(env))]).toEqual([second, first]);
  expect(await isTrustedHome(env, join(other, "link/.recall"))).toBe(true);
  if (process.platform !== "win32") {
    expect(statSync(join(user, "edge-recall")).mode & MODE).toBe(0o700);
    expect(statSync(join(user, "edge-recall/trusted-homes.json")).mode & MODE).toBe(0o600);
  }
  rmSync(first, { recursive: true });
  await trustHome(env, second);
  expect([...(await trustedHomes(env))]).toEqual([second]);
  expect(await isTrustedHome(env, first)).toBe(false);
});

it("says what to do when the list cannot be written", async () => {
  const user = temporaryFolder({ occupied: "a file where a folder should be" });
  const env = { XDG_CONFIG_HOME: join(user, "occupied"), APPDATA: join(user, "occupied") };
  const home = homeIn(user);
  await expect(trustHome(env, home)).rejects.toMatchObject({
    code: "invalid_input",
    message: expect.stringContaining(`RECALL_HOME=${home}`),
  });
});

it("contacts no server that an unpacked archive names, and names the file it ignores", async () => {
  const evil = await fakeServer();
  const cwd = temporaryFolder({ "docs/a.md": "private" });
  homeIn(cwd, evil.url);
  for (const args of [["search", "hello"], ["push", "docs"], ["status"]]) {
    const { code, stderr } = await runCli(args, { cwd });
    expect(code).toBe(2);
    expect(stderr).toMatch(/config\.json is ignored: .*recall init --here/);
  }
  expect(evil.seen).toEqual([]);
});

it("takes nothing over from a stranger's .recall when `init --here` makes it the user's", async () => {
  const server = await fakeServer();
  server.answers.set("GET /v1/status", { workspace: "default", documents: 0, scope: "write" });
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, ".recall"));
  const strangers = JSON.stringify({ url: server.url, token: "x", ownerToken: "attacker" });
  writeInto(cwd, ".recall/config.json", strangers);
  const init = ["init", "--here", "--url", server.url, "--token", "mine"];
  expect(await runCli(init, { cwd })).toMatchObject({ code: 0, stderr: "" });
  expect(JSON.parse(readFileSync(join(cwd, ".recall/config.json"), "utf8"))).toEqual({
    url: server.url,
    token: "mine",
  });
  expect(await runCli(["status"], { cwd })).toMatchObject({ stderr: expect.not.stringContaining("ignored") });
  expect(server.seen.at(-1)?.headers.authorization).toBe("Bearer mine");
});

it.skipIf(process.platform === "win32")(
  "says why a home on the way up is not believed, and goes on to the next",
  async () => {
    const top = temporaryFolder({ "a/b/c/d/x.md": "" });
    const homes = ["", "a", "a/b", "a/b/c"].map((path) => join(top, path));
    const [believed = "", nameless = "", noFile = "", circle = ""] = homes;
    homeIn(believed);
    homeIn(nameless);
    writeInto(
      nameless,
      ".recall/config.json",
      JSON.stringify({ places: { work: { url: "https://a.example", token: "t" } } }),
    );
    mkdirSync(join(noFile, ".recall/config.json"), { recursive: true });
    symlinkSync(".recall", join(circle, ".recall"));
    const trusted = new Set(homes.map((folder) => join(folder, ".recall")));
    const { found, ignored } = await findLocalConfig(join(circle, "d"), trusted);
    expect(found).toMatchObject({ file: join(believed, ".recall/config.json"), isLocal: true });
    expect(ignored.map(({ file, problem }) => [file.slice(top.length), problem])).toEqual([
      ["/a/b/c/.recall/config.json", "it cannot be read"],
      ["/a/b/.recall/config.json", "it is not a file"],
      ["/a/.recall/config.json", "it names no server"],
    ]);
    expect(await findLocalConfig(join(top, "a/b"), new Set())).toMatchObject({ found: undefined });
  },
);
