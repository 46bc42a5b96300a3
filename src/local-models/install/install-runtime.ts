import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "../../errors.ts";
import { loadOnnxRuntime } from "../onnx-runtime.ts";

/** The version of ONNX Runtime that this release is tested with. */
export const RUNTIME_VERSION = "1.30.0";
/** Platforms for which `onnxruntime-node` brings a binary; others take the one in WebAssembly. */
const NATIVE = ["darwin arm64", "linux arm64", "linux x64", "win32 arm64", "win32 x64"];

export const runtimePackage = (platform: string = process.platform, arch: string = process.arch): string =>
  `${NATIVE.includes(`${platform} ${arch}`) ? "onnxruntime-node" : "onnxruntime-web"}@${RUNTIME_VERSION}`;

/** Whether ONNX Runtime loads from one of these folders. */
export function hasRuntime(places: readonly string[]): boolean {
  try {
    loadOnnxRuntime({ places, threads: 1 });
    return true;
  } catch {
    return false;
  }
}

/**
 * Makes the runtime's folder anew, elsewhere, and puts it in its place when it is whole: half a binary of an attempt that
 * was killed would end the process that loads it.
 */
async function replaceRuntime(into: string, fill: (folder: string) => void | Promise<void>): Promise<void> {
  const part = `${into}.part`;
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part, { recursive: true });
  try {
    await fill(part);
    rmSync(into, { recursive: true, force: true });
    renameSync(part, into);
  } catch (error) {
    rmSync(part, { recursive: true, force: true });
    throw error;
  }
}

/** Copies a runtime that lies beside the models of a folder, in `runtime`; false: there is none. */
export async function runtimeFrom(folder: string, into: string): Promise<boolean> {
  const modules = join(folder, "runtime", "node_modules");
  if (!existsSync(modules)) return false;
  await replaceRuntime(into, (part) => cpSync(modules, join(part, "node_modules"), { recursive: true }));
  return true;
}

/** Installs ONNX Runtime. Throws AppError `unavailable` with what npm said. */
export const installRuntime = (into: string): Promise<void> => installPackage(into, runtimePackage());

/**
 * Installs a package with npm into a folder of its own, whole or not at all, without running its scripts. Throws AppError
 * `unavailable` with what npm said.
 */
export const installPackage = (into: string, wanted: string): Promise<void> =>
  replaceRuntime(into, async (part) => {
    writeFileSync(join(part, "package.json"), '{ "private": true }\n');
    const { code, said } = await npmInstall(part, wanted);
    if (code !== 0)
      throw new AppError(
        "unavailable",
        `npm could not install ${wanted} into ${into}. ${said.trim().slice(0, 500)}`.trim(),
      );
  });

async function npmInstall(into: string, wanted: string) {
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const npm = spawn("npm", ["install", ...flags, "--prefix", into, wanted], {
    stdio: ["ignore", "ignore", "pipe"],
    shell: process.platform === "win32",
  });
  let said = "";
  npm.stderr.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  const code = await new Promise<number | null>((done) => {
    npm.on("error", () => done(null));
    npm.on("close", done);
  });
  return { code, said };
}
