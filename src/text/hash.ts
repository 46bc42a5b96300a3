const encoder = new TextEncoder();

/** SHA-256 of the UTF-8 bytes of a text, first 32 hex characters (128 bits): names of contents, chunks and requests. */
export async function shortHash(text: string | Uint8Array): Promise<string> {
  const bytes = (typeof text === "string" ? encoder.encode(text) : text) as Uint8Array<ArrayBuffer>;
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return [...new Uint8Array(digest, 0, 16)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** SHA-256 of the UTF-8 bytes of a text, 64 hex characters. */
export async function sha256Hex(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", encoder.encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// FNV-1a, 32 bits: http://www.isthe.com/chongo/tech/comp/fnv/
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** FNV-1a of bytes or other small numbers. */
export function fnv1a(units: Iterable<number>): number {
  let value = FNV_OFFSET;
  for (const unit of units) value = Math.imul(value ^ unit, FNV_PRIME);
  return value >>> 0;
}

/** FNV-1a of a text's UTF-16 units from `start` to `end`, without a copy of them. */
export function fnv1aText(text: string, start: number, end: number): number {
  let value = FNV_OFFSET;
  for (let at = start; at < end; at++) value = Math.imul(value ^ text.charCodeAt(at), FNV_PRIME);
  return value >>> 0;
}
