import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { AppError } from "../../errors.ts";
import { workerdFolder } from "../../local-models/models-folder.ts";
import { ifErrno, tryOr } from "../failures.ts";
import { buildPage } from "./build-page.ts";

/** What this program reads of its own package.json. */
interface PackageManifest {
  readonly name: string;
  readonly version: string;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/** Reads a package.json. */
function readManifest(root: string): PackageManifest {
  return JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as PackageManifest;
}

/** The folder of this package, in a clone and where it is installed: the nearest package.json above this file. */
export function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "package.json"))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error("no package.json above the program");
    folder = parent;
  }
  return folder;
}

/** A clone has the sources; a package has what was built from them. */
export const isClone = (root: string): boolean => existsSync(join(root, "src", "local.ts"));

/** The program of the process that holds installed models: a source in a clone, shipped ready in a package. */
export const modelProcess = (root: string): string =>
  isClone(root)
    ? join(root, "src", "local-models", "model-process.ts")
    : join(root, "dist", "model-process.js");

type Miniflare = typeof import("miniflare");
type Esbuild = typeof import("esbuild");

const isWindows = process.platform === "win32";
/** The runtime's package.json as seen from a folder, through its own and every outer node_modules. */
const findFrom = (folder: string): string | undefined =>
  tryOr(
    () => createRequire(join(folder, "package.json")).resolve("miniflare/package.json"),
    ifErrno(undefined, "MODULE_NOT_FOUND"),
  );

/** The same in npm's global folder; undefined without npm. */
function findGlobal(): string | undefined {
  const { stdout } = spawnSync("npm", ["root", "--global"], { encoding: "utf8", shell: isWindows });
  const file = join((stdout ?? "").trim(), "miniflare", "package.json");
  return existsSync(file) ? file : undefined;
}

/** Where the runtime may be: with the package, with the caller, in the user's cache, or installed for the whole machine. */
function* candidates(root: string): Generator<string | undefined> {
  yield findFrom(root);
  yield findFrom(process.cwd());
  yield findFrom(workerdFolder(process.env, runtimeVersion(root)));
  yield findGlobal();
}

/** The version of Miniflare that this release is tested with. */
const runtimeVersion = (root: string): string => readManifest(root).devDependencies.miniflare ?? "";

/** The package.json of Miniflare in the tested version; undefined: it is nowhere. */
function findMiniflare(root: string): string | undefined {
  const version = runtimeVersion(root);
  for (const file of candidates(root)) {
    if (file === undefined) continue;
    const found = createRequire(file)(file) as { readonly version: string };
    if (found.version === version) return file;
  }
  return undefined;
}

/** What brings workerd where a package was installed without it, and how large that is. */
export interface MissingRuntime {
  readonly wanted: string;
  readonly into: string;
}

/** Miniflare's package and where `recall serve` installs it; undefined: it is there. */
export function missingRuntime(root: string): MissingRuntime | undefined {
  if (findMiniflare(root) !== undefined) return undefined;
  const version = runtimeVersion(root);
  return { wanted: `miniflare@${version}`, into: workerdFolder(process.env, version) };
}

/** Miniflare in the tested version; 200 MB, so a package does not bring it along. Throws AppError that says how to install it. */
export function loadMiniflare(root: string): Miniflare {
  const file = findMiniflare(root);
  if (file !== undefined) return createRequire(file)(dirname(file)) as Miniflare;
  throw new AppError(
    "unavailable",
    `A local server runs on Cloudflare's workerd, which is not installed. Install it once, then try again:\n` +
      `  recall serve --yes\nor, for all users of this machine:\n  npm install --global miniflare@${runtimeVersion(root)}`,
  );
}

/** Builds from a clone's sources. Throws AppError when they do not build. */
async function built<Product>(
  root: string,
  what: string,
  make: (build: Esbuild["build"]) => Promise<Product>,
): Promise<Product> {
  const { build, stop } = createRequire(join(root, "package.json"))("esbuild") as Esbuild;
  try {
    return await make(build);
  } catch (cause) {
    if (!(cause instanceof Error && "errors" in cause)) throw cause;
    throw new AppError("misconfigured", `The sources of the ${what} do not build; the reasons are above.`, {
      cause,
    });
  } finally {
    // The bundler is a process of its own; it would outlive the one module it is needed for.
    stop();
  }
}

/** The module of WebAssembly that the local Worker imports, by the name that it asks for. */
export const WORKER_WASM = "dots.wasm";

/** What the local Worker is made of. */
export interface LocalModules {
  readonly script: string;
  readonly wasm: Uint8Array<ArrayBuffer>;
}

/** The local Worker: built from the sources in a clone, shipped ready in a package. */
export async function loadWorker(root: string): Promise<LocalModules> {
  if (isClone(root)) return built(root, "Worker", (build) => bundleWorker(build, root));
  const dist = join(root, "dist");
  const script = readFileSync(join(dist, "local-worker.js"), "utf8");
  return { script, wasm: readFileSync(join(dist, WORKER_WASM)) };
}

/** The folder of the page: built into the server's own home in a clone, shipped ready in a package. */
export async function loadPage(root: string, home: string): Promise<string> {
  if (!isClone(root)) return join(root, "dist", "public");
  const folder = join(home, "page");
  await built(root, "page", (build) => buildPage(build, root, folder));
  return folder;
}

/** Bundles src/local.ts for workerd. */
export async function bundleWorker(build: Esbuild["build"], root: string): Promise<LocalModules> {
  const { outputFiles } = await build({
    entryPoints: [join(root, "src", "local.ts")],
    bundle: true,
    format: "esm",
    target: "es2024",
    conditions: ["workerd", "worker", "browser"],
    external: ["node:*", "cloudflare:*", "*.wasm"],
    loader: { ".sql": "text" },
    write: false,
    logLevel: "error",
  });
  const wasm = readFileSync(join(root, "src", "models", "local", WORKER_WASM));
  return { script: outputFiles[0]?.text ?? "", wasm };
}
