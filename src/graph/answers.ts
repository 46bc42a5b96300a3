import type { CitedChunk, EntityRow, RelationRow } from "../search/sql/graph-types.ts";
import { citation } from "../search/views/citation.ts";
import type { RelationAnswer } from "./contract.ts";

// Rows as answers have them.

const MAX_CITATIONS = 3;

export const entityOf = ({ slug, name, type, aliases, mentions, state }: EntityRow) => ({
  slug,
  name,
  type,
  aliases: [...aliases],
  mentions,
  manual: state === 1,
});

/** A chunk as a citation. */
export function cited({ startColumn, endColumn, ...chunk }: CitedChunk) {
  return {
    ...chunk,
    ...(startColumn !== null && { startColumn }),
    ...(endColumn !== null && { endColumn }),
    citation: citation({ ...chunk, startColumn, endColumn }),
  };
}

/** Relations whose both ends are shown, each once with who says so. */
export function relationsBetween(
  entities: readonly Pick<EntityRow, "slug">[],
  rows: readonly RelationRow[],
): RelationAnswer[] {
  const shown = new Set(entities.map(({ slug }) => slug));
  const relations = new Map<string, RelationAnswer>();
  const seen = new Set<string>();
  for (const { from, to, type, chunk } of rows) {
    const key = JSON.stringify([from, type, to]);
    const place = `${key} ${chunk?.id ?? ""}`;
    if (!shown.has(from) || !shown.has(to) || seen.has(place)) continue;
    seen.add(place);
    const relation = relations.get(key) ?? { from, to, type, manual: false, citations: [] };
    relations.set(key, relation);
    if (chunk === null) relation.manual = true;
    else if (relation.citations.length < MAX_CITATIONS) relation.citations.push(cited(chunk));
  }
  return [...relations.values()];
}
