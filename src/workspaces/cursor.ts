import { AppError } from "../errors.ts";

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

/** A document's root and path as a cursor names them; empty for the first page. Throws `invalid_input`. */
export function documentCursor(cursor: string | undefined): readonly [root: string, path: string] {
  const [root = "", path = ""] = cursorList(cursor);
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
