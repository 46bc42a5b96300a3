/** A file to be converted. */
interface Source {
  readonly bytes: Uint8Array;
  /** Its name without folders. */
  readonly name: string;
}

/**
 * Text of a file, with front matter that names its format, and a heading for every part that a citation can name (see
 * text/places/anchors.ts). Undefined: the file is better pushed as it is. Throws ConversionError; any other error means a
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
