import type { AnyHit, Hit } from "../contract/hits.ts";
import { rootedCitation } from "./snippet/citation.ts";

export interface CutOptions {
  /** Whether a hit is small enough. What is shorter fits wherever a longer one did. */
  readonly fits: (hit: AnyHit) => boolean;
  /** A path needs its root before it. */
  readonly severalRoots: boolean;
}

/**
 * The most of a hit that fits, marked as cut: fewer whole lines of its text, then a part of the first one, then only its
 * citation, which stays whole even where it does not fit. The citation goes on naming the whole chunk.
 */
export function cutHit(hit: AnyHit, { fits, severalRoots }: CutOptions): AnyHit {
  if (fits(hit)) return hit;
  if ("tokens" in hit) {
    const { heading: _, ...bare } = hit;
    return fits({ ...bare, cut: true }) ? { ...bare, cut: true } : { citation: hit.citation, cut: true };
  }
  if (!("root" in hit)) return hit;
  const shorter = cutText(hit, fits);
  if (shorter !== undefined) return shorter;
  return {
    citation: severalRoots ? rootedCitation(hit.root, hit.citation) : hit.citation,
    cut: true,
  };
}

/** The hit with the longest start of its text that fits; undefined when not one character does. */
function cutText(hit: Hit, fits: CutOptions["fits"]): Hit | undefined {
  const text = hit.text ?? hit.snippet?.text ?? "";
  let low = 0;
  let high = text.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(withText(hit, text.slice(0, middle)))) low = middle;
    else high = middle - 1;
  }
  const shown = wholePart(text, low);
  const cut = withText(hit, shown);
  return shown === "" || !fits(cut) ? undefined : cut;
}

/** The first `chars` without the line that they break, or of a first line without half a character. */
function wholePart(text: string, chars: number): string {
  const lineEnd = text.lastIndexOf("\n", chars);
  if (lineEnd > 0) return text.slice(0, lineEnd);
  const start = text.slice(0, chars);
  return start.isWellFormed() || !text.isWellFormed() ? start : start.slice(0, -1);
}

function withText(hit: Hit, text: string): Hit {
  if (hit.snippet === undefined) return { ...hit, text, cut: true };
  const { startLine, endLine: _, startColumn, endColumn: __, highlights, ...rest } = hit.snippet;
  const lines = text.split("\n").length - 1;
  const isPart = lines === 0 && !rest.text.startsWith(`${text}\n`);
  const from = startColumn ?? 1;
  const snippet: NonNullable<Hit["snippet"]> = {
    text,
    startLine,
    endLine: startLine + lines,
    ...(isPart && { startColumn: from, endColumn: from + text.length - 1 }),
    highlights: highlights.filter(([, end]) => end <= text.length),
  };
  return { ...hit, snippet, cut: true };
}
