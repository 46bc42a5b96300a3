import { createRequire } from "node:module";
import { join } from "node:path";
import { packageRoot } from "../../src/cli/local/load-runtime.ts";
import { COMPATIBILITY_DATE } from "../../src/cli/local/server-options.ts";

type Miniflare = typeof import("miniflare");
type Esbuild = typeof import("esbuild");

/** The fixture Worker on workerd, bundled as the product is. */
export async function withFixture(work: (url: string) => Promise<void>): Promise<void> {
  const root = packageRoot();
  const require = createRequire(join(root, "package.json"));
  const { build, stop } = require("esbuild") as Esbuild;
  const { outputFiles } = await build({
    stdin: {
      contents: 'export { fixtureApp as default } from "./fixture-worker.ts";',
      resolveDir: join(root, "test", "mcp"),
    },
    ...{ bundle: true, format: "esm", target: "es2024", write: false, logLevel: "error" },
    loader: { ".sql": "text" },
    conditions: ["workerd", "worker", "browser"],
    external: ["node:*", "cloudflare:*"],
  });
  stop();
  const contents = outputFiles[0]?.text ?? "";
  const { Log, LogLevel, Miniflare } = require("miniflare") as Miniflare;
  const runtime = new Miniflare({
    ...{ host: "127.0.0.1", port: 0, cf: false, log: new Log(LogLevel.WARN), enableDevRegistry: false },
    telemetry: { enabled: false },
    workers: [
      {
        dev: { rootPath: root },
        config: {
          name: "fixture",
          compatibilityDate: COMPATIBILITY_DATE,
          manifest: { mainModule: "worker.js", modules: { "worker.js": { type: "esm", contents } } },
        },
      },
    ],
  });
  try {
    await work((await runtime.ready).origin);
  } finally {
    await runtime.dispose();
  }
}
