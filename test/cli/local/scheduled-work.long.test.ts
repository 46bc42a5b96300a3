import { expect, it, onTestFinished, vi } from "vitest";
import { loadMiniflare, packageRoot } from "../../../src/cli/local/load-runtime.ts";
import { runtimeOf } from "../../../src/cli/local/runtime-process.ts";
import { scheduleWork } from "../../../src/cli/local/scheduled-work.ts";
import { DOOR, WORKER_NAME, workerOptions } from "../../../src/cli/local/server-options.ts";
import { listen } from "../../../src/cli/local/start-server.ts";

const SOON = { timeout: 20_000, interval: 50 };
const COUNTING = `let runs = 0;
  export default { scheduled() { runs++; } };
  export const ${DOOR} = { fetch: () => new Response("runs: " + runs) };`;

it("goes on in a runtime that was killed and started again", async () => {
  const { Log, LogLevel, Miniflare } = loadMiniflare(packageRoot());
  const restarts: string[] = [];
  const runtime = await listen(0, (port) => {
    const address = { host: "127.0.0.1", port };
    return new Miniflare({
      ...{ host: address.host, port: 0, cf: false, log: new Log(LogLevel.NONE) },
      unsafeHandleRuntimeRestart() {
        restarts.push("restart");
        work.takeUp();
      },
      workers: [workerOptions({ root: packageRoot(), script: COUNTING, secret: "s", settings: {}, address })],
    });
  });
  const complaints: string[] = [];
  const work = scheduleWork(runtime, (line) => void complaints.push(line));
  onTestFinished(async () => {
    work.stop();
    await runtime.dispose();
  });
  const { origin } = await runtime.unsafeGetDirectURL(WORKER_NAME, DOOR);
  const asked = async () => (await fetch(origin)).text();
  await vi.waitFor(async () => expect(await asked()).toMatch(/runs: [2-9]/), SOON);
  process.kill(runtimeOf(process.pid)?.pid ?? 0, "SIGKILL");
  await vi.waitFor(() => expect(restarts).toHaveLength(1), SOON);
  await vi.waitFor(async () => expect(await asked()).toMatch(/runs: [1-9]/), SOON);
  expect(complaints).toEqual([]);
});
