import { decode } from "../../client/push/decode-text.ts";
import type { Refused, UploadDocument } from "../../documents/contract.ts";
import { shortHash } from "../../text/hash.ts";
import { strings } from "../strings.ts";
import type { DroppedFile } from "./dropped-files.ts";

type ReadDropped =
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
  const document = { path, hash: await shortHash(bytes), mtime, text: decoded.text };
  return { kind: "text", document, bytes: bytes.length };
}
