import { ResourceNotFoundError } from "@modelcontextprotocol/server";
import { MEMORY_ROOT } from "../config.ts";
import { RootName, StoredPath } from "../contract/common.ts";
import type { DocumentAnswer, DocumentSummary } from "../documents/contract.ts";
import { pageOfDocuments, readDocument } from "../documents/documents.ts";
import { isNotFound } from "../documents/passages/fetch-document.ts";
import type { OpenWorkspace } from "../workspaces/open-workspace.ts";
import type { Caller } from "./caller.ts";
import { memoryLedTo } from "./passages.ts";
import { ENTITY_TEMPLATE, entityIn, entityText } from "./entities.ts";

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

/** What a URI may name, likeliest first: root and path, then a path alone. Empty: the URI names no document here. */
export function placesOf(uri: string): readonly Partial<DocumentPlace>[] {
  const place = uri.startsWith(SCHEME) ? decoded(uri.slice(SCHEME.length)) : undefined;
  if (place === undefined || place === "") return [];
  const slash = uri.indexOf("/", SCHEME.length);
  const root = slash === -1 ? undefined : decoded(uri.slice(SCHEME.length, slash));
  const path = slash === -1 ? "" : (decoded(uri.slice(slash + 1)) ?? "");
  const rooted = root === undefined || root === "" || path === "" ? [] : [{ root, path }];
  return [...rooted, { path: place }];
}

/** Documents of one page of the list. */
const PAGE = 100;

const mimeType = (language: string): string =>
  language === "markdown" ? "text/markdown" : language === "html" ? "text/html" : "text/plain";

const listed = ({ root, path, title, language, bytes, mtime }: DocumentSummary) => ({
  uri: recallUri({ root, path }),
  name: path,
  ...(title !== null && title !== "" && { title }),
  mimeType: mimeType(language),
  size: bytes,
  annotations: { lastModified: new Date(mtime).toISOString() },
});

/** One page of documents, memories among them. Throws `invalid_input` for a cursor that was not given. */
export async function listResources({ readingConfined }: Caller, cursor: string | undefined) {
  const page = await pageOfDocuments(await readingConfined(), { limit: PAGE, cursor });
  return {
    resources: page.documents.map(listed),
    ...(page.nextCursor !== null && { nextCursor: page.nextCursor }),
  };
}

export const RESOURCE_TEMPLATES = [
  {
    name: "document",
    title: "A document or memory",
    uriTemplate: "recall://{root}/{+path}",
    description: "A pushed file by its root and path, or memories/<id>; whole, hidden characters marked",
  },
  ENTITY_TEMPLATE,
];

async function readAt(
  context: OpenWorkspace,
  place: { readonly root?: string; readonly path?: string },
): Promise<DocumentAnswer | undefined> {
  const root = RootName.optional().safeParse(place.root);
  const path = StoredPath.safeParse(place.path);
  if (!root.success || !path.success) return undefined;
  try {
    return await readDocument(context, { root: root.data, path: path.data });
  } catch (error) {
    if (!isNotFound(error)) throw error;
    const led = root.data === MEMORY_ROOT ? await memoryLedTo(context, path.data) : undefined;
    return led && readDocument(context, { root: MEMORY_ROOT, path: led.id });
  }
}

async function readEntityAt(caller: Caller, uri: string, name: string) {
  const context = await caller.reading();
  try {
    return { contents: [{ uri, mimeType: "text/plain", text: await entityText(context, name) }] };
  } catch (error) {
    if (isNotFound(error)) throw new ResourceNotFoundError(uri);
    throw error;
  }
}

/** The whole text of a document, or what an entity is. Throws ResourceNotFoundError, or `ambiguous` where several roots have the path. */
export async function readResource(caller: Caller, uri: string) {
  const entity = entityIn(uri);
  if (entity !== undefined) return readEntityAt(caller, uri, entity);
  const context = await caller.readingConfined();
  for (const place of placesOf(uri)) {
    const found = await readAt(context, place);
    if (found !== undefined)
      return { contents: [{ uri, mimeType: mimeType(found.language), text: found.text }] };
  }
  throw new ResourceNotFoundError(uri);
}
