import { loadMiniflare } from "../../src/cli/local/load-runtime.ts";
import { workerOptions } from "../../src/cli/local/server-options.ts";
import { percentile } from "../../src/cli/commands/eval/statistics/metrics.ts";

/** Asks its database for nothing, as often as a keyword search asks it: once. */
const WORKER = `const answer = {
  async fetch(_, { DB }) {
    const [{ results }] = await DB.withSession().batch([DB.prepare("SELECT 1 AS one")]);
    return Response.json(results);
  },
};
export { answer as door };
export default answer;`;

const WARM_UPS = 100;
const ASKED = 400;

/**
 * What a request to a local server takes that asks its database for nothing, milliseconds, p50: HTTP, the runtime, and the local
 * database's own way of being asked. None of it is a search's.
 */
export async function measureRoundTrip(root: string): Promise<number> {
  const { Log, LogLevel, Miniflare } = loadMiniflare(root);
  const { dev, config } = workerOptions({
    ...{ root, script: WORKER, secret: "", settings: {} },
    address: { host: "127.0.0.1", port: 0 },
  });
  const runtime = new Miniflare({
    ...{ cf: false, telemetry: { enabled: false }, enableDevRegistry: false },
    log: new Log(LogLevel.NONE),
    handleStructuredLogs: () => undefined,
    workers: [{ dev, config: { ...config, triggers: [] } }],
  });
  try {
    const url = await runtime.unsafeGetDirectURL(config.name, "door");
    const times: number[] = [];
    for (let asked = 0; asked < WARM_UPS + ASKED; asked++) {
      const startedMs = performance.now();
      await (await fetch(url, { method: "POST", body: "{}" })).text();
      times.push(performance.now() - startedMs);
    }
    return percentile(times.slice(WARM_UPS), 0.5);
  } finally {
    await runtime.dispose();
  }
}
