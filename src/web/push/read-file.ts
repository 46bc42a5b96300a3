import { decode } from "../../client/push/decode-text.ts";
import type { Refused, UploadDocument } from "../../documents/contract.ts";
import { strings } from "../strings.ts";
import type { DroppedFile } from "./dropped-files.ts";

/** Hash length that the contract asks for, in hexadecimal characters. */
const HASH_CHARS = 32;

/** First 32 hex characters of the SHA-256 of bytes. */
export async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const hex = [...digest].map((byte) => byte.toString(16).padStart(2, "0"));
  return hex.join("").slice(0, HASH_CHARS);
}

export type ReadDropped =
  | { readonly kind: "text"; readonly document: UploadDocument; readonly bytes: number }
  | { readonly kind: "binary" }
  | { readonly kind: "refused"; readonly refused: Refused };

const refuse = (path: string, code: string, message: string): ReadDropped => ({
  kind: "refused",
  refused: { path, code, message },
});

/** Reads a file. A file that cannot be read or sent is a result, not an exception. */
export async function readDropped({ path, file }: DroppedFile, maxBytes: number): Promise<ReadDropped> {
  const words = strings.push.refused;
  if (file.size > maxBytes) return refuse(path, "too_large", words.tooLarge(file.size, maxBytes));
  const bytes = await file.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => undefined,
  );
  if (bytes === undefined) return refuse(path, "unreadable", words.unreadable);
  const decoded = decode(bytes);
  if (decoded === "binary") return { kind: "binary" };
  if (decoded === "foreign") return refuse(path, "not_text", words.notText);
  const mtime = Math.max(0, Math.trunc(file.lastModified));
  const document = { path, hash: await hashOf(bytes), mtime, text: decoded.text };
  return { kind: "text", document, bytes: bytes.length };
}
