const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });

/** Text of bytes by their byte order mark, by a label that they give, as UTF-8, or else as Windows-1252. */
export function decodeText(bytes: Uint8Array, label?: string): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return (label === undefined ? utf8 : new TextDecoder(label)).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
