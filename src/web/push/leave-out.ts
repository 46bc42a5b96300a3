import ignore, { type Ignore } from "ignore";
import { GENERATED, HIDDEN, isBinaryName, NEVER, SECRETS } from "../../client/push/skip-rules.ts";

const matcherOf = (patterns: string | readonly string[]): Ignore =>
  ignore({ ignorecase: true, allowRelativePaths: false }).add(patterns);

const never = matcherOf(NEVER);
const secrets = matcherOf(SECRETS);
const leftOut = matcherOf([...GENERATED, ...HIDDEN]);

/** Whether a folder's files can be pushed at all, by its name. */
export const mayEnter = (name: string): boolean =>
  !never.ignores(`${name}/`) && !secrets.ignores(`${name}/`) && !leftOut.ignores(`${name}/`);

/** An ignore file's own rules, for the paths below its folder. */
interface Layer {
  /** "" or ending in a slash. */
  readonly folder: string;
  readonly matcher: Ignore;
}

/** The rules of these ignore files, the outermost first. */
export function layersOf(texts: ReadonlyMap<string, string>): readonly Layer[] {
  return [...texts]
    .map(([path, text]) => ({ folder: path.slice(0, path.lastIndexOf("/") + 1), matcher: matcherOf(text) }))
    .sort((one, other) => one.folder.length - other.folder.length);
}

/** Whether a file is one that says what is ignored. */
export const isIgnoreFile = (path: string): boolean => /(?:^|\/)\.(?:git|recall)ignore$/.test(path);

/** The nearest file that says something of a path decides. */
function isIgnoredBy(layers: readonly Layer[], path: string): boolean {
  let isIgnored = false;
  for (const { folder, matcher } of layers) {
    if (!path.startsWith(folder) || path === folder) continue;
    const { ignored, unignored } = matcher.test(path.slice(folder.length));
    if (ignored) isIgnored = true;
    else if (unignored) isIgnored = false;
  }
  return isIgnored;
}

export type Verdict = "push" | "ignored" | "secret" | "binary";

/**
 * What becomes of a path: the rules of `recall push`, but that `.recallignore` cannot let in here what is left out by
 * default, and no rule above the dropped folder is known.
 */
export function judge(path: string, layers: readonly Layer[]): Verdict {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (secrets.ignores(name)) return "secret";
  if (never.ignores(path) || leftOut.ignores(path) || isIgnoredBy(layers, path)) return "ignored";
  return isBinaryName(name) ? "binary" : "push";
}
