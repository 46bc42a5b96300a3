import { existsSync, lstatSync, mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { packageRoot } from "../../../src/cli/local/load-runtime.ts";
import { ensureAccess } from "../../../src/cli/local/local-access.ts";
import { runtimeOf } from "../../../src/cli/local/runtime-process.ts";
import { startServer } from "../../../src/cli/local/start-server.ts";
import { reach } from "../../../src/cli/session/reach.ts";
import { relay } from "../session/listeners.ts";

const SECRET = "a secret for tests only, long enough";
const MODE_BITS = 0o777;

/** A running server with a home of this name, and ways to ask it with a token. */
async function served(name: string) {
  const base = mkdtempSync(join(tmpdir(), "server-"));
  const home = join(base, name);
  const { url, fetch: own, stop } = await startServer({ root: packageRoot(), home, port: 0, secret: SECRET });
  onTestFinished(async () => {
    await stop();
    rmSync(base, { recursive: true });
  });
  const { token } = await ensureAccess({ url, fetch: own }, home, SECRET);
  const status = async (way: typeof fetch, at = url): Promise<number> =>
    (await way(`${at}/v1/status`, { headers: { authorization: `Bearer ${token}` } })).status;
  return { home, url, status, stop, socket: join(home, "socket/recall") };
}

it("a server is reached through the socket in its home, and proved at its port", async () => {
  const { home, url, status, stop, socket } = await served("home");
  expect(lstatSync(socket).isSocket()).toBe(true);
  expect(lstatSync(socket).mode & MODE_BITS).toBe(0o600);
  expect(lstatSync(join(home, "socket")).mode & MODE_BITS).toBe(0o700);
  // Nothing listens at this port: the way is the socket's.
  expect(await status(reach({ url: "http://127.0.0.1:1", home }), "http://127.0.0.1:1")).toBe(200);
  expect(await status(reach({ url }))).toBe(200);
  expect(
    await status(
      reach({ url: url.replace("127.0.0.1", "localhost") }),
      url.replace("127.0.0.1", "localhost"),
    ),
  ).toBe(200);
  const passedOn = await relay(url);
  await expect(status(reach({ url: passedOn.url }), passedOn.url)).rejects.toThrow("did not prove");
  await stop();
  expect(existsSync(socket)).toBe(false);
});

/** The status of a request under another name, as a browser sends it after that name was made to point here. */
const named = (url: string, path: string, headers: Record<string, string>): Promise<number | undefined> =>
  new Promise((answered, failed) => {
    request(new URL(path, url), { headers }, (answer) => answered(answer.resume().statusCode))
      .on("error", failed)
      .end();
  });

it("a server answers to its own names and pages alone, whatever is asked for", async () => {
  const { url } = await served("home");
  for (const path of ["/", "/index.html", "/v1/status", "/health", "/docs", "/openapi.json", "/mcp"]) {
    const { host, port } = new URL(url);
    expect(await named(url, path, { host: `rebound.example:${port}` }), path).toBe(403);
    expect(await named(url, path, { host, origin: `http://localhost:${port}` }), path).toBe(403);
    expect(await named(url, path, { host, origin: url }), path).not.toBe(403);
  }
});

it.runIf(process.platform === "linux")("the socket is there again after the runtime died", async () => {
  const { home, url, status, socket } = await served("home");
  const before = lstatSync(socket).ino;
  process.kill(runtimeOf(process.pid)?.pid ?? 0, "SIGKILL");
  await expect.poll(() => lstatSync(socket).ino).not.toBe(before);
  expect(await status(reach({ url: "http://127.0.0.1:1", home }), "http://127.0.0.1:1")).toBe(200);
  await expect.poll(() => status(reach({ url })).catch(() => 0)).toBe(200);
});

it("a home whose path is too long for a socket has none, and its server is proved", async () => {
  const { home, url, status } = await served("deep".repeat(30));
  expect(existsSync(join(home, "socket"))).toBe(false);
  expect(await status(reach({ url, home }))).toBe(200);
});
