/** Two entities, and how many passages name both; 0: they were only related by hand. */
export interface Link {
  /** Slugs. */
  readonly from: string;
  readonly to: string;
  readonly passages: number;
}

/** Links that begin at one entity. */
const CLOSEST = 3;
/** A passage that names more than these is a list: it says of none that they belong together. */
const MAX_NAMED = 40;

type Places = ReadonlyMap<string, ReadonlySet<number>>;

const byKey = (a: Link, b: Link): number =>
  a.from < b.from || (a.from === b.from && a.to < b.to) ? -1 : Number(a.from !== b.from || a.to !== b.to);

/**
 * Each entity with the three that it is closest to, each pair once, by slug: closest by the cosine of the passages that name
 * them, both/√(one·other), so that a name that is everywhere is near to few. Two of 9 and 4 passages with 3 together: 0.5.
 */
export function closestLinks(places: Places, related: readonly Omit<Link, "passages">[]): Link[] {
  const together = countTogether(places);
  const links = new Map<string, Link>();
  const add = (one: string, other: string, passages: number) => {
    const [from = "", to = ""] = [one, other].sort();
    const key = JSON.stringify([from, to]);
    if (!links.has(key)) links.set(key, { from, to, passages });
  };
  const sizeOf = (slug: string): number => places.get(slug)?.size ?? 0;
  for (const [one, others] of together) {
    const closeness = ([other, both]: readonly [string, number]) => both ** 2 / (sizeOf(one) * sizeOf(other));
    const closest = [...others].sort((a, b) => closeness(b) - closeness(a) || (a[0] < b[0] ? -1 : 1));
    for (const [other, both] of closest.slice(0, CLOSEST)) add(one, other, both);
  }
  for (const { from, to } of related) if (from !== to) add(from, to, together.get(from)?.get(to) ?? 0);
  return [...links.values()].sort(byKey);
}

/** How many passages name each two of the entities. */
function countTogether(places: Places): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const namedIn = new Map<number, string[]>();
  for (const [slug, passages] of places)
    for (const passage of passages) {
      const named = namedIn.get(passage);
      if (named === undefined) namedIn.set(passage, [slug]);
      else named.push(slug);
    }
  const together = new Map<string, Map<string, number>>([...places.keys()].map((slug) => [slug, new Map()]));
  for (const named of namedIn.values())
    if (named.length <= MAX_NAMED)
      for (const one of named) {
        const counts = together.get(one);
        for (const other of named) if (other !== one) counts?.set(other, (counts.get(other) ?? 0) + 1);
      }
  return together;
}
