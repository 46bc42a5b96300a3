import { MAX_BOOKMARKS } from "../contract/headers.ts";
import { FIRST } from "../database/several/databases.ts";
import { seal, unseal } from "../text/sealed.ts";

/** D1 echoes any nonsense bookmark; only its own shape is passed on. */
const BOOKMARK = /^[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{32}$/;

/** Whether it has the shape of a bookmark of D1's. */
export const isBookmark = (text: string | undefined): text is string =>
  text !== undefined && BOOKMARK.test(text);

/** Base64 of a sealed bookmark, with room for longer ones. */
const SEALED = /^[A-Za-z0-9+/]{80,400}={0,2}$/;

/** Whose a bookmark is, and of which database: in another one it would mean nothing. */
interface Owner {
  readonly secrets: readonly string[];
  readonly token: string;
  readonly database: number;
}

/** Of its token alone: a bookmark counts what the whole database was written, so that bare ones would tell of other workspaces. */
const purposeOf = ({ token, database }: Owner): string =>
  database === FIRST ? `bookmark\n${token}` : `bookmark\n${token}\n${database}`;

/** A bookmark as an answer gives it to a token. */
export const sealBookmark = (bookmark: string, owner: Owner): Promise<string> =>
  seal(bookmark, owner.secrets[0] ?? "", purposeOf(owner));

/** The newest of the bookmarks in a header's value, separated by commas; undefined: the token was given none of them there. */
export async function newestBookmark(header: string | undefined, owner: Owner): Promise<string | undefined> {
  const sealed = header?.split(",", MAX_BOOKMARKS) ?? [];
  const opened = await Promise.all(sealed.map((one) => openBookmark(one.trim(), owner)));
  // Bare bookmarks sort as text.
  return opened
    .filter((bookmark) => bookmark !== undefined)
    .toSorted()
    .at(-1);
}

/** The bookmark that a token was given of a database; undefined for any other text. */
export async function openBookmark(sealed: string, owner: Owner): Promise<string | undefined> {
  if (!SEALED.test(sealed) || sealed.length % 4 !== 0) return undefined;
  const opened = await unseal(sealed, owner.secrets, purposeOf(owner));
  return isBookmark(opened) ? opened : undefined;
}
