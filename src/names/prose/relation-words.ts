import type { EntityType } from "../types.ts";
import { typesByWord } from "./word-lists.ts";

/** A verb between two names: what it says, and whether of the second (passive). */
export interface RelationWord {
  readonly type: string;
  readonly isReversed: boolean;
}

/** "Maintained by", with every "is" before it, or a comma. */
const passive = (participles: string): string =>
  participles
    .split("|")
    .flatMap((one) =>
      ["", ", ", "is ", "are ", "was ", "were ", "has been ", "have been "].map((be) => `${be}${one} by`),
    )
    .join("|");

/** Type, what is written from the first name to the second, what is written the other way round. */
const TABLE: readonly (readonly [type: string, forward: string, backward?: string])[] = [
  [
    "works_at",
    `${passive("employed")}|works at|works for|work at|work for|worked at|worked for|is employed at|was employed at|trabaja en|trabaja para|arbeitet bei|arbeitet fur`,
    "employs|employed",
  ],
  [
    "leads",
    "leads|lead|led|heads|is head of|is the head of|is lead of|is the lead of|leitet|dirige",
    passive("led|headed"),
  ],
  [
    "owns",
    "owns|own|owned|is owner of|is the owner of|is responsible for|takes care of|besitzt",
    passive("owned"),
  ],
  [
    "uses",
    "uses|use|used|is using|are using|is built with|is built on|is written in|usa|utiliza|nutzt|verwendet|benutzt",
    passive("used"),
  ],
  [
    "depends_on",
    "depends on|depend on|depended on|requires|require|relies on|rely on|builds on|is built on top of|needs|need|depende de|hangt ab von|braucht",
    passive("required|needed"),
  ],
  [
    "replaced_by",
    `${passive("replaced|superseded")}|ersetzt durch|reemplazado por`,
    "replaces|replaced|supersedes|superseded|supersede|replace|takes the place of|took over from|reemplaza|ersetzt",
  ],
  ["reports_to", "reports to|report to|reported to|reports directly to|berichtet an|reporta a", "supervises"],
  ["manages", "manages|manage|managed|verwaltet", passive("managed")],
  ["maintains", "maintains|maintain|mantiene|pflegt", passive("maintained|looked after")],
  [
    "created",
    "created|wrote|built|founded|designed|invented|authored",
    passive("created|written|built|founded|designed|invented|authored"),
  ],
  [
    "part_of",
    "is part of|part of|is a part of|belongs to|belong to|gehort zu|pertenece a",
    "consists of|includes|contains",
  ],
  ["runs_on", "runs on|run on|runs in|is hosted on|is deployed on|is deployed to|lauft auf|corre en"],
  ["located_in", "lives in|is based in|based in|is located in|located in|is in|vive en|wohnt in|sitzt in"],
  ["member_of", "is a member of|is member of|member of|joined|is on|ist mitglied von"],
  ["extends", "extends|extend|inherits from|is a subclass of"],
  ["implements", "implements|implement", passive("implemented")],
  ["calls", "calls|call|invokes|wraps", passive("called|invoked|wrapped")],
  ["returns", "returns|return"],
  ["imports", "imports|import"],
  [
    "alias_of",
    "also known as|aka|a.k.a|is called|is also called|is short for|stands for|is an alias of|is an alias for",
  ],
  ["deputy_of", "is deputy of|is the deputy of|stands in for|is deputy for|vertritt"],
  ["married_to", "is married to|married"],
  ["blocks", "blocks", passive("blocked")],
  ["fixes", "fixes|fixed|closes|resolves", passive("fixed|closed|resolved")],
  ["points_to", "→|->|=>|⇒|⟶"],
];

const BY_PHRASE: ReadonlyMap<string, RelationWord> = new Map(
  TABLE.flatMap(([type, ...directions]) =>
    directions.flatMap((phrases = "", at) =>
      phrases.split("|").map((phrase) => [phrase, { type, isReversed: at === 1 }] as const),
    ),
  ),
);

/** The relation that the folded words between two names state, which must be nothing but the verb. */
export const relationWord = (phrase: string): RelationWord | undefined => BY_PHRASE.get(phrase);

/** What a person, project or thing has, as a key ("Owner: Ana") or in a sentence ("Her deputy is Ana"). Folded. */
const ROLES = new Set(
  `owner owners lead leads leader author authors maintainer maintainers manager deputy client customer team contact
  reviewer reviewers assignee sponsor successor predecessor mentor boss partner company employer organisation
  organization project location office vendor provider supplier stakeholder stakeholders approver editor editors
  creator backup responsible members member host department reports_to depends_on replaces replaced_by supersedes
  superseded_by related see_also part_of based_in works_at works_with uses stack runtime framework database blocked_by
  blocks parent child children wife husband sister brother friend colleague assistant coach doctor dueno
  responsable autor cliente equipo verantwortlich besitzer leitung autorin kunde ansprechpartner`.split(
    /\s+/,
  ),
);

const PERSON_ROLES = new Set(
  "owner owners lead leads leader author authors maintainer maintainers manager deputy reviewer reviewers assignee mentor contact".split(
    " ",
  ),
);

/** Whether who has the role is somebody. */
export const isPersonRole = (role: string): boolean => PERSON_ROLES.has(role);

/** Keys that list names and say of them what they are, no more. */
const KEY_TYPES = typesByWord({
  person:
    "people person persons attendees participants present speakers invited team_members personen personas",
  organisation: "team client customer customers company employer vendor supplier works_at",
  project: "project projects",
  place: "location office based_in place venue city",
  product: "stack tools framework runtime database",
});

/** What the values of a key are, as far as the key tells. */
export function typeOfKey(key: string): EntityType | undefined {
  const type = key.trim().replace(/[\s-]+/g, "_");
  return PERSON_ROLES.has(type) ? "person" : KEY_TYPES.get(type);
}

/** The role a key names, as a relation's type; undefined for a key that names no role. */
export function roleOf(key: string): string | undefined {
  const type = key.trim().replace(/[\s-]+/g, "_");
  return ROLES.has(type) ? type : undefined;
}
