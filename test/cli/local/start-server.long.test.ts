import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadMiniflare, packageRoot } from "../../../src/cli/local/load-runtime.ts";
import { ensureAccess, localConfig, readStatus, signingSecret } from "../../../src/cli/local/local-access.ts";
import { DOOR, WORKER_NAME, workerOptions } from "../../../src/cli/local/server-options.ts";
import { type LocalServer, listen, startServer } from "../../../src/cli/local/start-server.ts";
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

  it("listens at another free port when a program takes the first one in between", async () => {
    const { Log, LogLevel, Miniflare } = loadMiniflare(packageRoot());
    const script = `export default {}; export const ${DOOR} = { fetch: () => new Response("here") };`;
    const other = createServer();
    const ports: number[] = [];
    const runtime = await listen(0, (port) => {
      ports.push(port);
      if (ports.length === 1) other.listen(port, "127.0.0.1");
      const address = { host: "127.0.0.1", port };
      const worker = workerOptions({ root: packageRoot(), script, secret: "s", settings: {}, address });
      return new Miniflare({
        host: address.host,
        port: 0,
        cf: false,
        log: new Log(LogLevel.NONE),
        workers: [worker],
      });
    });
    const { origin } = await runtime.unsafeGetDirectURL(WORKER_NAME, DOOR);
    const answer = await (await fetch(origin)).text();
    await runtime.dispose();
    other.close();
    expect(answer).toBe("here");
    expect(ports).toHaveLength(2);
    expect(Number(new URL(origin).port)).toBe(ports[1]);
  });

  it("is refused a port that another program has, and told what to do", async () => {
    const { url } = await start();
    const port = Number(new URL(url).port);
    await expect(start(port)).rejects.toThrow(
      `Port ${port} is taken by another program. Run the same with PORT=`,
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
