import { MAX_BOOKMARKS } from "../contract/headers.ts";
import { seal, unseal } from "../text/sealed.ts";

/** D1 echoes any nonsense bookmark; only its own shape is passed on. */
const BOOKMARK = /^[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{32}$/;

/** Whether it has the shape of a bookmark of D1's. */
export const isBookmark = (text: string | undefined): text is string =>
  text !== undefined && BOOKMARK.test(text);

/** Base64 of a sealed bookmark, with room for longer ones. */
const SEALED = /^[A-Za-z0-9+/]{80,400}={0,2}$/;

/** Of its token alone: a bookmark counts what the whole database was written, so that bare ones would tell of other workspaces. */
const purposeOf = (tokenId: string): string => `bookmark\n${tokenId}`;

/** A bookmark as an answer gives it to a token. */
export const sealBookmark = (
  bookmark: string,
  secrets: readonly string[],
  tokenId: string,
): Promise<string> => seal(bookmark, secrets[0] ?? "", purposeOf(tokenId));

/** The newest of the bookmarks in a header's value, separated by commas; undefined: the token was given none of them. */
export async function newestBookmark(
  header: string | undefined,
  secrets: readonly string[],
  tokenId: string,
): Promise<string | undefined> {
  const sealed = header?.split(",", MAX_BOOKMARKS) ?? [];
  const opened = await Promise.all(sealed.map((one) => openBookmark(one.trim(), secrets, tokenId)));
  // Bare bookmarks sort as text.
  return opened
    .filter((bookmark) => bookmark !== undefined)
    .toSorted()
    .at(-1);
}

/** The bookmark that a token was given; undefined for any other text. */
export async function openBookmark(
  sealed: string,
  secrets: readonly string[],
  tokenId: string,
): Promise<string | undefined> {
  if (!SEALED.test(sealed) || sealed.length % 4 !== 0) return undefined;
  const opened = await unseal(sealed, secrets, purposeOf(tokenId));
  return isBookmark(opened) ? opened : undefined;
}
