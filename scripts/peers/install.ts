import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Peer } from "./peer.ts";
import type { PeerId } from "./table.ts";

const isWindows = process.platform === "win32";
/** No script of a package runs: what is measured ships its binaries inside its packages. */
const NPM = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-progress", "--loglevel=error"];

/** `@orama/orama@3.1.18` is a name and a version. */
const nameAndVersion = (wanted: string): readonly [string, string] => {
  const at = wanted.lastIndexOf("@");
  return [wanted.slice(0, at), wanted.slice(at + 1)];
};

/** npm writes this list last, so what it has was installed whole. */
function isInstalled(folder: string, packages: readonly string[]): boolean {
  const list = join(folder, "node_modules", ".package-lock.json");
  if (!existsSync(list)) return false;
  const found: Readonly<Record<string, { readonly version?: string }>> = JSON.parse(
    readFileSync(list, "utf8"),
  ).packages;
  return packages
    .map(nameAndVersion)
    .every(([name, version]) => found[`node_modules/${name}`]?.version === version);
}

const run = (folder: string, parameters: readonly string[]): Promise<void> =>
  new Promise((done, fail) => {
    const child = spawn("npm", parameters, {
      cwd: folder,
      stdio: ["ignore", "ignore", "pipe"],
      shell: isWindows,
    });
    let stderr = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
    });
    child.once("error", fail);
    child.once("close", (code) => {
      const line = stderr.split("\n").find((one) => one.includes("error")) ?? `exit code ${code}`;
      if (code === 0) done();
      else fail(new Error(`npm could not install it: ${line.trim()}`));
    });
  });

/**
 * Installs a tool's packages at their exact versions into a folder of its own, and nothing of the project. Answers the module
 * that loads from there. Throws when npm fails.
 */
export async function installPeer(
  id: PeerId,
  { packages, npmFlags = [] }: Peer,
  cache: string,
  say: (line: string) => void,
): Promise<string> {
  const folder = join(cache, id);
  const loader = join(folder, "load.mjs");
  mkdirSync(folder, { recursive: true });
  if (packages.length > 0 && !isInstalled(folder, packages)) {
    say(`npm installs ${packages.join(" and ")} into ${folder}`);
    writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
    await run(folder, [...NPM, ...npmFlags, "--save-exact", ...packages]);
  }
  writeFileSync(loader, "export const load = (name) => import(name);\n");
  return loader;
}
