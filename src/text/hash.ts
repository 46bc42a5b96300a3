const encoder = new TextEncoder();

/** SHA-256 of the UTF-8 bytes of a text, first 32 hex characters (128 bits): names of contents, chunks and requests. */
export async function shortHash(text: string | Uint8Array): Promise<string> {
  const bytes = (typeof text === "string" ? encoder.encode(text) : text) as Uint8Array<ArrayBuffer>;
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return [...new Uint8Array(digest, 0, 16)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** FNV-1a, 32 bits, of bytes or other small numbers: http://www.isthe.com/chongo/tech/comp/fnv/ */
export function fnv1a(units: Iterable<number>): number {
  let value = 0x811c9dc5;
  for (const unit of units) value = Math.imul(value ^ unit, 0x01000193);
  return value >>> 0;
}
