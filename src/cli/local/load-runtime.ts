import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { AppError } from "../../errors.ts";
import { isErrno } from "../private-file.ts";
import { isClone, readManifest } from "./package-root.ts";

type Miniflare = typeof import("miniflare");
type Esbuild = typeof import("esbuild");

/** The runtime's own least Node. */
const LEAST_NODE = [22, 12] as const;

/** @throws AppError on a Node too old for the runtime. */
export function checkNode(version: string): void {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [leastMajor, leastMinor] = LEAST_NODE;
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return;
  throw new AppError(
    "unavailable",
    `A local server needs Node ${LEAST_NODE.join(".")} or later; this is ${version}. Every other command works here.`,
  );
}

/** Folders whose node_modules may hold the runtime: the package's, the caller's, and npm's global one. */
function* places(root: string): Generator<string> {
  yield root;
  yield process.cwd();
  try {
    const isWindows = process.platform === "win32";
    yield join(
      execFileSync("npm", ["root", "--global"], { encoding: "utf8", shell: isWindows }).trim(),
      "..",
    );
  } catch (error) {
    if (!isErrno(error, "ENOENT")) throw error;
  }
}

function tryRequire(place: string, version: string): Miniflare | undefined {
  const requireHere = createRequire(join(place, "package.json"));
  try {
    const found = requireHere("miniflare/package.json") as { readonly version: string };
    return found.version === version ? (requireHere("miniflare") as Miniflare) : undefined;
  } catch (error) {
    if (isErrno(error, "MODULE_NOT_FOUND")) return undefined;
    throw error;
  }
}

/**
 * Miniflare in the version this package was tested with: about 150 MB, so an installed package does not bring it along.
 * @throws AppError that says how to install it.
 */
export function loadMiniflare(root: string): Miniflare {
  const version = readManifest(root).devDependencies.miniflare ?? "";
  for (const place of places(root)) {
    const found = tryRequire(place, version);
    if (found) return found;
  }
  throw new AppError(
    "unavailable",
    `A local server runs on Cloudflare's workerd, which is not installed. Install it once, then try again:\n` +
      `  npm install --global miniflare@${version}`,
  );
}

/** The local Worker as one module: built from the sources in a clone, shipped ready in a package. */
export async function loadWorkerScript(root: string): Promise<string> {
  if (!isClone(root)) return readFileSync(join(root, "dist", "local-worker.js"), "utf8");
  const { build, stop } = createRequire(join(root, "package.json"))("esbuild") as Esbuild;
  try {
    return await bundleWorker(build, root);
  } finally {
    // The bundler is a process of its own; it would outlive the one module it is needed for.
    stop();
  }
}

/** Bundles src/local.ts for workerd. */
export async function bundleWorker(build: Esbuild["build"], root: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(root, "src", "local.ts")],
    bundle: true,
    format: "esm",
    target: "es2024",
    conditions: ["workerd", "worker", "browser"],
    external: ["node:*", "cloudflare:*"],
    write: false,
    logLevel: "error",
  });
  return outputFiles[0]?.text ?? "";
}
