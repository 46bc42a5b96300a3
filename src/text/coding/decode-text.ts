/** Bytes looked at to tell a text in another encoding from binary data. */
export const SNIFF_BYTES = 8_192;
/** Control characters that texts do have: tab, line feed, form feed, carriage return, escape. */
const TEXT_CONTROLS: readonly number[] = [9, 10, 12, 13, 27];
const FIRST_PRINTABLE = 32;
/** One control byte in so many is a text with a blemish; more is data. */
const MAX_CONTROL_SHARE = 1 / 200;
/** Bytes above ASCII among the letters of a text in a Latin script: in Cyrillic, Greek or Asian texts they are most. */
const MAX_HIGH_SHARE = 1 / 3;
const FIRST_HIGH = 0x80;
/** No characters in Windows-1252. */
const UNDEFINED_1252: readonly number[] = [0x81, 0x8d, 0x8f, 0x90, 0x9d];
/** Of the NULs that UTF-16 has beside ASCII characters, so many are at one of two places, and hardly any at the other. */
const MIN_NULS = 0.4;
const MAX_STRAY_NULS = 0.02;
/** Two bytes alone could be anything. */
const MIN_UTF16_BYTES = 8;

/** Encodings that a text is taken from, and sent as UTF-8. */
export const ENCODINGS = ["utf-16le", "utf-16be", "windows-1252"] as const;

export type Encoding = (typeof ENCODINGS)[number];

export interface Decoded {
  readonly text: string;
  /** Undefined: it is UTF-8, and the text is the bytes. */
  readonly encoding?: Encoding;
}

// The byte order mark of UTF-8 stays: what is pushed is the file's bytes, and the hash names them.
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

const isControl = (code: number): boolean => code < FIRST_PRINTABLE && !TEXT_CONTROLS.includes(code);

/** The encoding that a byte order mark says. */
function utf16ByMark(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : undefined;
}

/** The encoding by its byte order mark, or by where its NULs are. */
function utf16Of(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  const marked = utf16ByMark(bytes);
  if (marked !== undefined) return marked;
  const sample = bytes.subarray(0, SNIFF_BYTES);
  if (sample.length < MIN_UTF16_BYTES || bytes.length % 2 !== 0) return undefined;
  const nuls = [0, 0];
  for (const [at, byte] of sample.entries()) if (byte === 0) nuls[at % 2] = (nuls[at % 2] ?? 0) + 1;
  const pairs = sample.length / 2;
  const [even = 0, odd = 0] = nuls.map((count) => count / pairs);
  if (odd >= MIN_NULS && even <= MAX_STRAY_NULS) return "utf-16le";
  return even >= MIN_NULS && odd <= MAX_STRAY_NULS ? "utf-16be" : undefined;
}

/** Whether the first bytes of a file are those of a text. */
export function looksLikeText(bytes: Uint8Array): boolean {
  if (utf16Of(bytes) !== undefined) return true;
  if (bytes.includes(0)) return false;
  const sample = bytes.subarray(0, SNIFF_BYTES);
  return sample.filter(isControl).length <= sample.length * MAX_CONTROL_SHARE;
}

function fatally(encoding: Encoding, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Text in UTF-16 without its byte order mark; data that happens to look so has characters that no text has. */
function fromUtf16(bytes: Uint8Array, encoding: Encoding): Decoded | "binary" {
  const text = fatally(encoding, bytes);
  if (text === undefined) return "binary";
  let controls = 0;
  for (let at = 0; at < text.length; at++) if (isControl(text.charCodeAt(at))) controls++;
  const isText = !text.includes("\0") && controls <= text.length * MAX_CONTROL_SHARE;
  return isText ? { text, encoding } : "binary";
}

/** Text in Windows-1252, which includes Latin-1, where its script is plainly Latin; other encodings are not guessed. */
function fromLatin(bytes: Uint8Array): Decoded | "foreign" {
  let high = 0;
  let letters = 0;
  for (const byte of bytes) {
    if (UNDEFINED_1252.includes(byte)) return "foreign";
    if (byte >= FIRST_HIGH) high++;
    else if ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a) letters++;
  }
  if (high > (high + letters) * MAX_HIGH_SHARE) return "foreign";
  return { text: new TextDecoder("windows-1252").decode(bytes), encoding: "windows-1252" };
}

/** The text of bytes; "foreign" when it is in an encoding that is not known for sure, "binary" when it is no text. */
export function decode(bytes: Uint8Array): Decoded | "binary" | "foreign" {
  if (!bytes.includes(0)) {
    try {
      return { text: decoder.decode(bytes) };
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
  }
  const utf16 = utf16Of(bytes);
  if (utf16 !== undefined) return fromUtf16(bytes, utf16);
  return looksLikeText(bytes) ? fromLatin(bytes) : "binary";
}

/** Text of bytes in the encoding of this name, what is no text in it replaced; undefined: nobody knows the name. */
function labelled(bytes: Uint8Array, label: string): string | undefined {
  try {
    return new TextDecoder(label).decode(bytes);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/**
 * Text of bytes that are known to be one, without its byte order mark: by that mark, by the label that they give, or else as they look;
 * what no encoding is sure for is read as Windows-1252.
 */
export function textOf(bytes: Uint8Array, label?: string): string {
  const said = utf16ByMark(bytes) ?? label;
  const text = said === undefined ? undefined : labelled(bytes, said);
  if (text !== undefined) return text;
  const decoded = decode(bytes);
  if (typeof decoded === "object") return decoded.text.replace(/^\uFEFF/, "");
  return new TextDecoder("windows-1252").decode(bytes);
}
