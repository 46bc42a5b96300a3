import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "wrangler-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const dryRun = (environment: string) =>
  spawnSync("wrangler", ["deploy", "--dry-run", "-e", environment, "--outdir", folder], {
    encoding: "utf8",
    env: {
      ...process.env,
      WRANGLER_SEND_METRICS: "false",
      WRANGLER_LOG_PATH: folder,
      NO_COLOR: "1",
      CI: "1",
    },
  });

describe("a deployment", () => {
  it("is accepted without an account, with every production binding and no warning", () => {
    const { status, stdout, stderr } = dryRun("");
    expect([status, stderr]).toEqual([0, ""]);
    const bindings = ["DB", "VECTORIZE", "AI", "INDEX_QUEUE", "RATE_LIMIT", "ADDRESS_LIMIT", "PLATFORM"];
    for (const name of bindings) expect(stdout).toContain(`env.${name}`);
    expect(stdout).toMatch(/Read \d+ files from the assets directory/);
    expect(readFileSync("public/index.html", "utf8")).toMatch(
      /<script type="module" src="\/parts\/page-\w+\.js">/,
    );
    expect(stdout).toContain('"cloudflare"');
  });

  it("of the local environment bundles its own entry, without Workers AI and Vectorize", () => {
    const { status, stdout } = dryRun("local");
    expect(status).toBe(0);
    expect(stdout).toContain('env.PLATFORM ("local")');
    expect(stdout).not.toMatch(/env\.(?:AI|VECTORIZE)\b/);
  });
});
