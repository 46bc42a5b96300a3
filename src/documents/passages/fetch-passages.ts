import { AppError } from "../../errors.ts";
import { CITED_MEMORY } from "../../text/places/memory-place.ts";
import type { ChunkAnswer } from "../../search/contract/chunks.ts";
import { citationWithRoot, rootedCitation } from "../../search/views/citation.ts";
import { type Place, parsePlace, placeOfName } from "../../text/places/place.ts";
import type { DocumentAnswer } from "../contract.ts";
import { fetchDocument, isNotFound, type PassageSource, type PlaceOptions } from "./fetch-document.ts";

export type Passage = DocumentAnswer | ChunkAnswer;

interface Fetched {
  readonly passages: readonly Passage[];
  /** It named documents by a pattern: how many is not for the asker to say. */
  readonly isPattern: boolean;
}

/** A passage that is known to be there, and read when it is wanted. */
export interface FoundPassage {
  /** What names it: its root and path. */
  readonly name: string;
  readonly read: () => Promise<Passage>;
}

interface FoundPassages extends Pick<Fetched, "isPattern"> {
  readonly found: readonly FoundPassage[];
}

/** Characters of an id that name it: fewer are too often those of several. */
const ID = /^[0-9a-f]{8,64}$/;
const SHORT_ID = /^[0-9a-f]{4,7}$/;
const GLOB = /[*?[]/;

/** Documents that one pattern may print: more is a mistake more often than a wish. */
const MAX_MATCHES = 100;

/** All that a place names, read. Throws what `findPassages` throws. */
export async function fetchPassages(
  client: PassageSource,
  text: string,
  options: PlaceOptions,
): Promise<Fetched> {
  const { found, isPattern } = await findPassages(client, text, options);
  const passages: Passage[] = [];
  for (const { read } of found) passages.push(await read());
  return { passages, isPattern };
}

const alreadyRead = (passage: Passage): FoundPassages => ({
  found: [{ name: citationWithRoot(passage), read: async () => passage }],
  isPattern: false,
});

/**
 * What a place names: a chunk or a memory by its id or by the start of it, a document or lines of it, or every document that a glob
 * matches. A document of just that name comes before a glob, lines before a name that ends like them (`time 10:30`), and `./`
 * before a name keeps it from being an id. Throws `not_found`, or `ambiguous` with the candidates in its message.
 */
export async function findPassages(
  client: PassageSource,
  text: string,
  options: PlaceOptions,
): Promise<FoundPassages> {
  const chunkOf = () => (ID.test(text) ? client.chunk(text).catch(undefinedIfNotFound) : undefined);
  const chunk = options.root === undefined ? await chunkOf() : undefined;
  if (chunk !== undefined) return alreadyRead(await wholeMemory(client, chunk, text));
  const cited = await citedMemory(client, text);
  if (cited !== undefined) return alreadyRead(cited);
  const place = parsePlace(text.normalize("NFC"));
  try {
    return alreadyRead(await fetchDocument(client, place, options));
  } catch (error) {
    if (!isNotFound(error)) throw error;
    if (GLOB.test(place.path)) {
      const found = await findMatches(client, place, options);
      if (found.length === 0) throw noMatch(text, error);
      return { found, isPattern: true };
    }
    const name = placeOfName(text.normalize("NFC"));
    const named = name && (await fetchDocument(client, name, options).catch(undefinedIfNotFound));
    if (named !== undefined) return alreadyRead(named);
    // Beside a root an id is first a name in it.
    const within = options.root === undefined ? undefined : await chunkOf();
    if (within !== undefined && within.root === options.root)
      return alreadyRead(await wholeMemory(client, within, text));
    throw SHORT_ID.test(text) ? tooShort(text, error) : error;
  }
}

/** The id of a memory names all of it, not only its first passage; that of a passage, as older answers have it, that one. */
const wholeMemory = async (client: PassageSource, chunk: ChunkAnswer, id: string): Promise<Passage> =>
  chunk.kind === "memory" && chunk.id.startsWith(id)
    ? client.document(chunk.path, { root: chunk.root })
    : chunk;

/** The memory, or the lines of it, that a citation names; undefined: it names none, so that it may be a path. */
async function citedMemory(client: PassageSource, text: string): Promise<Passage | undefined> {
  const [, id, lines = ""] = CITED_MEMORY.exec(text) ?? [];
  const chunk = id === undefined ? undefined : await client.chunk(id).catch(undefinedIfNotFound);
  if (chunk?.kind !== "memory") return undefined;
  return fetchDocument(client, parsePlace(`${chunk.root}:${chunk.path}${lines}`), { root: undefined });
}

const tooShort = (text: string, cause: unknown): AppError =>
  new AppError("not_found", `There is no document "${text}", and an id has at least 8 characters`, { cause });

const noMatch = (text: string, cause: unknown): AppError =>
  new AppError("not_found", `No document is named "${text}", and none matches it as a pattern`, { cause });

function undefinedIfNotFound(error: unknown): undefined {
  if (!isNotFound(error)) throw error;
}

async function findMatches(
  client: PassageSource,
  place: Place,
  options: PlaceOptions,
): Promise<readonly FoundPassage[]> {
  const { root: written, ...where } = place;
  const root = options.root ?? written;
  const named = root === undefined ? {} : { root };
  const glob = written === undefined || written === root ? place.path : `${written}:${place.path}`;
  const matches: { readonly root: string; readonly path: string }[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await client.documents({ ...named, glob, ...(cursor !== undefined && { cursor }) });
    matches.push(...page.documents);
    if (matches.length > MAX_MATCHES)
      throw new AppError("invalid_input", `${glob} matches over ${MAX_MATCHES} documents: narrow it`);
    cursor = page.nextCursor;
  }
  return matches.map(({ root: of, path }) => ({
    name: rootedCitation(of, path),
    read: () => fetchDocument(client, { ...where, path }, { root: of }),
  }));
}
