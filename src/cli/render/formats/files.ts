import { ANCHOR_PATTERN } from "../../../text/places/anchors.ts";
import { CITED_MEMORY } from "../../../text/places/memory-place.ts";
import { showsRoots } from "../search-hits.ts";
import { type Format, wholeCitation } from "./format.ts";

/** The lines that a citation names, at its end. */
const LINES = new RegExp(`#(?:${ANCHOR_PATTERN},)?L\\d+(?:C\\d+)?(?:-L\\d+(?:C\\d+)?)?$`);

/** Each file once, by its best hit: one path a line. A memory is in no file. */
export const files: Format = (answer, { clean }) => {
  const withRoot = showsRoots(answer);
  const seen = new Set<string>();
  const hits = answer.hits.map((hit) => {
    if (CITED_MEMORY.test(hit.citation)) return "";
    const path = wholeCitation(hit, withRoot).replace(LINES, "");
    if (seen.has(path)) return "";
    seen.add(path);
    return `${clean(path)}\n`;
  });
  return { before: "", hits, after: "" };
};
