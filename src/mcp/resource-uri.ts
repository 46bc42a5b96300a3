const SCHEME = "recall://";

/** A document's place: its root and the path below it. */
export interface DocumentPlace {
  readonly root: string;
  readonly path: string;
}

const encoded = (text: string): string => text.split("/").map(encodeURIComponent).join("/");

/** `recall://notes/guides/keys.md`; of a memory `recall://memories/<id>`. */
export const recallUri = ({ root, path }: DocumentPlace): string =>
  `${SCHEME}${encodeURIComponent(root)}/${encoded(path)}`;

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

/** What a URI may name, likeliest first: root and path, then a path alone. Empty: it is none of ours. */
export function placesOf(uri: string): readonly Partial<DocumentPlace>[] {
  const place = uri.startsWith(SCHEME) ? decoded(uri.slice(SCHEME.length)) : undefined;
  if (place === undefined || place === "") return [];
  const slash = uri.indexOf("/", SCHEME.length);
  const root = slash === -1 ? undefined : decoded(uri.slice(SCHEME.length, slash));
  const path = slash === -1 ? "" : (decoded(uri.slice(slash + 1)) ?? "");
  const rooted = root === undefined || root === "" || path === "" ? [] : [{ root, path }];
  return [...rooted, { path: place }];
}
