import { decode } from "../../text/coding/decode-text.ts";
import type { Refused, UploadDocument } from "../../documents/contract.ts";
import { type FoundSecret, withoutSecrets } from "../../redaction/redact.ts";
import { shortHash } from "../../text/hash.ts";
import { pushStrings } from "../strings/push.ts";

/** A file that somebody dropped or chose. */
export interface DroppedFile {
  /** Relative to what was dropped, `/` between parts, NFC. */
  readonly path: string;
  readonly file: File;
  /** The secrets in it are pushed with it. */
  readonly keepsSecrets?: boolean;
}

export interface Dropped {
  /** The one folder that was dropped or chosen; undefined: files, or several folders. */
  readonly folder: string | undefined;
  /** By path, in UTF-8 byte order, which is the server's. */
  readonly files: readonly DroppedFile[];
}

const encoder = new TextEncoder();

/** Comparing UTF-16 units would sort emoji before the last letters. */
export function byBytes(one: { readonly path: string }, other: { readonly path: string }): number {
  const [a, b] = [encoder.encode(one.path), encoder.encode(other.path)];
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** Paths without the folder that all of them are in. */
export function withoutCommonFolder(files: readonly DroppedFile[]): Dropped {
  const sorted = [...files].sort(byBytes);
  const [first = ""] = sorted[0]?.path.split("/") ?? [];
  const isFolder = sorted.length > 0 && sorted.every(({ path }) => path.startsWith(`${first}/`));
  if (!isFolder) return { folder: undefined, files: sorted };
  return {
    folder: first,
    files: sorted.map(({ path, file }) => ({ path: path.slice(first.length + 1), file })),
  };
}

type ReadDropped =
  | {
      readonly kind: "text";
      readonly document: UploadDocument;
      readonly bytes: number;
      /** Those that were taken out. */
      readonly secrets: readonly FoundSecret[];
    }
  | { readonly kind: "binary" }
  | { readonly kind: "refused"; readonly refused: Refused };

const refuse = (path: string, code: string, message: string): ReadDropped => ({
  kind: "refused",
  refused: { path, code, message },
});

/** A text without its secrets, unless they are kept, with the bytes that are sent of it. */
function sentOf(text: string, bytes: Uint8Array<ArrayBuffer>, keepsSecrets: boolean) {
  const { text: sent, found } = keepsSecrets ? { text, found: [] } : withoutSecrets(text);
  return { text: sent, secrets: found, bytes: found.length === 0 ? bytes : encoder.encode(sent) };
}

/** Reads a file and takes its secrets out. A file that cannot be read or sent is a result, not an exception. */
export async function readDropped(
  { path, file, keepsSecrets = false }: DroppedFile,
  maxBytes: number,
): Promise<ReadDropped> {
  const words = pushStrings.refused;
  if (file.size > maxBytes) return refuse(path, "too_large", words.tooLarge(file.size, maxBytes));
  const bytes = await file.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => undefined,
  );
  if (bytes === undefined) return refuse(path, "unreadable", words.unreadable);
  const decoded = decode(bytes);
  if (decoded === "binary") return { kind: "binary" };
  if (decoded === "foreign") return refuse(path, "not_text", words.notText);
  const { text, encoding } = decoded;
  const sent = sentOf(text, encoding === undefined ? bytes : encoder.encode(text), keepsSecrets);
  if (sent.bytes.length > maxBytes)
    return refuse(path, "too_large", words.tooLarge(sent.bytes.length, maxBytes));
  const mtime = Math.max(0, Math.trunc(file.lastModified));
  const document = { path, hash: await shortHash(sent.bytes), mtime, text: sent.text };
  return { kind: "text", document, bytes: sent.bytes.length, secrets: sent.secrets };
}
