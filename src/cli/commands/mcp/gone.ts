import { isRecord } from "../../../text/parse-json.ts";
import { parsePlace } from "../../../text/places/place.ts";
import type { CommandContext } from "../../command.ts";
import { pushedFolders, type PushedFolder } from "../../pushed/kept-folders.ts";
import { type Shown, staleFiles } from "../../pushed/stale-files.ts";
import { settingsOf } from "../../session/session.ts";
import { bookmarkKey } from "../../settings/bookmarks.ts";
import { some } from "../../terminal/numbers.ts";
import { safeLine, shellWord } from "../../terminal/terminal-safe.ts";

/** Paths that a note names. */
const MAX_NAMES = 3;
/** What stands over each passage in a text. */
const HEAD = /^==> (.+) <==$/gm;

/** Citations in a tool's answer: of the hits that it lists, and over the passages that it shows. */
function citationsIn({ content, structuredContent }: Readonly<Record<string, unknown>>): readonly string[] {
  const hits =
    isRecord(structuredContent) && Array.isArray(structuredContent.hits) ? structuredContent.hits : [];
  const listed = hits.flatMap((hit) =>
    isRecord(hit) && typeof hit.citation === "string" ? hit.citation : [],
  );
  const texts = (Array.isArray(content) ? content : []).flatMap((part) =>
    isRecord(part) && typeof part.text === "string" ? part.text : [],
  );
  const over = texts.flatMap((text) => [...text.matchAll(HEAD)].map(([, cited = ""]) => cited));
  return [...new Set([...listed, ...over])];
}

/** A citation without a root is of the one root that this machine has pushed. */
function shownOf(citation: string, folders: readonly PushedFolder[]): Shown | undefined {
  const roots = new Set(folders.map(({ root }) => root));
  const { root, path } = parsePlace(citation);
  if (root !== undefined && roots.has(root)) return { root, path };
  const [only] = roots.size === 1 ? roots : [];
  return only === undefined ? undefined : { root: only, path: parsePlace(`${only}:${citation}`).path };
}

/** What a tool's answer must say of documents whose files are no longer on this machine; undefined: nothing. */
export async function goneNote(
  context: CommandContext,
  answer: Readonly<Record<string, unknown>>,
): Promise<string | undefined> {
  const citations = citationsIn(answer);
  if (citations.length === 0) return undefined;
  const { url, token } = await settingsOf(context);
  const folders = await pushedFolders(context.env, bookmarkKey(url, token));
  const shown = citations.flatMap((citation) => shownOf(citation, folders) ?? []);
  const gone = (await staleFiles(shown, folders, context.env)).filter(({ isGone }) => isGone);
  const [folder, ...others] = new Set(gone.map((one) => one.folder));
  if (folder === undefined) return undefined;
  const named = some(
    gone.map(({ root, path }) => `${root}:${path}`),
    MAX_NAMES,
  );
  const where = others.length > 0 ? "<folder>" : shellWord(folder);
  return safeLine(`Gone from this machine, still indexed: ${named} (recall push --mirror ${where} removes).`);
}
