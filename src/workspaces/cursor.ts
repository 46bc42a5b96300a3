import { AppError } from "../errors.ts";
import { shortHash } from "../text/hash.ts";

/** `invalid_input`: no page answered this cursor. */
export const wrongCursor = (cause?: unknown): AppError =>
  new AppError("invalid_input", "cursor: send the `nextCursor` of the page before", { cause });

/** The values of a cursor that is a JSON list; none for the first page. Throws `invalid_input`. */
export function cursorList(cursor: string | undefined): readonly unknown[] {
  if (cursor === undefined || cursor === "") return [];
  try {
    const values: unknown = JSON.parse(cursor);
    if (Array.isArray(values)) return values;
  } catch (cause) {
    throw wrongCursor(cause);
  }
  throw wrongCursor();
}

/** Two of a caller's own lists that differ are not likely to have one key. */
const KEY_CHARS = 8;

/** What a cursor carries of a list's filters. */
export const listKey = async (filters: object): Promise<string> => {
  const named = Object.entries(filters).filter(([, value]) => value !== undefined);
  const sorted = named.toSorted(([a], [b]) => (a < b ? -1 : 1));
  return (await shortHash(JSON.stringify(sorted))).slice(0, KEY_CHARS);
};

/** A cursor's place without its key. Throws `invalid_input` where the key is of another list. */
export function placeInList(cursor: string, key: string): readonly unknown[] {
  const values = cursorList(cursor);
  if (values.at(-1) === key) return values.slice(0, -1);
  throw new AppError(
    "invalid_input",
    "cursor: send the `nextCursor` of the page before, with the same filters and order",
  );
}

/** A document's root and path as a cursor names them; empty for the first page. Throws `invalid_input`. */
export const documentCursor = (cursor: string | undefined): readonly [root: string, path: string] =>
  rootAndPath(cursorList(cursor));

/** The same of a cursor's values. */
export function rootAndPath([root = "", path = ""]: readonly unknown[]): readonly [
  root: string,
  path: string,
] {
  if (typeof root === "string" && typeof path === "string") return [root, path];
  throw wrongCursor();
}

/** A cursor over sections, `<name> <place in it>`: the section's number and the place. Throws `invalid_input`. */
export function sectionCursor(sections: readonly { readonly name: string }[], cursor: string | undefined) {
  if (cursor === undefined) return { at: 0, after: "" };
  const space = cursor.indexOf(" ");
  const at = sections.findIndex(({ name }) => name === cursor.slice(0, space));
  if (space === -1 || at === -1) throw wrongCursor();
  return { at, after: cursor.slice(space + 1) };
}
