import { fold } from "../text/words/fold.ts";
import type { StatedFacts } from "./front-matter.ts";
import { isPersonRole, roleOf } from "./prose/relation-words.ts";
import { technicalName, urlName } from "./technical-names.ts";
import type { EntityType, FoundName } from "./types.ts";

const WEIGHT = { role: 0.9, tag: 0.5, value: 0.8, key: 0.05 } as const;
const MAX_VALUE_WORDS = 6;
const HAS_LETTER = /\p{L}/u;
/** What every page has: of the page, not of what it is about. */
const PAGE_KEYS = new Set(
  `title description date updated created status layout draft slug lang language icon image tags tag category
  categories keywords id type version weight order name summary aliases alias permalink navigation head seo icon navtitle sidebar links label badge published draft author_url`.split(
    /\s+/,
  ),
);
const TAG_KEYS = new Set("tags tag categories category keywords topics".split(" "));
const ROLE_TYPES: Readonly<Record<string, EntityType>> = {
  team: "organisation",
  client: "organisation",
  customer: "organisation",
  company: "organisation",
  employer: "organisation",
  vendor: "organisation",
  project: "project",
  location: "place",
  office: "place",
  based_in: "place",
  works_at: "organisation",
};

interface StatedNames {
  readonly names: readonly Omit<FoundName, "slug">[];
  /** What is said of the document's title. */
  readonly relations: readonly { readonly name: string; readonly type: string }[];
}

/** What front matter names: values of roles, tags, and values in the notation of machines; keys that are its own. */
export function frontMatterNames({ entries }: StatedFacts): StatedNames {
  const names: Omit<FoundName, "slug">[] = [];
  const relations: { name: string; type: string }[] = [];
  for (const { key, values } of entries) {
    const folded = fold(key).trim();
    const role = roleOf(folded);
    for (const value of values) {
      const name = valueName(value, { folded, role });
      if (name !== undefined) names.push(name);
      if (name !== undefined && role !== undefined) relations.push({ name: name.name, type: role });
    }
    if (role === undefined && !PAGE_KEYS.has(folded.split(".")[0] ?? ""))
      names.push({ name: key.trim(), type: "key", evidence: WEIGHT.key });
  }
  return { names, relations };
}

function valueName(
  value: string,
  { folded, role }: { readonly folded: string; readonly role: string | undefined },
): Omit<FoundName, "slug"> | undefined {
  if (!HAS_LETTER.test(value) || value.split(/\s+/).length > MAX_VALUE_WORDS) return undefined;
  const technical = value.startsWith("http") ? urlName(value) : technicalName(value);
  if (technical !== undefined && (role !== undefined || !PAGE_KEYS.has(folded.split(".")[0] ?? "")))
    return { ...technical, evidence: WEIGHT.value };
  if (role !== undefined) {
    const type = isPersonRole(role) ? "person" : (ROLE_TYPES[role] ?? "other");
    return { name: value, type, evidence: WEIGHT.role };
  }
  return TAG_KEYS.has(folded) ? { name: value, type: "concept", evidence: WEIGHT.tag } : undefined;
}
