const encoder = new TextEncoder();

/** SHA-256 of the UTF-8 bytes of a text, first 32 hex characters (128 bits): names of contents, chunks and requests. */
export async function shortHash(text: string | Uint8Array): Promise<string> {
  const bytes = (typeof text === "string" ? encoder.encode(text) : text) as Uint8Array<ArrayBuffer>;
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return [...new Uint8Array(digest, 0, 16)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
