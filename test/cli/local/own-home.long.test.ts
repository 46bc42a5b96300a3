import { chmodSync, chownSync, existsSync, linkSync, lstatSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { signingSecret } from "../../../src/cli/local/local-access.ts";
import { assertOwnHome, type HomeWish } from "../../../src/cli/local/home/own-home.ts";
import { noteServed } from "../../../src/cli/settings/served-homes.ts";
import { trustedHomes, trustHome } from "../../../src/cli/settings/trusted-homes.ts";
import { spawnCli } from "../spawn-cli.ts";
import { temporaryFolder, writeInto } from "../temporary-folder.ts";

const PLANTED = "a secret that somebody else knows, too";
const LOOPBACK = JSON.stringify({ url: "http://127.0.0.1:1", token: "t" });

/** A folder of this user with these files in its `.recall`, and how a start looks at that. */
function world(files: Readonly<Record<string, string>> = {}) {
  const folder = temporaryFolder(
    Object.fromEntries(Object.entries(files).map(([name, text]) => [`.recall/${name}`, text])),
  );
  const home = join(folder, ".recall");
  const env = { XDG_CONFIG_HOME: join(folder, "user"), APPDATA: join(folder, "user") };
  const start = (wish: Partial<HomeWish> = {}) =>
    assertOwnHome(home, { env, isNamed: false, adopt: false, adoptCommand: "recall serve --adopt", ...wish });
  /** What a start that is let in does. */
  const serve = async (): Promise<string> => {
    await start();
    const secret = await signingSecret(home);
    await noteServed(env, home, secret);
    return secret;
  };
  return { folder, home, env, start, serve };
}

const UNKNOWN = /does not know it as yours.*recall serve --adopt.*RECALL_HOME=/s;

describe("a server's home", () => {
  it("is a folder that is new, or empty, or holds nothing of a home", async () => {
    const absent = world();
    await absent.start();
    mkdirSync(absent.home);
    chmodSync(absent.home, 0o777);
    await absent.start();
    if (process.platform !== "win32") expect(lstatSync(absent.home).mode & 0o777).toBe(0o700);
    await world({ ".gitignore": "*\n", "notes.md": "x" }).start();
  });

  it("is taken after a start that was killed before it had a secret, or before that was in the home", async () => {
    const { start, home, env, serve } = world({ "run.json": JSON.stringify({ pid: 2 ** 30, started: "1" }) });
    await start();
    const killed = signingSecret(home, async (secret) => {
      await noteServed(env, home, secret);
      throw new Error("killed");
    });
    await expect(killed).rejects.toThrow("killed");
    expect(existsSync(join(home, "signing-secret"))).toBe(false);
    const secret = await serve();
    expect(await serve()).toBe(secret);
  });

  it("is known again after this user has served from it, and after its secret was removed", async () => {
    const { serve, start, home, env } = world();
    const secret = await serve();
    await start({ isNamed: true });
    expect(await serve()).toBe(secret);
    await trustHome(env, home);
    expect(await serve()).toBe(secret);
    expect([...(await trustedHomes(env))]).toEqual([home]);
    writeInto(home, "signing-secret", "\n");
    const next = await serve();
    expect(next).not.toBe(secret);
    expect(await serve()).toBe(next);
  });

  it.each([
    ["a secret", { "signing-secret": PLANTED }],
    ["a database", { "state/v3/d1/x.sqlite": "x" }],
    ["settings", { "config.json": LOOPBACK }],
    ["a log", { "server.log": "" }],
    ["a run file", { "run.json": "{}" }],
    ["a run file with an address", { "run.json": '{"pid":1,"started":"1","url":"http://127.0.0.1:1"}' }],
    [
      "a run file with a runtime",
      { "run.json": '{"pid":1,"started":"1","runtime":{"pid":1,"started":"1"}}' },
    ],
    ["a folder for sockets", { "socket/recall": "" }],
    ["a page", { "page/index.html": "" }],
  ])("is refused with %s that came with a clone, however it is named", async (_, files) => {
    const { start } = world(files);
    await expect(start()).rejects.toThrow(UNKNOWN);
    await expect(start({ isNamed: true })).rejects.toThrow(UNKNOWN);
  });

  it("is refused where `recall init --here` made its settings, and a secret came with them", async () => {
    const { start, home, env } = world({ "config.json": LOOPBACK });
    await trustHome(env, home);
    await start();
    writeInto(home, "signing-secret", PLANTED);
    await expect(start()).rejects.toThrow(UNKNOWN);
  });

  it("is refused where an archive replaced the secret that was made here", async () => {
    const { serve, start, home } = world();
    await serve();
    writeInto(home, "signing-secret", PLANTED);
    await expect(start()).rejects.toThrow(/signing-secret is not the one that was made here/);
  });

  it("is taken over on demand: its database stays, its secret, tokens and settings go", async () => {
    const files = { "signing-secret": PLANTED, "config.json": LOOPBACK, "run.json": "{}", "state/x": "x" };
    const { serve, start, home } = world(files);
    await start({ adopt: true });
    for (const name of Object.keys(files))
      expect(existsSync(join(home, name)), name).toBe(name === "state/x");
    await start({ adopt: true });
    const secret = await signingSecret(home);
    expect(secret).not.toBe(PLANTED);
    await expect(serve()).rejects.toThrow(UNKNOWN);
  });

  it.skipIf(process.platform === "win32").each<[string, (home: string, folder: string) => void]>([
    [
      "a secret that is a link",
      (home, folder) => symlinkSync(join(folder, "there"), join(home, "signing-secret")),
    ],
    [
      "a secret with a second name",
      (home, folder) => linkSync(join(folder, "there"), join(home, "signing-secret")),
    ],
    ["a log that is a link", (home, folder) => symlinkSync(join(folder, "there"), join(home, "server.log"))],
    ["a database that is a link", (home, folder) => symlinkSync(folder, join(home, "state"))],
    [
      "a link deep in its database",
      (home, folder) => {
        mkdirSync(join(home, "state/d1"), { recursive: true });
        symlinkSync(join(folder, "there"), join(home, "state/d1/x.sqlite"));
      },
    ],
  ])("is refused with %s, also to be taken over", async (_, change) => {
    const { serve, start, home, folder } = world();
    mkdirSync(home);
    writeInto(folder, "there", PLANTED);
    change(home, folder);
    await expect(start({ adopt: true })).rejects.toThrow(/is a link, another user's, or has a second name/);
    await expect(serve()).rejects.toThrow("cannot be this server's home");
  });

  it.skipIf(process.platform === "win32")("is refused as a link, unless it was named", async () => {
    const { folder, home, start } = world();
    const elsewhere = world();
    mkdirSync(elsewhere.home);
    symlinkSync(elsewhere.home, home);
    await expect(start()).rejects.toThrow(
      `it is a link to ${elsewhere.home}. To use that folder: RECALL_HOME=`,
    );
    await start({ isNamed: true });
    writeInto(elsewhere.home, "signing-secret", PLANTED);
    await expect(start({ isNamed: true })).rejects.toThrow(UNKNOWN);
    expect(folder).not.toBe(elsewhere.folder);
  });

  it.skipIf(process.platform === "win32")("is refused where others can write", async () => {
    const { serve, start, home } = world({ "notes.md": "x" });
    for (const mode of [0o770, 0o707, 0o1777]) {
      chmodSync(home, mode);
      await expect(start()).rejects.toThrow(/other users can write in it. If all in it is yours: chmod go-w/);
    }
    chmodSync(home, 0o755);
    await serve();
  });

  it.runIf(process.getuid?.() === 0)(
    "is refused as another user's, and with another user's files",
    async () => {
      const NOBODY = 65_534;
      const theirs = world({ "notes.md": "x" });
      chownSync(theirs.home, NOBODY, NOBODY);
      await expect(theirs.start({ adopt: true })).rejects.toThrow("it belongs to another user");
      const mixed = world();
      await mixed.serve();
      chownSync(join(mixed.home, "signing-secret"), NOBODY, NOBODY);
      await expect(mixed.start()).rejects.toThrow(/signing-secret is a link, another user's/);
    },
  );
});

it("`recall serve` starts nothing with a secret that was committed, and says what to do in a line", async () => {
  const folder = temporaryFolder({ "docs/a.md": "x", "home/signing-secret": PLANTED });
  const env = { RECALL_HOME: join(folder, "home") };
  const run = await spawnCli(["serve", "docs", "--port", "0"], { cwd: folder, env });
  expect(run).toMatchObject({ code: 2, stdout: "" });
  expect(run.stderr).toMatch(/does not know it as yours.*npm start -- --adopt.*RECALL_HOME=/s);
  expect(existsSync(join(folder, "home/run.json"))).toBe(false);
});
