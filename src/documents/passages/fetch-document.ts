import { AppError } from "../../errors.ts";
import type { ChunkAnswer } from "../../search/contract/chunks.ts";
import { cutColumns, type Place } from "../../text/places/place.ts";
import type { DocumentAnswer, DocumentList } from "../contract.ts";

interface DocumentPart {
  root?: string;
  lines?: string;
  /** `page=12`, in the place of lines. */
  anchor?: string;
}

/** Where passages are read: a server over HTTP, or the services beside one. */
export interface PassageSource {
  readonly document: (path: string, place: DocumentPart) => Promise<DocumentAnswer>;
  readonly documents: (place: { root?: string; glob?: string; cursor?: string }) => Promise<DocumentList>;
  readonly chunk: (id: string) => Promise<ChunkAnswer>;
}

export interface PlaceOptions {
  /** The root that a flag names; a colon then belongs to the path. */
  readonly root: string | undefined;
}

/** A URL would fold these parts away and name another document. */
function assertRelative(path: string): void {
  if (path.split("/").some((part) => part === "" || part === "." || part === ".."))
    throw new AppError("invalid_input", "A path is relative to its root and has no empty, . or .. part");
}

/** Whether an error says that something is not there. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof AppError && error.code === "not_found";

/** Asks for the place as it reads; when there is none and it has a colon, for a path with a colon in it. */
async function fetchLines(
  client: Pick<PassageSource, "document">,
  place: Place,
  { root }: PlaceOptions,
): Promise<DocumentAnswer> {
  const { path, lines, anchor } = place;
  const range = { ...(lines !== undefined && { lines }), ...(anchor !== undefined && { anchor }) };
  const literal = place.root === undefined ? path : `${place.root}:${path}`;
  assertRelative(path);
  if (root !== undefined) {
    const isRepeated = place.root === root;
    return client.document(literal, { root, ...range }).catch((error: unknown) => {
      if (isRepeated && isNotFound(error)) return client.document(path, { root, ...range });
      throw error;
    });
  }
  if (place.root === undefined) return client.document(path, range);
  try {
    return await client.document(path, { root: place.root, ...range });
  } catch (error) {
    if (!isNotFound(error) && !(error instanceof AppError && error.code === "invalid_input")) throw error;
    return client.document(literal, range).catch((second: unknown) => {
      throw isNotFound(second) ? error : second;
    });
  }
}

function withinColumns(answer: DocumentAnswer, place: Place): DocumentAnswer {
  const { startColumn, endColumn } = place;
  if (startColumn === undefined && endColumn === undefined) return answer;
  const { citation: whole, startLine, endLine, text } = answer;
  const end = endColumn === undefined ? `L${endLine}` : `L${endLine}C${endColumn}`;
  const citation = `${whole.slice(0, whole.lastIndexOf("#"))}#L${startLine}C${startColumn ?? 1}-${end}`;
  return { ...answer, citation, text: cutColumns(text, endLine - startLine + 1, place) };
}

/** The document at a place, or the lines and columns of it that the place names. Throws `not_found`, `ambiguous`. */
export const fetchDocument = async (
  client: Pick<PassageSource, "document">,
  place: Place,
  options: PlaceOptions,
): Promise<DocumentAnswer> => withinColumns(await fetchLines(client, place, options), place);
