import { fold } from "../../text/words/fold.ts";
import type { EntityType, FoundRelation, Mention } from "../types.ts";
import { typeOfKey } from "./relation-words.ts";

/** What a relation tells of what its two names are; `other`: no more than that both are names. */
const ENDS: Readonly<Record<string, readonly [from: EntityType, to: EntityType]>> = {
  works_at: ["person", "organisation"],
  reports_to: ["person", "person"],
  manages: ["person", "other"],
  leads: ["person", "other"],
  owns: ["person", "other"],
  maintains: ["person", "other"],
  created: ["person", "other"],
  deputy_of: ["person", "person"],
  married_to: ["person", "person"],
  member_of: ["person", "other"],
  located_in: ["other", "place"],
};
/** A link says nothing of what it leads to. */
const WEAK = new Set(["links_to", "points_to"]);

/** By slug: what the relations of a chunk tell of their names. */
export function statedTypes(relations: readonly FoundRelation[]): ReadonlyMap<string, EntityType> {
  const types = new Map<string, EntityType>();
  const add = (slug: string, type: EntityType) => {
    if ((types.get(slug) ?? "other") === "other") types.set(slug, type);
  };
  for (const { from, to, type } of relations) {
    if (WEAK.has(type)) continue;
    const [source, target] = ENDS[type] ?? ["other", "other"];
    add(from, source);
    add(to, target);
  }
  return types;
}

const LIST_MARKS = /^[\s>|]*(?:[-*+•]|\d+[.)])?[\s|*_]*/;
/** The last key before a name: "Vendor: Halden Optics, contact: ". */
const LAST_KEY = /(?:^|[,;] )([\p{L}][\p{L} _-]{1,30}?)[*_]{0,2} ?[:|](?=[^.!?:]*$)/u;
const MAX_KEYED_CHARS = 120;
const UNTYPED: ReadonlySet<EntityType> = new Set(["other", "person", "place", "organisation"] as const);

/** "Owner: Ana", "Location: Antwerp": a name on a line whose key says what its values are. */
export function keyedMention(text: string, mention: Mention): Mention {
  if (!UNTYPED.has(mention.type)) return mention;
  const lineStart = text.lastIndexOf("\n", mention.start - 1) + 1;
  if (mention.start - lineStart > MAX_KEYED_CHARS) return mention;
  const lead = text.slice(lineStart, mention.start).replace(LIST_MARKS, "");
  const key = LAST_KEY.exec(lead)?.[1];
  const type = key === undefined ? undefined : typeOfKey(fold(key));
  return type === undefined ? mention : { ...mention, type, evidence: 1 };
}
