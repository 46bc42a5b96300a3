import { stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import {
  IGNORE_FILES,
  type IgnoreFileName,
  type IgnoreRules,
  NO_IGNORE_FILES,
  withIgnoreFile,
} from "../../client/push/ignore-rules.ts";
import { invalid, isErrno } from "../failures.ts";
import { readIfExists } from "../settings/private-file.ts";

/** Git's own choice on the systems whose file names ignore case. */
const ignoreCase = process.platform === "darwin" || process.platform === "win32";

const readRules = (folder: string, name: IgnoreFileName): Promise<string | undefined> =>
  readIfExists(join(folder, name)).catch((error: unknown) => {
    if (isErrno(error, "EISDIR")) return undefined;
    // Rules that cannot be read might keep something private: nothing is pushed past them.
    throw invalid(`${join(folder, name)} cannot be read`, { cause: error });
  });

/** The rules with those that a folder of the root adds; `path` is "" for the root itself, else ends in a slash. */
export async function withRulesOf(folder: string, path: string, rules: IgnoreRules): Promise<IgnoreRules> {
  let all = rules;
  for (const name of IGNORE_FILES) {
    const text = await readRules(folder, name);
    if (text !== undefined) all = withIgnoreFile(all, { name, text, ignoreCase, folder: path });
  }
  return all;
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/**
 * The .gitignore files between a root and the top of its repository: pushing `docs/` obeys the repository's rules.
 * A root that these rules themselves ignore was named on purpose: then they are left aside.
 */
export async function rulesAbove(root: string, includeHidden: boolean): Promise<IgnoreRules> {
  const none = { ...NO_IGNORE_FILES, includeHidden };
  let { git } = none;
  let above = "";
  for (let folder = root; !(await exists(join(folder, ".git"))); ) {
    const parent = dirname(folder);
    // No repository around it: files further up are not about this folder.
    if (parent === folder) return none;
    above = `${basename(folder)}/${above}`;
    const way = above;
    const text = (await readRules(parent, ".gitignore")) ?? "";
    const added = withIgnoreFile(none, { name: ".gitignore", text, ignoreCase, above: way });
    git = [...added.git.filter(({ matcher }) => !matcher.ignores(way)), ...git];
    folder = parent;
  }
  return { ...none, git };
}
