import { type FrontMatterEntry, readFrontMatter, type Scalar } from "../../../text/front-matter.ts";
import { lineText, type SourceLines } from "../lines.ts";
import { shorten } from "./headings.ts";

type MetadataValue = Scalar | readonly Scalar[];

interface Declared {
  /** Lines that front matter takes, both fences included; 0 when there is none. */
  readonly lines: number;
  readonly metadata: Readonly<Record<string, MetadataValue>>;
}

const MAX_KEYS = 200;
/** Characters of a key with the keys around it: longer ones are no names. */
const MAX_KEY_CHARS = 200;
/** Characters kept of one value. */
const MAX_VALUE_CHARS = 2000;
/** Characters of all keys and values as JSON. */
const MAX_METADATA_CHARS = 16_000;

/** What a text declares about itself in front matter; nothing where that is never closed. */
export function declaredIn(source: SourceLines): Declared {
  const { lines, isClosed, entries } = readFrontMatter((line) =>
    line < source.count ? lineText(source, line) : undefined,
  );
  return isClosed ? { lines, metadata: metadataOf(entries) } : { lines: 0, metadata: {} };
}

/** Entries as metadata: a key given more than once is a list; what exceeds the bounds above is left out. */
export function metadataOf(entries: readonly FrontMatterEntry[]): Readonly<Record<string, MetadataValue>> {
  const found = new Map<string, MetadataValue>();
  let chars = 0;
  for (const { key, values, isList } of entries) {
    const known = found.get(key);
    if (known === undefined && found.size >= MAX_KEYS) continue;
    const short = values.map(shortValue);
    const own = JSON.stringify([key, ...short]).length;
    if (key.length > MAX_KEY_CHARS || chars + own > MAX_METADATA_CHARS) continue;
    chars += own;
    const isScalar = known === undefined && !isList;
    found.set(key, isScalar ? (short[0] ?? "") : [known ?? [], short].flat(2));
  }
  return Object.freeze(Object.fromEntries(found));
}

const shortValue = (value: Scalar): Scalar =>
  typeof value === "string" ? shorten(value, MAX_VALUE_CHARS) : value;
