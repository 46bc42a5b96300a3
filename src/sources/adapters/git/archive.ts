import { createTarDecoder } from "modern-tar";
import { DEFAULTS } from "../../../config.ts";
import type { Pull } from "../../adapter.ts";
import { SourceError } from "../../fetching/source-error.ts";

/** A packed archive takes so long at most, milliseconds: less than a lease. */
const TIMEOUT_MS = 60_000;

/** Unpacked, bytes. */
const MAX_UNPACKED_BYTES = 500_000_000;

export interface ArchiveFile {
  /** Without the folder that the archive puts around all. */
  readonly path: string;
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly mtime: number | undefined;
  readonly bytes: () => Promise<Uint8Array<ArrayBuffer>>;
}

/** Ends a stream that has brought more than it may: a small archive can unpack to anything. */
function bounded(maxBytes: number): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let size = 0;
  return new TransformStream({
    transform(part, controller) {
      size += part.length;
      if (size > maxBytes) throw new SourceError("failed", "The archive unpacks to more than 500 MB");
      controller.enqueue(part);
    },
  });
}

/**
 * The files of an archive as it comes, each to be read before the next or not at all. Symbolic links and what is larger than
 * a document are left out. Throws SourceError.
 */
export async function* archiveFiles({ http }: Pull, url: string): AsyncGenerator<ArchiveFile> {
  const answer = await http.get(url, { follows: true, timeoutMs: TIMEOUT_MS });
  if (answer.status !== 200) {
    await answer.discard();
    throw new SourceError("failed", `${url} answered ${answer.status}`);
  }
  const entries = answer
    .stream()
    .pipeThrough(
      new DecompressionStream("gzip") as ReadableWritablePair<
        Uint8Array<ArrayBuffer>,
        Uint8Array<ArrayBuffer>
      >,
    )
    .pipeThrough(bounded(MAX_UNPACKED_BYTES))
    .pipeThrough(createTarDecoder());
  try {
    for await (const { header, body } of entries) {
      const path = header.name.slice(header.name.indexOf("/") + 1);
      const isFile = header.type === undefined || header.type === "file";
      if (isFile && path !== "" && header.size <= DEFAULTS.maxFileBytes) {
        const mtime = header.mtime?.getTime();
        const bytes = async () => new Uint8Array(await new Response(body).arrayBuffer());
        yield { path, size: header.size, mtime, bytes };
      }
      if (!body.locked) await body.cancel();
    }
  } catch (error) {
    if (error instanceof SourceError) throw error;
    throw new SourceError("failed", `${url} is damaged, or did not arrive whole`, { cause: error });
  }
}
