/** A file to be converted. */
export interface Source {
  readonly bytes: Uint8Array;
  /** Its name without folders. */
  readonly name: string;
}

/**
 * Text of a file, with front matter that names its format, and a heading for every part that a citation can name (see
 * text/anchors.ts). Undefined: the file is better pushed as it is. Throws ConversionError; any other error means a
 * damaged file.
 */
export type Converter = (source: Source) => Promise<string | undefined> | string | undefined;

/** Lower-case ending of a name. */
export const endingOf = (name: string): string => name.slice(name.lastIndexOf(".") + 1).toLowerCase();

/** The title that a file has by its name; one that reads like a part's heading would be taken for it. */
export const titleOf = (title: string | undefined, name: string): string => {
  const own = (title ?? "").replace(/\s+/g, " ").trim();
  const isName = own === "" || /^untitled|\.(?:docx?|pptx?|xlsx?|od[tps]|indd|tex|dvi)$/i.test(own);
  const chosen = isName ? name.slice(0, name.lastIndexOf(".")) : own;
  return /^(?:Page|Slide|Sheet|Chapter|Cell|Message|Time) /.test(chosen) ? `“${chosen}”` : chosen;
};

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
