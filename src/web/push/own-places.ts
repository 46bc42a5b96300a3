import { CONFIG_FILE, CONFIG_FOLDER } from "../../client/push/file-names.ts";
import { isDeploymentFile, isOwnFolder } from "../../client/push/own-entries.ts";
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
