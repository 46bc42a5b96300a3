/**
 * What `npm pack` adds to the sources: the CLI as plain JavaScript with everything it imports, for Node 20 without
 * dependencies, the local Worker as one module for workerd, and the page.
 */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { buildPage } from "../src/cli/local/build-page.ts";
import { bundleWorker } from "../src/cli/local/load-runtime.ts";
import { packageRoot } from "../src/cli/local/package-root.ts";

/** Some of what is bundled is CommonJS and calls `require` for Node's own modules, which an ES module lacks. */
const REQUIRE =
  'import { createRequire as createRequireForBundle } from "node:module"; ' +
  "const require = createRequireForBundle(import.meta.url);";

const root = packageRoot();
const dist = join(root, "dist");
rmSync(dist, { recursive: true, force: true });
await build({
  entryPoints: { cli: join(root, "src", "cli", "main.ts") },
  bundle: true,
  splitting: true,
  platform: "node",
  format: "esm",
  target: "node20",
  outdir: dist,
  chunkNames: "parts/[name]-[hash]",
  banner: { js: REQUIRE },
  logLevel: "warning",
});
writeFileSync(join(dist, "local-worker.js"), await bundleWorker(build, root));
await buildPage(build, root, join(dist, "public"));
