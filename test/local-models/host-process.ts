import { startHost } from "../../src/local-models/host.ts";
import { EMBEDDER, PROCESS, ROOT } from "./tiny-models.ts";

/** A server's process with models in a process of their own, whose id it tells; with `stand` that one stands still then. */
const [models = "", stand] = process.argv.slice(2);
const data = { models, places: [ROOT], threads: 1 };
const host = startHost({ program: PROCESS, data, idleMs: 60_000, tell: console.error });
await host.ask({ model: EMBEDDER.name, texts: ["a"], isUrgent: true });
if (stand !== undefined) {
  const texts = Array.from({ length: 200 }, () => "a ".repeat(400));
  host.ask({ model: EMBEDDER.name, texts, isUrgent: false }).catch(() => undefined);
  setInterval(host.holdBack, 50);
}
process.send?.(host.pid());
