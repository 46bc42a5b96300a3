import type { Hit } from "../../../../search/contract/hits.ts";

/** Passages of one document that are shown before the others are asked for: at least so many. */
const SHOWN = 3;
/** About what a screen holds: few documents show more of themselves. */
const SCREENFUL = 9;

export interface Placed {
  readonly hit: Hit;
  /** Position among the answer's hits, from 1. */
  readonly rank: number;
  /** It follows another passage of its document. */
  readonly isFurther: boolean;
  /** Behind the last that is shown of a document: how many more there are. */
  readonly hidden?: number;
}

/** What names a document among all. */
export const documentOf = ({ root, path }: Pick<Hit, "root" | "path">): string => `${root}:${path}`;

/** What tells two hits apart: passages of one memory have one id. */
export const keyOf = ({ id, citation }: Hit): string => `${id} ${citation}`;

/** Hits by document, in the order of each document's best; of one that is not `whole` the first few. */
export function grouped(hits: readonly Hit[], whole: ReadonlySet<string>): readonly Placed[] {
  const ranked = hits.map((hit, at) => ({ hit, rank: at + 1 }));
  const groups = Map.groupBy(ranked, ({ hit }) => documentOf(hit));
  const most = Math.max(SHOWN, Math.ceil(SCREENFUL / groups.size));
  return [...groups].flatMap(([name, all]) => {
    // A single one more takes no more room than the line that says so.
    const shown = whole.has(name) || all.length <= most + 1 ? all : all.slice(0, most);
    const hidden = all.length - shown.length;
    return shown.map((one, at) => ({
      ...one,
      isFurther: at > 0,
      ...(hidden > 0 && at === shown.length - 1 && { hidden }),
    }));
  });
}

/** A document's title: its outermost heading, where it has one, or else its file's name. */
export function titleOf({ path, headings, language }: Pick<Hit, "path" | "headings" | "language">): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return (language === "markdown" ? headings[0] : undefined) ?? name;
}

/** The place in the document, below its title. */
export const placeIn = (hit: Pick<Hit, "path" | "headings" | "language">): readonly string[] =>
  hit.headings[0] === titleOf(hit) ? hit.headings.slice(1) : hit.headings;
