import { CONFIG_FILE, CONFIG_FOLDER } from "../../client/push/file-names.ts";
import {
  IGNORE_FILES,
  type IgnoreRules,
  judgeFile,
  NO_IGNORE_FILES,
  type Verdict,
  withIgnoreFile,
} from "../../client/push/ignore-rules.ts";
import { isDeploymentFile, isOwnFolder } from "../../client/push/own-entries.ts";
import { isBinaryName } from "../../text/skip-rules.ts";
import type { Dropped, DroppedFile } from "./dropped-files.ts";

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

/** Git's own choice on the systems whose file names ignore case. */
const ignoreCase = /^(?:mac|win|ip)/i.test(navigator.platform);

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** The rules with those of the ignore files among these files. */
export async function withRulesOf(
  files: readonly DroppedFile[],
  rules: IgnoreRules = NO_IGNORE_FILES,
): Promise<IgnoreRules> {
  const ignoreFiles = files.flatMap(({ path, file }) => {
    const name = IGNORE_FILES.find((one) => one === nameOf(path));
    return name === undefined ? [] : [{ name, file, folder: path.slice(0, -name.length) }];
  });
  let all = rules;
  for (const { name, file, folder } of ignoreFiles.sort((a, b) => a.folder.length - b.folder.length))
    all = withIgnoreFile(all, { name, folder, ignoreCase, text: await file.text() });
  return all;
}

/** What `recall push` converts of what is no text. */
const CONVERTIBLE: readonly string[] = ["pdf", "docx", "pptx", "xlsx", "odt", "odp", "ods", "epub"];

export const isConvertible = (path: string): boolean =>
  CONVERTIBLE.includes(path.slice(path.lastIndexOf(".") + 1).toLowerCase());

/** The verdict on a path, by the rules of `recall push`, except that rules above the dropped folder are unknown. */
export function verdictOn(path: string, rules: IgnoreRules): Verdict | "binary" {
  const verdict = judgeFile(path, rules);
  return verdict === "push" && isBinaryName(nameOf(path)) ? "binary" : verdict;
}
