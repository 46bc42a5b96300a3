/**
 * What `npm pack` adds to the sources: the CLI as plain JavaScript with everything it imports, without
 * dependencies, the local Worker as one module for workerd, the page, and the client for programs with its types.
 */
import { copyFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { buildPage } from "../src/cli/local/build-page.ts";
import { bundleWorker, packageRoot, WORKER_WASM } from "../src/cli/local/load-runtime.ts";
import { apiRoutes } from "../src/http/api.ts";
import type { AppParts } from "../src/http/app-parts.ts";
import { openApiDocument } from "../src/http/openapi/document.ts";
import { VERSION } from "../src/version.ts";
import { clientTypes } from "./package/client-types.ts";

/** Some of what is bundled is CommonJS and calls `require` for Node's own modules, which an ES module lacks. */
const REQUIRE =
  'import { createRequire as createRequireForBundle } from "node:module"; ' +
  "const require = createRequireForBundle(import.meta.url);";

const root = packageRoot();
const dist = join(root, "dist");
rmSync(dist, { recursive: true, force: true });
await build({
  entryPoints: {
    cli: join(root, "src", "cli", "main.ts"),
    // The process of installed models, with the tokenizer in it; ONNX Runtime is found where it was installed.
    "model-process": join(root, "src", "local-models", "model-process.ts"),
    // The process that opens documents in other formats, a part for each library.
    "convert-process": join(root, "src", "cli", "formats", "convert-process.ts"),
  },
  bundle: true,
  splitting: true,
  platform: "node",
  format: "esm",
  target: "node22",
  outdir: dist,
  chunkNames: "parts/[name]-[hash]",
  // The other form of jsonc-parser asks for its parts in a way that no bundler follows.
  mainFields: ["module", "main"],
  banner: { js: REQUIRE },
  logLevel: "warning",
});
const { script, wasm } = await bundleWorker(build, root);
writeFileSync(join(dist, "local-worker.js"), script);
writeFileSync(join(dist, WORKER_WASM), wasm);
await buildPage(build, root, join(dist, "public"));
copyFileSync(join(root, "src", "redaction", "rules", "LICENSE"), join(dist, "LICENSE-gitleaks"));
await build({
  entryPoints: { client: join(root, "src", "client", "client.ts") },
  bundle: true,
  platform: "neutral",
  mainFields: ["module", "main"],
  format: "esm",
  target: "es2022",
  outdir: dist,
  logLevel: "warning",
});
// Describing the routes asks nothing of the services.
const api = apiRoutes({ services: {}, version: VERSION } as AppParts);
writeFileSync(join(dist, "client.d.ts"), clientTypes(openApiDocument(api, VERSION)));
