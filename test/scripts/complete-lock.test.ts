import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const SCRIPT = resolve("scripts/complete-lock.ts");

interface Lock {
  readonly packages: Readonly<
    Record<string, { readonly version?: string; readonly dev?: boolean; readonly [key: string]: unknown }>
  >;
}

const readLock = (file: string): Lock => JSON.parse(readFileSync(file, "utf8")) as Lock;

describe("the lock of this repository", () => {
  it("names every optional package, so that npm ci accepts it", () => {
    expect(execFileSync("node", [SCRIPT, "--check"], { encoding: "utf8" })).toContain("is complete");
  });

  it("pins exactly what package.json asks for", () => {
    const { devDependencies } = JSON.parse(readFileSync("package.json", "utf8")) as {
      devDependencies: Record<string, string>;
    };
    const { packages } = readLock("package-lock.json");
    const locked = Object.keys(devDependencies).map((name) => [
      name,
      packages[`node_modules/${name}`]?.version,
    ]);
    expect(Object.fromEntries(locked)).toEqual(devDependencies);
  });
});

describe("a lock that lacks a platform package", () => {
  let folder = "";
  const lockFile = (): string => join(folder, "package-lock.json");
  const complete = (...flags: readonly string[]) =>
    spawnSync("node", [join(folder, "scripts", "complete-lock.ts"), ...flags], { encoding: "utf8" });

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "lock-"));
    mkdirSync(join(folder, "scripts"));
    copyFileSync(SCRIPT, join(folder, "scripts", "complete-lock.ts"));
    const owner = {
      version: "1.0.0",
      dev: true,
      optionalDependencies: { "tool-darwin-arm64": "1.0.0", "tool-linux-x64": "1.0.0" },
    };
    const packages = { "node_modules/tool": owner, "node_modules/tool-linux-x64": { version: "1.0.0" } };
    writeFileSync(lockFile(), JSON.stringify({ packages }));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it("fails the check by name and is left as it was", () => {
    const before = readFileSync(lockFile(), "utf8");
    const { status, stdout } = complete("--check");
    expect([status, stdout]).toEqual([1, "missing: tool-darwin-arm64\n"]);
    expect(readFileSync(lockFile(), "utf8")).toBe(before);
  });

  it("is completed with the platform, and then passes", () => {
    expect(complete().status).toBe(0);
    expect(readLock(lockFile()).packages["node_modules/tool-darwin-arm64"]).toEqual({
      version: "1.0.0",
      dev: true,
      optional: true,
      os: ["darwin"],
      cpu: ["arm64"],
    });
    expect(complete("--check").status).toBe(0);
  });
});
