import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
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

/** Copies a runtime that lies beside the models of a folder; false: there is none. */
export function runtimeFrom(folder: string, into: string): boolean {
  const modules = join(folder, "runtime", "node_modules");
  if (!existsSync(modules)) return false;
  cpSync(modules, join(into, "node_modules"), { recursive: true });
  return true;
}

/** Installs ONNX Runtime with npm, without running its scripts. Throws AppError `unavailable` with what npm said. */
export async function installRuntime(into: string): Promise<void> {
  mkdirSync(into, { recursive: true });
  writeFileSync(join(into, "package.json"), '{ "private": true }\n');
  const wanted = runtimePackage();
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
  if (code !== 0)
    throw new AppError(
      "unavailable",
      `npm could not install ${wanted} into ${into}. ${said.trim().slice(0, 500)}`.trim(),
    );
}
