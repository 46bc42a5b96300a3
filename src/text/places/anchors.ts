/**
 * Parts of a document that its readers know by number or name: the page of a PDF, a slide, a sheet. A document made from another format
 * has a heading for each (`Page 12`); a citation names it as a fragment (`report.pdf#page=12`).
 */
export interface Anchor {
  readonly kind: AnchorKind;
  /** Without spaces around it and not empty: `12`, `Budget 2024`. */
  readonly value: string;
}

const KINDS = ["page", "slide", "sheet", "chapter", "cell", "message", "time"] as const;
export type AnchorKind = (typeof KINDS)[number];

/** Which parts a document has, by the ending of its name. */
const BY_ENDING: Readonly<Record<string, AnchorKind>> = {
  pdf: "page",
  pptx: "slide",
  odp: "slide",
  xlsx: "sheet",
  ods: "sheet",
  epub: "chapter",
  ipynb: "cell",
  mbox: "message",
  srt: "time",
  vtt: "time",
};

const MAX_CHARS = 200;

/** A pattern for an anchor as a citation has it, one group around it. */
export const ANCHOR_PATTERN = `((?:${KINDS.join("|")})=[^#,\\s]{1,${MAX_CHARS}})`;
const WRITTEN = new RegExp(`^${ANCHOR_PATTERN}$`);
const HEADING = new RegExp(`^(${KINDS.join("|")}) (\\S.*)$`, "i");

/** The heading of a part: `Page 12`. */
export const anchorHeading = ({ kind, value }: Anchor): string =>
  `${kind.slice(0, 1).toUpperCase()}${kind.slice(1)} ${value}`;

/** The anchor that a heading names; undefined: it is another heading. */
export function anchorIn(heading: string): Anchor | undefined {
  const [, kind = "", value = ""] = HEADING.exec(heading) ?? [];
  const anchor = { kind: kind.toLowerCase() as AnchorKind, value };
  return value !== "" && anchorHeading(anchor) === heading ? anchor : undefined;
}

/** Kind of the parts that a document at this path may have. */
export const anchorKindOf = (path: string): AnchorKind | undefined => {
  const ending = path.slice(path.lastIndexOf(".") + 1).toLowerCase();
  return Object.hasOwn(BY_ENDING, ending) ? BY_ENDING[ending] : undefined;
};

/** The part that a passage under these headings is in; undefined: the document has no such parts. */
export function anchorOf(path: string, headings: readonly string[]): Anchor | undefined {
  const kind = anchorKindOf(path);
  if (kind === undefined) return undefined;
  for (const heading of headings) {
    const anchor = anchorIn(heading);
    if (anchor?.kind === kind && encoded(anchor.value).length <= MAX_CHARS) return anchor;
  }
  return undefined;
}

/** What a shell or a Markdown link would read otherwise is encoded too. */
const encoded = (value: string): string =>
  encodeURIComponent(value.toWellFormed())
    .replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(/%3A/g, ":");

/** `page=12`, `sheet=Budget%202024`. */
export const writeAnchor = ({ kind, value }: Anchor): string => `${kind}=${encoded(value)}`;

/** Seconds, minutes and seconds, or hours, minutes and seconds; fractions of a second do not count. */
const TIME = /^(?:(?:(\d{1,2}):)?(\d{1,2}):)?(\d{1,6})(?:\.\d+)?$/;

/** A time as headings have it, `01:02:03`; undefined: it is none. */
function clockTime(written: string): string | undefined {
  const [found, hours = "0", minutes = "0", rest = "0"] = TIME.exec(written) ?? [];
  const seconds = Number(hours) * 3_600 + Number(minutes) * 60 + Number(rest);
  if (found === undefined || seconds >= 360_000) return undefined;
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, "0")).join(":");
}

/** Reads the same, a time in any way that people write one (`90`, `1:30`); undefined for anything else. */
export function readAnchor(text: string): Anchor | undefined {
  if (!WRITTEN.test(text)) return undefined;
  const at = text.indexOf("=");
  const kind = text.slice(0, at) as AnchorKind;
  try {
    const written = decodeURIComponent(text.slice(at + 1)).trim();
    const value = kind === "time" ? clockTime(written) : written;
    return value === undefined || value === "" ? undefined : { kind, value };
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
