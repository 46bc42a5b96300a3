import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Each file starts its own workerd; two at once is what two cores carry.
    maxWorkers: 2,
    // The Worker logs a line a request: only shown where it helps.
    silent: "passed-only",
  },
});
