import { stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import ignore, { type Ignore } from "ignore";
import { GENERATED, HIDDEN, NEVER, SECRETS } from "../../client/push/skip-rules.ts";
import { invalid, isErrno } from "../failures.ts";
import { readIfExists } from "../settings/private-file.ts";

/** Rules of one ignore file; paths are relative to the pushed root, and `relative` makes them relative to the file. */
interface Layer {
  readonly matcher: Ignore;
  readonly relative: (path: string) => string;
}

/** Ignore files that apply in a folder, the outermost first. */
export interface IgnoreRules {
  readonly git: readonly Layer[];
  readonly recall: readonly Layer[];
  readonly includeHidden: boolean;
}

export type Verdict = "push" | "ignored" | "secret";

/** Git's own choice on the systems whose file names ignore case. */
const IGNORES_CASE = process.platform === "darwin" || process.platform === "win32";

const matcherOf = (patterns: string | readonly string[], ignorecase: boolean): Ignore =>
  ignore({ ignorecase, allowRelativePaths: false }).add(patterns);

const hidden = matcherOf(HIDDEN, true);
const generated = matcherOf(GENERATED, true);
const secrets = matcherOf(SECRETS, true);

async function layersOf(
  folder: string,
  name: string,
  relative: Layer["relative"],
): Promise<readonly Layer[]> {
  const text = await readIfExists(join(folder, name)).catch((error: unknown) => {
    if (isErrno(error, "EISDIR")) return undefined;
    // Rules that cannot be read might keep something private: nothing is pushed past them.
    throw invalid(`${join(folder, name)} cannot be read`, { cause: error });
  });
  return text === undefined ? [] : [{ matcher: matcherOf(text, IGNORES_CASE), relative }];
}

/** The rules with those that a folder of the root adds; `path` is "" for the root itself, else ends in a slash. */
export async function withRulesOf(folder: string, path: string, rules: IgnoreRules): Promise<IgnoreRules> {
  const relative = (inner: string): string => inner.slice(path.length);
  const git = await layersOf(folder, ".gitignore", relative);
  const recall = await layersOf(folder, ".recallignore", relative);
  return { ...rules, git: [...rules.git, ...git], recall: [...rules.recall, ...recall] };
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
  const git: Layer[] = [];
  let prefix = "";
  for (let folder = root; !(await exists(join(folder, ".git"))); ) {
    const parent = dirname(folder);
    // No repository around it: files further up are not about this folder.
    if (parent === folder) return { git: [], recall: [], includeHidden };
    prefix = `${basename(folder)}/${prefix}`;
    const start = prefix;
    const above = await layersOf(parent, ".gitignore", (path) => start + path);
    git.unshift(...above.filter(({ matcher }) => !matcher.ignores(start)));
    folder = parent;
  }
  return { git, recall: [], includeHidden };
}

const parentOf = (path: string): string => path.slice(0, path.replace(/\/$/, "").lastIndexOf("/") + 1);

/** What one file's rules say of a path, leaving aside what they say of the folder around it: we are in it already. */
function ruling({ matcher, relative }: Layer, path: string): "ignored" | "released" | undefined {
  const inner = relative(path);
  const { ignored, unignored } = matcher.test(inner);
  if (unignored) return "released";
  if (!ignored) return undefined;
  const parent = parentOf(inner);
  return parent !== "" && matcher.ignores(parent) ? undefined : "ignored";
}

function nearestRuling(layers: readonly Layer[], path: string): "ignored" | "released" | undefined {
  for (const layer of [...layers].reverse()) {
    const verdict = ruling(layer, path);
    if (verdict !== undefined) return verdict;
  }
  return undefined;
}

/**
 * Whether a path is pushed; folders end in a slash. `.recallignore` decides first and may name with `!` what is left
 * out otherwise; `.gitignore` can leave out more but cannot let a secret or build output in.
 */
export function judge(path: string, rules: IgnoreRules): Verdict {
  const parent = parentOf(path);
  const name = path.slice(parent.length);
  if (NEVER.includes(name.replace(/\/$/, "").toLowerCase())) return "ignored";
  const own = nearestRuling(rules.recall, path);
  if (own !== undefined) return own === "ignored" ? "ignored" : "push";
  if (secrets.ignores(name)) return "secret";
  const isLeftOut = generated.ignores(name) || (!rules.includeHidden && hidden.ignores(name));
  return isLeftOut || nearestRuling(rules.git, path) === "ignored" ? "ignored" : "push";
}
