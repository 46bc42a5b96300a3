import ignore, { type Ignore } from "ignore";
import { CONFIG_FILE, CONFIG_FOLDER } from "../../client/push/file-names.ts";
import { isDeploymentFile, isOwnFolder } from "../../client/push/own-entries.ts";
import { GENERATED, HIDDEN, isBinaryName, NEVER, SECRETS } from "../../client/push/skip-rules.ts";
import type { Dropped } from "./dropped-files.ts";

type Names = ReadonlyMap<string, ReadonlySet<string>>;

/** What each folder holds, by its path: "" for the one that was dropped, else ending in a slash. */
function namesByFolder({ files }: Dropped): Names {
  const names = new Map<string, Set<string>>();
  for (const { path } of files)
    for (let end = path.length; end > 0; ) {
      const start = path.lastIndexOf("/", end - 1) + 1;
      const inside = names.get(path.slice(0, start)) ?? new Set();
      names.set(path.slice(0, start), inside.add(path.slice(start, end)));
      end = start - 1;
    }
  return names;
}

/**
 * Folders and files of what was dropped that hold recall's own tokens, folders ending in a slash ("" is all of it). A
 * browser tells no real paths, so the configuration folder is known by its name here.
 */
export function ownPlaces(dropped: Dropped): readonly string[] {
  return [...namesByFolder(dropped)].flatMap(([folder, names]) => {
    const entries = [...names].map((name) => ({ name }));
    const name = folder === "" ? dropped.folder : folder.split("/").at(-2);
    if (isOwnFolder(entries) || (name === CONFIG_FOLDER && names.has(CONFIG_FILE))) return [folder];
    return entries
      .filter((entry) => isDeploymentFile(entry.name, entries))
      .map((entry) => folder + entry.name);
  });
}

/** Whether a path is one of these places or in one. */
export const isInside = (path: string, places: readonly string[]): boolean =>
  places.some((place) => path === place || ((place === "" || place.endsWith("/")) && path.startsWith(place)));

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

/** Whether a file is an ignore file. */
export const isIgnoreFile = (path: string): boolean => /(?:^|\/)\.(?:git|recall)ignore$/.test(path);

/** The nearest ignore file with a rule for a path decides. */
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
 * The verdict on a path, by the rules of `recall push`, except that `.recallignore` cannot include files skipped by
 * default, and rules above the dropped folder are unknown.
 */
export function judge(path: string, layers: readonly Layer[]): Verdict {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (secrets.ignores(name)) return "secret";
  if (never.ignores(path) || leftOut.ignores(path) || isIgnoredBy(layers, path)) return "ignored";
  return isBinaryName(name) ? "binary" : "push";
}
