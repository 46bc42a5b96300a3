import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { GlobalFlags } from "../../../src/cli/command.ts";
import { resolveSettings, type SettingsSource, serverUrl } from "../../../src/cli/settings/settings.ts";
import { temporaryFolder, writeInto } from "../temporary-folder.ts";

interface World {
  readonly home: string;
  readonly cwd: string;
  readonly user: string;
}

const config = (name: string) => JSON.stringify({ url: `https://${name}.example`, token: `${name}-token` });

const trustedList = (homes: readonly string[]) => JSON.stringify({ homes });

/** A configuration in every place that may have one; the folder's own is one the user made. */
function world(): World {
  const folder = temporaryFolder({
    "home/config.json": config("home"),
    "work/.recall/config.json": config("local"),
    "user/edge-recall/config.json": config("user"),
  });
  chmodSync(join(folder, "work/.recall/config.json"), 0o600);
  writeInto(folder, "user/edge-recall/trusted-homes.json", trustedList([join(folder, "work/.recall")]));
  mkdirSync(join(folder, "work/deep/er"), { recursive: true });
  return { home: join(folder, "home"), cwd: join(folder, "work/deep/er"), user: join(folder, "user") };
}

interface Changes {
  readonly flags?: GlobalFlags;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

async function resolve({ cwd, user }: World, changes: Changes = {}) {
  const warnings: string[] = [];
  const source: SettingsSource = {
    flags: changes.flags ?? {},
    env: { XDG_CONFIG_HOME: user, APPDATA: user, ...changes.env },
    cwd: changes.cwd ?? cwd,
    warn: (message) => warnings.push(message),
  };
  const { url, token } = await resolveSettings(source);
  return { url, token, warnings };
}

it("prefers flags, then the environment, RECALL_HOME, the nearest .recall, the user's folder", async () => {
  const here = world();
  const variables = { RECALL_URL: "https://env.example", RECALL_TOKEN: "env-token" };
  const env = { ...variables, RECALL_HOME: here.home };
  const flags = { url: "https://flag.example", token: "flag-token" };
  const far = temporaryFolder();
  expect(await resolve(here, { flags, env })).toMatchObject(flags);
  expect(await resolve(here, { env })).toMatchObject({ url: "https://env.example", token: "env-token" });
  expect(await resolve(here, { env: { RECALL_HOME: here.home } })).toMatchObject({ token: "home-token" });
  expect(await resolve(here)).toMatchObject({ url: "https://local.example", token: "local-token" });
  expect(await resolve(here, { cwd: far })).toMatchObject({
    url: "https://user.example",
    token: "user-token",
  });
});

it.skipIf(process.platform === "win32").each([0o644, 0o640, 0o604, 0o700])(
  "ignores a .recall of mode %o with a warning and goes on to the user's folder",
  async (mode) => {
    const here = world();
    chmodSync(join(here.cwd, "../../.recall/config.json"), mode);
    const { token, warnings } = await resolve(here);
    expect(token).toBe("user-token");
    expect(warnings).toMatchObject([expect.stringContaining("its mode is not 600")]);
  },
);

it("ignores a .recall that came with an archive, also one that names this machine, and says how to trust it", async () => {
  const here = world();
  for (const url of ["https://evil.example", "http://127.0.0.1:8787"]) {
    const archived = JSON.stringify({ url, token: "attacker" });
    writeInto(here.cwd, ".recall/config.json", archived);
    chmodSync(join(here.cwd, ".recall/config.json"), 0o600);
    const { token, warnings } = await resolve(here);
    expect(token).toBe("local-token");
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/is ignored: .*`recall init --here` in .*RECALL_HOME=/);
  }
  const env = { RECALL_HOME: join(here.cwd, ".recall") };
  expect(await resolve(here, { env })).toMatchObject({ token: "attacker", warnings: [] });
});

it("takes no other server's settings where RECALL_HOME holds none, and says what to do", async () => {
  const here = world();
  const home = temporaryFolder();
  const env = { RECALL_HOME: home };
  const refusal = resolve(here, { env });
  await expect(refusal).rejects.toMatchObject({ code: "invalid_input" });
  await expect(refusal).rejects.toThrow(
    `RECALL_HOME is ${home}, which holds no settings: start its server with`,
  );
  await expect(resolve(here, { env, flags: { url: "https://user.example" } })).rejects.toThrow(/RECALL_HOME/);
  const both = { url: "https://flag.example", token: "t" };
  expect(await resolve(here, { env, flags: both })).toMatchObject(both);
});

it("opens nothing of an untrusted .recall, so that a damaged one stops no command", async () => {
  const here = world();
  writeInto(here.cwd, ".recall/config.json", "{");
  expect(await resolve(here)).toMatchObject({ token: "local-token" });
});

it("trusts no .recall when the list of them is damaged", async () => {
  const here = world();
  for (const damaged of ["{", "null", '{"homes":7}', trustedList([join(here.cwd, ".recall")])]) {
    writeInto(here.user, "edge-recall/trusted-homes.json", damaged);
    expect(await resolve(here)).toMatchObject({ token: "user-token" });
  }
});

it("does not send a configuration's token to another host", async () => {
  const elsewhere = { env: { RECALL_URL: "https://evil.example" } };
  await expect(resolve(world(), elsewhere)).rejects.toMatchObject({ code: "invalid_input" });
  await expect(resolve(world(), elsewhere)).rejects.toThrow(/not sent to evil\.example/);
  const otherPort = { flags: { url: "https://local.example:444" } };
  await expect(resolve(world(), otherPort)).rejects.toThrow(/not sent to/);
});

it("does not send a token of the environment to a server that only a folder's file names", async () => {
  const here = world();
  const env = { RECALL_TOKEN: "env-token" };
  await expect(resolve(here, { env })).rejects.toThrow(/name it with --url/);
  expect(await resolve(here, { env, cwd: temporaryFolder() })).toMatchObject({ url: "https://user.example" });
  const ofThisMachine = JSON.stringify({ url: "http://127.0.0.1:8787", token: "t" });
  writeInto(here.cwd, "../../.recall/config.json", ofThisMachine);
  expect(await resolve(here, { env })).toMatchObject({ url: "http://127.0.0.1:8787", token: "env-token" });
});

it("never says a token when it refuses", async () => {
  const refusal = resolve(world(), { flags: { url: "https://evil.example" } });
  await expect(refusal).rejects.toMatchObject({ message: expect.not.stringContaining("local-token") });
});

it("takes the token of the configuration whose host is named", async () => {
  const named = { flags: { url: "https://user.example/" } };
  expect(await resolve(world(), named)).toMatchObject({ url: "https://user.example", token: "user-token" });
});

it("sends no token over plain http, except to this machine", async () => {
  const to = (url: string) => resolve(world(), { flags: { url, token: "t" } });
  await expect(to("http://recall.example")).rejects.toThrow(/plain http/);
  await expect(to("http://localhost.evil.example")).rejects.toThrow(/plain http/);
  await expect(to("http://127.0.0.1.evil.example")).rejects.toThrow(/plain http/);
  for (const url of ["http://127.0.0.1:8787", "http://localhost:1", "http://[::1]:1"])
    expect(await to(url)).toMatchObject({ url });
});

it("refuses addresses that are no server's", () => {
  for (const url of ["ftp://a.example", "a.example", "https://user:pass@a.example", ""])
    expect(() => serverUrl(url)).toThrow();
  expect(serverUrl("https://a.example/recall///")).toBe("https://a.example/recall");
});

it("says what to do when no server is known", async () => {
  const empty = temporaryFolder();
  const nowhere = { home: empty, cwd: empty, user: empty };
  await expect(resolve(nowhere)).rejects.toThrow(/recall init/);
});

it("refuses a token that would break out of its header", async () => {
  const flags = { url: "https://a.example", token: "a\nx: y" };
  await expect(resolve(world(), { flags })).rejects.toThrow(/visible ASCII/);
});

it("tells of a configuration that is damaged, instead of passing it over", async () => {
  const here = world();
  writeInto(here.user, "edge-recall/config.json", "{");
  await expect(resolve(here, { cwd: temporaryFolder() })).rejects.toThrow(/is not JSON/);
});
