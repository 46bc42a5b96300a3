import type { NamesWrite, NameWrite } from "../database/name-writes.ts";
import { slugOf } from "../text/slug.ts";
import { atOnce, type Steps } from "../text/steps.ts";
import { fold } from "../text/words/fold.ts";
import { NAME_WORD, nameParts } from "../text/words/name-parts.ts";
import { nameSteps } from "./extract.ts";
import type { EntityType, FoundName, NamedDocument } from "./types.ts";

/** What names are looked for in: a document, and what a memory's writer linked it to. */
type Named = NamedDocument & {
  readonly memory?: { readonly entities: readonly string[] } | null | undefined;
};

/** The names and relations of a document's chunks; what its writer linked it to is named by its first chunk. */
export const documentNames = (document: Named): readonly NamesWrite[] => atOnce(documentNameSteps(document));

/** The same in steps. */
export function* documentNameSteps(document: Named): Steps<readonly NamesWrite[]> {
  const linked = linksOf(document);
  // Its own first: of many given names not all are looked for.
  const given = [...(document.memory?.entities ?? []), ...(document.given ?? [])];
  const found = yield* nameSteps({ ...document, given });
  return found.map(({ names, relations }, ordinal): NamesWrite => {
    const rows = names.map(nameWrite);
    return { ordinal, relations, names: ordinal === 0 ? joined(rows, linked) : rows };
  });
}

/** Types whose names are words that people use one by one. */
const HAS_PARTS: ReadonlySet<EntityType> = new Set([
  ...(["person", "organisation", "project", "place", "product", "other"] as const),
]);

/** A name as it is stored. */
export const nameWrite = ({ name, slug, type, evidence }: FoundName): NameWrite => ({
  slug,
  name,
  type,
  evidence: Math.round(100 * evidence),
  parts: HAS_PARTS.has(type) ? partsOf(name) : [],
});

/** More words than these are a sentence. */
const MAX_PARTS = 5;

/** Slugs of the words of a name that may stand for it. */
export const partsOf = (name: string): string[] =>
  nameParts(fold(name).match(NAME_WORD) ?? [])
    .slice(0, MAX_PARTS)
    .map(slugOf);

/** What stands for a secret that was given as a name: it names nothing. */
const WHOLLY_REDACTED = /^\[redacted:\w+\]$/;

/** Said by hand: one link is evidence enough. */
const linksOf = ({ memory }: Named): NameWrite[] =>
  (memory?.entities ?? []).flatMap((name) => {
    const slug = slugOf(name);
    return slug === "" || WHOLLY_REDACTED.test(name)
      ? []
      : [nameWrite({ name, slug, type: "other", evidence: 1 })];
  });

function joined(found: readonly NameWrite[], linked: readonly NameWrite[]): NameWrite[] {
  const all = new Map(found.map((name) => [name.slug, name]));
  for (const link of linked) all.set(link.slug, { ...(all.get(link.slug) ?? link), evidence: link.evidence });
  return [...all.values()];
}
