import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** What this program reads of its own package.json. */
export interface PackageManifest {
  readonly name: string;
  readonly version: string;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/** Reads a package.json. */
export function readManifest(root: string): PackageManifest {
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
