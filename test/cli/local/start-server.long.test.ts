import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { packageRoot } from "../../../src/cli/local/load-runtime.ts";
import { ensureAccess, localConfig, readStatus, signingSecret } from "../../../src/cli/local/local-access.ts";
import { type LocalServer, startServer } from "../../../src/cli/local/start-server.ts";
import { MIGRATION_NAMES } from "../../../src/database/migrations/bundle.ts";

const PERMISSIONS = 0o777;

let home = "";
const running: LocalServer[] = [];

async function start(port = 0): Promise<LocalServer> {
  const server = await startServer({ root: packageRoot(), home, port, secret: await signingSecret(home) });
  running.push(server);
  return server;
}

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "server-"));
});
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
  rmSync(home, { recursive: true });
});

describe("a local server", () => {
  it("applies every migration once, keeps its data over a restart, and its tokens", async () => {
    const first = await start();
    expect(first.migrated).toEqual(MIGRATION_NAMES);
    const secret = await signingSecret(home);
    const access = await ensureAccess({ url: first.url, fetch }, home, secret);
    await first.stop();
    const second = await start();
    expect(second.migrated).toEqual([]);
    const again = await ensureAccess({ url: second.url, fetch }, home, secret);
    expect(again).toEqual({ ...access, url: second.url });
    expect(await readStatus({ url: second.url, fetch }, again.token)).toMatchObject({
      documents: 0,
      chunks: 0,
    });
  });

  it("gives the CLI a token of the workspace in a file that only its owner reads", async () => {
    const { url } = await start();
    const { token } = await ensureAccess({ url, fetch }, home, await signingSecret(home));
    expect(await localConfig(home)).toMatchObject({ url, token });
    for (const file of ["config.json", "signing-secret"])
      expect(statSync(join(home, file)).mode & PERMISSIONS, file).toBe(0o600);
    const headers = { authorization: `Bearer ${token}` };
    expect((await fetch(`${url}/v1/status`, { headers })).status).toBe(200);
    expect((await fetch(`${url}/v1/status`)).status).toBe(401);
  });

  it("makes new tokens when the database they belong to is gone", async () => {
    const first = await start();
    const secret = await signingSecret(home);
    await ensureAccess({ url: first.url, fetch }, home, secret);
    await first.stop();
    rmSync(join(home, "state"), { recursive: true });
    const { url } = await start();
    const { token } = await ensureAccess({ url, fetch }, home, secret);
    expect(await readStatus({ url, fetch }, token)).toMatchObject({ documents: 0 });
  });

  it("is refused a port that another program has, and told what to do", async () => {
    const { url } = await start();
    const port = Number(new URL(url).port);
    await expect(start(port)).rejects.toThrow(
      `Port ${port} is taken by another program. Take another one: PORT=`,
    );
  });
});

describe("the settings of a home", () => {
  it("of a server elsewhere are never replaced by a local start", async () => {
    const settings = JSON.stringify({ url: "https://recall.example.org", token: "t" });
    writeFileSync(join(home, "config.json"), settings, { mode: 0o600 });
    await expect(localConfig(home)).rejects.toThrow(/recall\.example\.org.*RECALL_HOME/);
    expect(readFileSync(join(home, "config.json"), "utf8")).toBe(settings);
  });
});
