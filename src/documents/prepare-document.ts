import { CHUNKER_VERSION, DEFAULTS } from "../config.ts";
import { pathProblem } from "../contract/common.ts";
import { AppError } from "../errors.ts";
import { documentNameSteps } from "../names/document-names.ts";
import { composed } from "../text/coding/composed.ts";
import { documentDate } from "../text/dates/document-date.ts";
import { estimateTokens } from "../text/tokens/estimate-tokens.ts";
import { shortHash } from "../text/hash.ts";
import { cutToTokens, passageText } from "../text/passage.ts";
import { inTurns, takingTurns } from "../text/steps.ts";
import type { Chunk, ChunkedDocument } from "./chunkers/chunk.ts";
import { chunkSteps } from "./chunkers/chunk-document.ts";
import { countLines } from "./chunkers/lines.ts";
import type { Refused, UploadDocument } from "./contract.ts";
import { keywordSteps } from "./keyword-row.ts";
import type { ChunkWrite, DocumentWrite, MemoryPart } from "./sql/document-types.ts";

const encoder = new TextEncoder();

/** Memories are notes: their headings are read as such. */
const MEMORY_ENDING = ".md";

/**
 * Cuts, hashes and names a document, or with `memory` a memory; a long one lets others go on now and then. Throws AppError for what is refused.
 */
export async function prepareDocument(
  document: UploadDocument,
  place: DocumentPlace,
): Promise<DocumentWrite> {
  const { memory } = place;
  const { path, text, hash, mtime } = document;
  const bytes = encoder.encode(text);
  await checkDocument(document, bytes);
  const steps = chunkSteps({
    path: memory ? `${path}${MEMORY_ENDING}` : path,
    text,
    ...(document.chunks && { boundaries: document.chunks }),
  });
  const chunked = titled(await inTurns(steps), document.title);
  const metadata = composed({ ...chunked.metadata, ...document.metadata });
  const write = {
    path,
    kind: "file" as const,
    hash,
    bytes: bytes.length,
    lines: countLines(text),
    finalNewline: text.endsWith("\n"),
    mtime: Math.trunc(mtime),
    datedAt: documentDate(path, Math.trunc(mtime), metadata) ?? null,
    language: chunked.language,
    title: document.title ?? chunked.title ?? null,
    source: document.source ?? null,
    metadata,
    givenMetadata: document.metadata ?? {},
    chunker: CHUNKER_VERSION,
    hasOwnChunks: document.chunks !== undefined,
    chunks: await chunkWrites(chunked, path, place),
    ...(memory && asMemory(memory)),
  };
  if (place.hasNames === false) return { ...write, names: [] };
  return { ...write, names: await inTurns(documentNameSteps({ ...write, given: place.given })) };
}

/** A title that its sender gave stands above the first passage, unless the text has it itself. */
function titled(chunked: ChunkedDocument, title: string | undefined): ChunkedDocument {
  const [first, ...rest] = chunked.chunks;
  if (!title || title === chunked.title || first === undefined || first.headings.includes(title))
    return chunked;
  return { ...chunked, chunks: [{ ...first, headings: [title, ...first.headings] }, ...rest] };
}

const asMemory = ({ metadata, ...memory }: MemoryPart) => ({
  kind: "memory" as const,
  datedAt: memory.lastObserved,
  metadata,
  memory,
});

export interface DocumentPlace {
  readonly workspace: number;
  readonly root: string;
  /** False: the workspace wants to know of no names. @default true */
  readonly hasNames?: boolean;
  /** Names that somebody gave in the workspace by hand: the text is searched for them. @default none */
  readonly given?: readonly string[] | undefined;
  /** Undefined or null: it is a file. */
  readonly memory?: MemoryPart | null | undefined;
}

/** What refuses a file before its text is looked at: its path or its size. */
export function fileProblem(path: string, bytes: number): AppError | undefined {
  const problem = pathProblem(path);
  if (problem !== undefined) return new AppError("invalid_input", problem);
  const { maxFileBytes } = DEFAULTS;
  if (bytes <= maxFileBytes) return undefined;
  return new AppError("too_large", `A file has at most ${maxFileBytes} bytes; this one has ${bytes}`);
}

/** Of today's times those in seconds are days of January 1970 in milliseconds, and those in microseconds of the year 50,000. */
const SECONDS = { from: 1e9, to: 4e9 };
const LATEST_MS = 1e14;

/** What refuses a time that was counted in another unit than milliseconds. */
function timeProblem(mtime: number): AppError | undefined {
  const unit = mtime >= SECONDS.from && mtime < SECONDS.to ? "seconds" : mtime > LATEST_MS && "microseconds";
  if (!unit) return undefined;
  return new AppError(
    "invalid_input",
    `mtime: ${mtime} seems to be in ${unit}; send milliseconds since 1970`,
  );
}

async function checkDocument({ path, text, hash, mtime }: UploadDocument, bytes: Uint8Array): Promise<void> {
  const problem = fileProblem(path, bytes.length) ?? timeProblem(mtime);
  if (problem !== undefined) throw problem;
  if (text.includes("\0") || !text.isWellFormed())
    throw new AppError("not_text", "Only UTF-8 text without NUL can be indexed");
  // Also what a client gets wrong that decodes other encodings: its bytes are not those of the text it sends.
  if ((await shortHash(bytes)) !== hash)
    throw new AppError("hash_mismatch", "The hash is not that of the text's UTF-8 bytes");
}

/** The keyword index knows a file by its path, a memory by the names that its writer gave it. */
async function chunkWrites(
  { chunks }: ChunkedDocument,
  path: string,
  { workspace, root, memory }: DocumentPlace,
): Promise<ChunkWrite[]> {
  const turn = takingTurns();
  const keywords = await inTurns(keywordSteps(memory?.entities ?? path, chunks), turn);
  const seen = new Map<string, number>();
  const writes: ChunkWrite[] = [];
  for (const [ordinal, chunk] of chunks.entries()) {
    const keyword = keywords[ordinal];
    if (keyword === undefined) throw new Error("every chunk has a keyword row");
    const textHash = await shortHash(chunk.text);
    const occurrence = seen.get(textHash) ?? 0;
    seen.set(textHash, occurrence + 1);
    const id = await shortHash([workspace, root, path, textHash, occurrence].join("\n"));
    const columns = { startColumn: chunk.startColumn ?? null, endColumn: chunk.endColumn ?? null };
    writes.push({ ...chunk, ...columns, id, ordinal, ...(await modelHashes(chunk)), textHash, keyword });
    await turn(chunk.text.length);
  }
  return writes;
}

/** Enough to tell the texts of a workspace apart: half a hash, in every chunk and every cached score. */
const SENT_HASH_DIGITS = 16;

/**
 * Hashes of what the embedder and the re-ranker are given, which is mostly the same; a written context goes before the
 * text that is embedded, and to the embedder only.
 */
export async function modelHashes({
  headings,
  text,
  prefix = null,
}: Pick<Chunk, "headings" | "text"> & { readonly prefix?: string | null }): Promise<
  Pick<ChunkWrite, "embedHash" | "sentHash" | "tokens">
> {
  const whole = passageText(headings, text);
  const sent = cutToTokens(whole, DEFAULTS.rerankPassageTokens);
  const plainHash = await shortHash(whole);
  const embedHash =
    prefix === null ? plainHash : await shortHash(passageText(headings, `${prefix}\n${text}`));
  return {
    embedHash,
    sentHash: (sent === whole ? plainHash : await shortHash(sent)).slice(0, SENT_HASH_DIGITS),
    tokens: estimateTokens(text),
  };
}

/** A file's failure as a row of the report; anything unexpected is a bug and stays an error. */
export function refusal(path: string, error: unknown): Refused {
  if (!(error instanceof AppError)) throw error;
  return { path, code: error.code, message: error.message };
}
