/** Bytes looked at to tell a text in another encoding from binary data. */
export const SNIFF_BYTES = 8_192;
/** Control characters that texts do have: tab, line feed, form feed, carriage return, escape. */
const TEXT_CONTROLS: readonly number[] = [9, 10, 12, 13, 27];
const FIRST_PRINTABLE = 32;
/** One control byte in so many is a text with a blemish; more is data. */
const MAX_CONTROL_SHARE = 1 / 200;
/** UTF-16, both byte orders: text, though it is full of NUL. */
const UTF16_MARKS: readonly (readonly [number, number])[] = [
  [0xff, 0xfe],
  [0xfe, 0xff],
];

// The byte order mark stays: what is pushed is the file's bytes, and the hash names them.
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Whether the first bytes of a file are those of a text. */
export function looksLikeText(bytes: Uint8Array): boolean {
  if (UTF16_MARKS.some(([first, second]) => bytes[0] === first && bytes[1] === second)) return true;
  if (bytes.includes(0)) return false;
  const sample = bytes.subarray(0, SNIFF_BYTES);
  const controls = sample.filter((byte) => byte < FIRST_PRINTABLE && !TEXT_CONTROLS.includes(byte));
  return controls.length <= sample.length * MAX_CONTROL_SHARE;
}

/** The text of bytes; "foreign" when it is in another encoding than UTF-8, "binary" when it is no text. */
export function decode(bytes: Uint8Array): { readonly text: string } | "binary" | "foreign" {
  if (!bytes.includes(0)) {
    try {
      return { text: decoder.decode(bytes) };
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
  }
  return looksLikeText(bytes) ? "foreign" : "binary";
}
