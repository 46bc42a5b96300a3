import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

const LONG = "test/**/*.long.test.ts";
/** The first looks at the children of its process; the second loads drizzle-kit, which adds to Array.prototype what PDF.js refuses. */
const ISOLATED = ["test/cli/local/claim-home.test.ts", "test/database/schema.test.ts"];

/** The text of a file, as wrangler and esbuild load it. */
const sqlText: Plugin = {
  name: "sql-text",
  transform: (text, id) => (id.endsWith(".sql") ? `export default ${JSON.stringify(text)}` : undefined),
};

/** A module of WebAssembly, compiled, as wrangler and the local server load it. */
const compiledWasm: Plugin = {
  name: "compiled-wasm",
  enforce: "pre",
  load: (id) =>
    id.endsWith(".wasm")
      ? `export default new WebAssembly.Module(Uint8Array.of(${[...readFileSync(id)]}))`
      : undefined,
};

export default defineConfig({
  plugins: [sqlText, compiledWasm],
  resolve: {
    alias: {
      "cloudflare:workers": fileURLToPath(new URL("test/support/cloudflare-workers.ts", import.meta.url)),
    },
  },
  test: {
    // It imports the platform's module, which Node has not.
    server: { deps: { inline: ["@cloudflare/workers-oauth-provider"] } },
    setupFiles: ["test/support/property-seed.ts"],
    // Guards against a hang only: no test judges speed.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    // Two cores carry three: a third of a file's time is waiting, for its workerd and for what is written behind an answer.
    // A fourth takes longer to load what they share than it saves.
    maxWorkers: 3,
    // Files of one process leave much behind: with room for young objects they are collected once instead of copied often.
    execArgv: ["--max-semi-space-size=64"],
    // The Worker logs a line a request: only shown where it helps.
    silent: "passed-only",
    // `npm test` runs the first, `npm run test:long` the second; vitest by itself both.
    projects: [
      // Files share a process, its modules and its workerd: starting them anew for each takes half of the time.
      {
        extends: true,
        test: { name: "quick", include: ["test/**/*.test.ts"], exclude: [LONG, ...ISOLATED], isolate: false },
      },
      { extends: true, test: { name: "quick-isolated", include: ISOLATED } },
      { extends: true, test: { name: "long", include: [LONG], testTimeout: 900_000 } },
    ],
  },
});
