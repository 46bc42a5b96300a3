import { join } from "node:path";
import { explainEntry, type IgnoreRules, type Ruling } from "../../client/push/ignore-rules.ts";
import { isDeploymentFile, isOwnFolder } from "../../client/push/own-entries.ts";
import { isBinaryName } from "../../text/skip-rules.ts";
import { endingOf } from "../formats/converter.ts";
import { formatOf } from "../formats/formats.ts";
import { type Entry, entriesOf } from "./folder-entries.ts";
import { withRulesOf } from "./ignore-files.ts";
import type { LeftOutBy } from "./left-out.ts";
import { isWithin } from "./own-folders.ts";

/** The kind of thing, or of name, that is never pushed; undefined: no such. */
function leftOutBy({ name, kind, parent }: Entry, system: ReadonlySet<string>): LeftOutBy | undefined {
  if (kind === "link") return { reason: "link" };
  if (kind === "other") return { reason: "special" };
  if (kind === "folder") return system.has(join(parent, name)) ? { reason: "system" } : undefined;
  const isBinary = isBinaryName(name) && formatOf(name) === undefined;
  return isBinary ? { reason: "binary", ending: endingOf(name) } : undefined;
}

function ruledOut({ rule, from, isHidden, isNever }: Ruling): LeftOutBy {
  if (isNever) return { reason: "version_control" };
  return isHidden ? { reason: "hidden" } : { reason: "rule", rule, from };
}

/** A folder that is pushed; several on the disk where Unicode calls their names one. */
export interface Folder {
  /** "" for the root, else ending in a slash; as the disk spells it. */
  readonly path: string;
  readonly disk: readonly string[];
  /** Those of the folders around it. */
  readonly rules: IgnoreRules;
}

/** The same with what it holds, and with its own rules. */
export interface OpenFolder extends Folder {
  readonly entries: readonly Entry[];
}

/** What a folder holds and adds to the rules; undefined: it holds our own tokens. Throws what reading it throws. */
export async function openFolder(folder: Folder, own: ReadonlySet<string>): Promise<OpenFolder | undefined> {
  const { disk, path } = folder;
  const entries = await entriesOf(disk);
  if (disk.some((one) => isWithin(one, own)) || isOwnFolder(entries)) return undefined;
  let { rules } = folder;
  for (const one of disk) rules = await withRulesOf(one, path, rules);
  return { disk, path, entries, rules };
}

/** Why an entry is not pushed when its folder is; undefined: it is, as far as its name and kind say. */
export function reasonOf(
  entry: Entry,
  at: Pick<OpenFolder, "path" | "rules" | "entries">,
  system: ReadonlySet<string>,
): LeftOutBy | "secret" | undefined {
  const named = at.path + entry.name + (entry.kind === "folder" ? "/" : "");
  const ruling: Ruling = isDeploymentFile(entry.name, at.entries)
    ? { verdict: "secret" }
    : explainEntry(named, at.rules);
  if (ruling.verdict === "push") return leftOutBy(entry, system);
  return ruling.verdict === "secret" ? "secret" : ruledOut(ruling);
}
