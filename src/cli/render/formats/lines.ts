import type { AnyHit } from "../../../search/contract/hits.ts";
import { compactCells } from "../../../search/views/views.ts";
import { columnsOf, cutTo, wrap } from "../../terminal/columns.ts";
import { safeLine } from "../../terminal/terminal-safe.ts";
import { renderHit, showsRoots } from "../search-hits.ts";
import type { Format, FormatOptions } from "./format.ts";

/** Between the cells of a line: a wider one would be a token of its own. */
const GAP = " ";
/** Fewer columns would show nothing of a heading. */
const MIN_HEADING_COLUMNS = 8;

/** `3f9a2c1b guides/keys.md#L3-L9 87% 312 tokens Vault`, the heading as far as it fits. */
function listed(hit: Exclude<AnyHit, { root: string }>, { columns }: Pick<FormatOptions, "columns">): string {
  if (!("tokens" in hit)) return safeLine(hit.citation);
  const { heading: _, ...rest } = hit;
  const bare = safeLine(compactCells(rest).join(GAP));
  const line = safeLine(compactCells(hit).join(GAP));
  return columnsOf(bare) + MIN_HEADING_COLUMNS > columns ? bare : cutTo(line, columns);
}

/** Lines for people, and for models: passages with an empty line between them, listings one a line. */
export const lines: Format = (answer, options) => {
  const withRoot = showsRoots(answer);
  const hits = answer.hits.map((hit, at) => {
    const isPassage = "root" in hit;
    const shown = isPassage ? renderHit(hit, at + 1, { ...options, withRoot }) : [listed(hit, options)];
    return [...(isPassage && at > 0 ? [""] : []), ...shown].map((line) => `${line}\n`).join("");
  });
  const gap = hits.length > 0 ? "\n" : "";
  const { notes, columns } = options;
  return {
    before: "",
    hits,
    after: notes === undefined ? "" : `${gap}${wrap(notes, columns).join("\n")}\n`,
  };
};
