import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    setupFiles: ["test/support/property-seed.ts"],
    // Guards against a hang only: no test judges speed.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // Each file starts its own workerd; two at once is what two cores carry.
    maxWorkers: 2,
    // The Worker logs a line a request: only shown where it helps.
    silent: "passed-only",
  },
});
