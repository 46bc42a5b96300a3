import type { AnyHit } from "../../contract/hits.ts";
import type { SearchAnswer } from "../../contract/search.ts";
import { bookmarkKey } from "../bookmarks.ts";
import type { CommandContext } from "../command.ts";
import { parsePlace } from "../../text/parse-place.ts";
import type { FormatName } from "../render/formats/table.ts";
import { safeLine } from "../render/terminal-safe.ts";
import type { Settings } from "../settings.ts";
import { type PushedFolder, pushedFolders } from "./pushed-folder.ts";
import { type Shown, shownKey, staleFiles } from "./stale-files.ts";

/** Paths named before the rest is a number. */
const MAX_NAMES = 3;

/** Says so in one short line on stderr. */
export function tellStale({ terminal }: CommandContext, stale: readonly Shown[]): void {
  if (stale.length === 0) return;
  const named = stale.slice(0, MAX_NAMES).map(({ path }) => safeLine(path));
  const more = stale.length > MAX_NAMES ? ` and ${stale.length - MAX_NAMES} more` : "";
  terminal.err(`recall: changed here since indexed: ${named.join(", ")}${more} (recall push sends it)\n`);
}

const foldersOf = ({ env }: CommandContext, { url, token }: Settings): Promise<readonly PushedFolder[]> =>
  pushedFolders(env, bookmarkKey(url, token));

/** Those of the documents whose file here is no longer what was indexed, as far as that can be told. */
export const findStale = async (
  context: CommandContext,
  settings: Settings,
  shown: readonly Shown[],
): Promise<readonly Shown[]> => staleFiles(shown, await foldersOf(context, settings));

/** The document of a hit of any view; a citation without a root is of the one root that this machine has pushed. */
function shownOf(hit: AnyHit, severalRoots: boolean, folders: readonly PushedFolder[]): Shown | undefined {
  if ("root" in hit) return { root: hit.root, path: hit.path, hash: hit.documentHash };
  const roots = new Set(folders.map(({ root }) => root));
  const [only] = roots.size === 1 ? roots : [];
  const { root, path } = parsePlace(severalRoots ? hit.citation : `${only ?? ""}:${hit.citation}`);
  return root === undefined ? undefined : { root, path };
}

/**
 * Warns of hits whose file here is no longer what was indexed. In JSON they are marked `stale` instead, unless a budget
 * has counted what is printed; the answer as it is to be printed is returned.
 */
export async function withFreshness(
  context: CommandContext,
  settings: Settings,
  { answer, format }: { readonly answer: SearchAnswer<AnyHit>; readonly format: FormatName },
): Promise<SearchAnswer<AnyHit>> {
  const folders = answer.hits.length === 0 ? [] : await foldersOf(context, settings);
  if (folders.length === 0) return answer;
  const severalRoots = answer.index.severalRoots === true;
  const shown = answer.hits.map((hit) => shownOf(hit, severalRoots, folders));
  const stale = await staleFiles(
    shown.filter((one) => one !== undefined),
    folders,
  );
  if (format !== "json" || answer.budget !== undefined) {
    tellStale(context, stale);
    return answer;
  }
  const keys = new Set(stale.map(shownKey));
  const isMarked = shown.map((one) => one !== undefined && keys.has(shownKey(one)));
  const hits = answer.hits.map((hit, at) => (isMarked[at] ? { ...hit, stale: true } : hit));
  return { ...answer, hits };
}
