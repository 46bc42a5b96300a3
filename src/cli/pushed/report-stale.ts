import type { AnyHit } from "../../search/contract/hits.ts";
import type { SearchAnswer } from "../../search/contract/search.ts";
import { parsePlace } from "../../text/places/place.ts";
import type { CommandContext } from "../command.ts";
import type { FormatName } from "../render/formats/table.ts";
import { bookmarkKey } from "../settings/bookmarks.ts";
import type { Settings } from "../settings/settings.ts";
import { some } from "../terminal/numbers.ts";
import { safeLine, shellWord } from "../terminal/terminal-safe.ts";
import { type PushedFolder, pushedFolders, pushedToOthers } from "./kept-folders.ts";
import { type Shown, type Stale, staleFiles } from "./stale-files.ts";

/**
 * Names what this machine pushed to other databases at the same address: its server may have lost its data, or be another
 * one that took the address. Which of the two is not known here, so nothing is pushed to it unasked.
 */
export async function reportOthers(
  { env, terminal }: CommandContext,
  { url, token }: Settings,
): Promise<void> {
  const folders = await pushedToOthers(env, bookmarkKey(url, token));
  if (folders.length === 0) return;
  const named = [...new Set(folders.map(({ folder }) => shellWord(folder)))];
  const names = some(named, MAX_NAMES);
  const said = `pushed from here to another database at this address, not to this one: ${names}`;
  terminal.err(`recall: ${safeLine(said)} (recall push <folder> sends one)\n`);
}

const MAX_NAMES = 3;

function tell(
  { terminal }: CommandContext,
  files: readonly Stale[],
  [what, push, does]: readonly [what: string, push: string, does: string],
) {
  if (files.length === 0) return;
  const [folder = "", ...others] = new Set(files.map((file) => file.folder));
  const command = `${push} ${others.length > 0 ? "<folder>" : shellWord(folder)}`;
  const paths = files.map(({ path }) => path);
  const them = files.length === 1 ? "it" : "them";
  terminal.err(`recall: ${safeLine(`${what}: ${some(paths, MAX_NAMES)} (${command} ${does} ${them})`)}\n`);
}

/** Says so on stderr: in one short line of those that changed, and in one of those that are gone. */
export function reportStale(context: CommandContext, stale: readonly Stale[]): void {
  const changed = stale.filter(({ isGone }) => !isGone);
  const gone = stale.filter(({ isGone }) => isGone);
  tell(context, changed, ["changed here since indexed", "recall push", "sends"]);
  tell(context, gone, ["gone here, still indexed", "recall push --mirror", "removes"]);
}

/** What JSON says of a document: stale, and gone where there is no such file any more; nothing of one that is neither. */
export function staleMark(
  stale: readonly Stale[],
  { root, path }: Pick<Shown, "root" | "path">,
): { readonly stale?: true; readonly gone?: true } {
  const found = stale.find((one) => one.root === root && one.path === path);
  return { ...(found && { stale: true }), ...(found?.isGone === true && { gone: true }) };
}

const foldersOf = ({ env }: CommandContext, { url, token }: Settings): Promise<readonly PushedFolder[]> =>
  pushedFolders(env, bookmarkKey(url, token));

/** Those of the documents whose file here is no longer what was indexed, as far as that can be known. */
export const findStale = async (
  context: CommandContext,
  settings: Settings,
  shown: readonly Shown[],
): Promise<readonly Stale[]> => staleFiles(shown, await foldersOf(context, settings), context.env);

/** The document of a hit of any view; a citation without a root is of the one root that this machine has pushed. */
function shownOf(hit: AnyHit, severalRoots: boolean, folders: readonly PushedFolder[]): Shown | undefined {
  if ("root" in hit) return { root: hit.root, path: hit.path, hash: hit.documentHash };
  const roots = new Set(folders.map(({ root }) => root));
  const [only] = roots.size === 1 ? roots : [];
  const { root, path } = parsePlace(severalRoots ? hit.citation : `${only ?? ""}:${hit.citation}`);
  return root === undefined ? undefined : { root, path };
}

/** Warns of hits whose file here is stale or gone. In JSON they are marked instead, unless a budget has counted what is printed. */
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
    context.env,
  );
  if (format !== "json" || answer.budget !== undefined) {
    reportStale(context, stale);
    return answer;
  }
  const marks = shown.map((one) => (one === undefined ? {} : staleMark(stale, one)));
  const hits = answer.hits.map((hit, at) => ({ ...hit, ...marks[at] }));
  return { ...answer, hits };
}
