import { type SpawnSyncReturns, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { startHost } from "../../src/local-models/host.ts";
import { EMBEDDER, tinyModels } from "../local-models/tiny-models.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const PIN = (
  JSON.parse(readFileSync("package.json", "utf8")) as { devDependencies: Readonly<Record<string, string>> }
).devDependencies.miniflare;
/** A command that hangs ends the run, milliseconds; far more than any of them takes on a busy machine. */
const SET_UP_MS = 300_000;

/** Of the archive: 1.80 MB before models could be installed, and one more; what reads PDF adds 0.6. */
const MOST_BYTES = 3_200_000;

let folder = "";
const installed = (...parts: readonly string[]): string =>
  join(folder, "node_modules", "edge-recall", ...parts);

function run(
  command: string,
  parameters: readonly string[],
  {
    cwd = folder,
    more = {},
  }: { readonly cwd?: string; readonly more?: Readonly<Record<string, string>> } = {},
): SpawnSyncReturns<string> {
  return spawnSync(command, parameters, {
    cwd,
    encoding: "utf8",
    timeout: SET_UP_MS,
    env: ownEnvironment(more),
  });
}

/** Nothing of the calling npm: its settings would send the package somewhere else. */
const ownEnvironment = (more: Readonly<Record<string, string>>) => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:npm_|RECALL_)/i.test(name))),
  HOME: folder,
  ...more,
});

/** A Node of the system, older than the one of the lock, when there is one. */
function systemNode(): string | undefined {
  const folders = (process.env.PATH ?? "")
    .split(delimiter)
    .filter((entry) => !entry.includes("node_modules"));
  const nodes = folders.map((entry) => join(entry, "node")).filter((file) => existsSync(file));
  return nodes.find((file) => run(file, ["--version"], { cwd: tmpdir() }).stdout.startsWith("v20."));
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "package-"));
  const packed = run("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: process.cwd() });
  expect(packed.stderr).toBe("");
  const archive = readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "";
  const flags = ["--offline", "--no-audit", "--no-fund", "--prefix", folder];
  const { status, stderr } = run("npm", ["install", ...flags, join(folder, archive)]);
  expect([status, stderr]).toEqual([0, expect.not.stringContaining("ERR")]);
}, SET_UP_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the packed CLI, installed elsewhere", () => {
  it("brings the built program, the Worker, the page and the licence, and no sources", () => {
    const names = readdirSync(installed());
    expect(names).toEqual(expect.arrayContaining(["bin", "dist", "LICENSE", "package.json"]));
    expect(names).not.toContain("src");
    expect(existsSync(installed("dist", "local-worker.js"))).toBe(true);
    expect(existsSync(installed("dist", "model-process.js"))).toBe(true);
    expect(readdirSync(installed("dist", "public")).sort()).toEqual([
      ...["README.md", "SECURITY.md", "_headers", "docs", "examples"],
      ...["icon.svg", "index.html", "parts", "plugins", "test"],
    ]);
    expect(readdirSync(join(folder, "node_modules")).filter((name) => !name.startsWith("."))).toEqual([
      "edge-recall",
    ]);
  });

  it("runs installed models on the runtime that is installed with them, and says when there is none", async () => {
    const { models } = tinyModels(EMBEDDER);
    const rowsWith = async (place: string) => {
      const host = startHost({
        program: installed("dist", "model-process.js"),
        data: { models, places: [place], threads: 1 },
        idleMs: SET_UP_MS,
        tell: () => undefined,
      });
      const asked = host.ask({ model: EMBEDDER.name, texts: ["heron"], isUrgent: true });
      return asked.finally(() => host.stop());
    };
    expect((await rowsWith(process.cwd()))[0]).toHaveLength(EMBEDDER.shape.hidden);
    await expect(rowsWith(folder)).rejects.toThrow(/^ONNX Runtime.* does not load here/);
  });

  it("installs a model from a folder, with the runtime that lies there, and says what to type where none does", () => {
    const from = join(tinyModels(EMBEDDER).models, EMBEDDER.name);
    const recall = (...parameters: readonly string[]) =>
      run(process.execPath, [installed("bin", "recall.js"), "models", ...parameters], {
        more: { RECALL_MODELS: join(folder, "cache", "models") },
      });
    const without = recall("install", "--from", from);
    expect([without.status, without.stderr]).toEqual([
      0,
      expect.stringContaining(`npm install --ignore-scripts --prefix ${join(folder, "cache", "runtime")}`),
    ]);
    expect(recall("check")).toMatchObject({ status: 1, stdout: expect.stringMatching(/^ONNX Runtime/) });
    const modules = join(from, "runtime", "node_modules");
    mkdirSync(modules, { recursive: true });
    symlinkSync(join(process.cwd(), "node_modules", "onnxruntime-node"), join(modules, "onnxruntime-node"));
    const withRuntime = recall("install", "--from", from);
    expect([withRuntime.status, withRuntime.stderr]).toEqual([
      0,
      expect.stringMatching(/^Measuring how fast/),
    ]);
    expect(recall("check")).toMatchObject({ status: 0, stdout: "1 model is whole, and can be used.\n" });
    expect(readdirSync(join(folder, "cache")).sort()).toEqual(["models", "runtime"]);
  });

  it("stays small: what runs the models comes with them", () => {
    const archive = readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "";
    expect(statSync(join(folder, archive)).size).toBeLessThan(MOST_BYTES);
  });

  it("sets coding agents up", () => {
    const home = join(folder, "home");
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, "config.json"), JSON.stringify({ url: "https://recall.example", token: "t" }));
    for (const args of [
      ["hook", "install", "codex"],
      ["mcp", "install", "codex"],
    ]) {
      const { status, stdout, stderr } = run("env", [
        `RECALL_HOME=${home}`,
        process.execPath,
        installed("bin", "recall.js"),
        ...args,
        "--json",
      ]);
      expect([status, stderr]).toEqual([0, ""]);
      expect(JSON.parse(stdout).file).toContain(".codex");
    }
  });

  it("brings the runtime of a local server where somebody agrees, and serves a folder", async () => {
    const place = mkdtempSync(join(folder, "empty-"));
    mkdirSync(join(place, "notes"));
    writeFileSync(
      join(place, "notes", "keys.md"),
      "# Keys\n\n## Rotating the signing key\n\nFirst the new one.\n",
    );
    const server = spawn(
      process.execPath,
      [installed("bin", "recall.js"), "serve", "notes", "--yes", "--port", "0"],
      { cwd: place, env: ownEnvironment({ XDG_CACHE_HOME: join(place, "cache") }) },
    );
    const said = { out: "", err: "" };
    server.stderr.on("data", (text) => {
      said.err += text;
    });
    const closed = once(server, "close");
    const greeted = new Promise<void>((done) => {
      server.stdout.on("data", (text) => {
        said.out += text;
        if (said.out.includes("Ctrl-C stops")) done();
      });
    });
    await Promise.race([greeted, closed]);
    server.kill("SIGINT");
    expect([await closed, said.err]).toEqual([[0, null], ""]);
    expect(said.out).toContain("keys.md: Rotating the signing key");
    expect(readdirSync(join(place, "cache", "edge-recall"))).toEqual([`workerd-${PIN}`]);
  });

  it("shows its help", () => {
    const { status, stdout, stderr } = run(process.execPath, [installed("bin", "recall.js"), "--help"]);
    expect([status, stderr]).toEqual([0, ""]);
    for (const command of ["push", "search", "get", "status", "serve"]) expect(stdout).toContain(command);
  });

  it("says what a local server lacks", () => {
    const { status, stderr } = run(process.execPath, [installed("bin", "recall.js"), "serve"]);
    expect(status).toBe(3);
    expect(stderr).toContain(`npm install --global miniflare@${PIN}`);
    expect(stderr).not.toContain("    at ");
  });

  const old = systemNode();
  it.skipIf(old === undefined)("says on the system's Node 20 which one it needs, whatever is asked", () => {
    for (const asked of ["search", "serve", "mcp", "--help"]) {
      const { status, stdout, stderr } = run(old ?? "", [installed("bin", "recall.js"), asked]);
      expect([status, stdout]).toEqual([3, ""]);
      expect(stderr).toMatch(/^recall needs Node 22\.12 or later; this is 20\.[^\n]*\n$/);
    }
  });
});
