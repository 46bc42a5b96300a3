import { lchownSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** `nobody` on the systems that have root. */
const ORDINARY_USER = 65_534;
const ROOT = 0;

/** Works as somebody whom a file's mode can keep out: root, who reads everything, becomes `nobody` and gets the folder. */
export async function asOrdinaryUser<T>(folder: string, work: () => Promise<T>): Promise<T> {
  if (process.geteuid?.() !== ROOT || process.seteuid === undefined) return work();
  for (const path of ["", ...readdirSync(folder, { recursive: true, encoding: "utf8" })])
    lchownSync(join(folder, path), ORDINARY_USER, ORDINARY_USER);
  process.seteuid(ORDINARY_USER);
  try {
    return await work();
  } finally {
    process.seteuid(ROOT);
  }
}
