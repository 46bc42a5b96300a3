import { fold } from "../../text/words/fold.ts";
import { isAbbreviation } from "../alias-suggestions.ts";
import type { EntityType, FoundRelation } from "../types.ts";
import { isAsserted } from "./asserted.ts";
import { isPersonRole, type RelationWord, relationWord, roleOf } from "./relation-words.ts";

/** A mention whose name is among those that the chunk keeps. */
export interface PlacedName {
  readonly slug: string;
  readonly start: number;
  readonly end: number;
  /** -1 in code, where sentences say nothing. */
  readonly sentence: number;
  readonly isLinked: boolean;
  readonly type: EntityType;
}

interface RelationSource {
  readonly text: string;
  /** By start. */
  readonly names: readonly PlacedName[];
  /** The slug of the document's title: what a line without a subject is about. */
  readonly title: string | undefined;
  /** A page about one thing: a line that begins with a verb says what that thing does. */
  readonly isSubject: boolean;
}

/** What stands between two related names is not longer. */
const MAX_GAP_CHARS = 60;
const MAX_LEAD_CHARS = 80;
const MARKS = /[*_`"'“”‘’()[\]~]+/g;
const LEADING =
  /^(?:[,;–—]? ?(?:(?:who|which|that|is|now|still|also|currently|already|mostly|only|just|then|he|she|it|they) )+(?=\S+ \S|\S+$))?/;
const ARTICLES =
  /(?: (?:the|a|an|our|their|his|her|its|new|old|der|die|das|dem|den|el|la|los|las|both|project|team))+$/;
const CONJUNCTION = /^(?:,|,? ?(?:and|or|und|oder|y|o|e|&)(?: the)?)$/;
const MOVED_FROM =
  /(?<!\b(?:been|was|were|is|are) )\b(?:moved|switched|migrated|changed|went|move|switch|migrate|migration|upgraded)(?: (?!away )[a-z]+){0,4} from(?: the)? $/i;
const TO = /^(?:to|over to|nach|a)$/;
const JOB_AT = /^, (?:an? |the )?(?:\S+ ){1,4}(?:at|bei)$/;
const HEAD_OF =
  /^,? ?(?:an? |the )?(?:head|lead|director|ceo|cto|cfo|coo|president|chair|manager|leiterin|leiter) (?:of|von)$/;
const FOUNDER_OF = /^,? ?(?:an? |the )?(?:founder|co-founder|author|creator|inventor) of$/;
const POSSESSIVE_ROLE = /^s? ?([\p{L}-]+)(?: \S+){0,4} (?:is|was|ist|es)$/u;
const PRONOUN_ROLE =
  /^(?:her|his|their|its|ihr|ihre|sein|seine|su) ([\p{L}-]+)(?: \S+){0,5} (?:is|are|was|ist|es)$/u;
const KEYED = /^([\p{L}][\p{L} _-]{1,30}?) ?[:|]$/u;
const LINE_MARKS = /^[\s>|]*(?:[-*+•]|\d+[.)])?[\s|]*(?:\[[ x]\] )?/;

/** What a chunk says of the names it keeps, in the order of the text, each statement once. */
export function relationsOf(source: RelationSource): readonly FoundRelation[] {
  const spoken = source.names.filter(({ sentence }) => sentence >= 0);
  const found = [
    ...spoken.flatMap((name, at) => ledTo(source, { name, previous: spoken[at - 1] })),
    ...betweenNames(source, spoken),
    ...linked(source),
  ];
  return unique(found);
}

function unique(found: readonly FoundRelation[]): FoundRelation[] {
  const byKey = new Map<string, FoundRelation>();
  for (const relation of found) {
    const key = `${relation.from}\n${relation.to}\n${relation.type}`;
    if (relation.from !== relation.to && !byKey.has(key)) byKey.set(key, relation);
  }
  return [...byKey.values()];
}

function linked({ names, title }: RelationSource): FoundRelation[] {
  if (title === undefined) return [];
  return names
    .filter(({ isLinked }) => isLinked)
    .map(({ slug }) => ({ from: title, to: slug, type: "links_to" }));
}

/** What the line says before its first name, of the document: "Owns the Wren firmware", "Owner: Ana". */
function ledTo(
  { text, title, isSubject }: RelationSource,
  { name, previous }: { readonly name: PlacedName; readonly previous: PlacedName | undefined },
): FoundRelation[] {
  if (title === undefined) return [];
  const lineStart = text.lastIndexOf("\n", name.start - 1) + 1;
  const isFirst = previous === undefined || previous.end <= lineStart;
  if (!isFirst || name.start - lineStart > MAX_LEAD_CHARS) return [];
  const lead = text.slice(lineStart, name.start).replace(LINE_MARKS, "");
  const found = leadType(lead, isSubject);
  if (found === undefined || !isAsserted(text.slice(lineStart), { start: 0, end: name.end - lineStart }))
    return [];
  const { type, isReversed } = found;
  return [isReversed ? { from: name.slug, to: title, type } : { from: title, to: name.slug, type }];
}

function leadType(lead: string, isSubject: boolean): RelationWord | undefined {
  const phrase = phraseOf(lead);
  if (phrase === "") return undefined;
  const key = KEYED.exec(phrase)?.[1] ?? PRONOUN_ROLE.exec(phrase)?.[1];
  const role = key === undefined ? undefined : roleOf(key);
  if (!isSubject && role !== undefined && !isPersonRole(role)) return undefined;
  if (!isSubject && role === undefined) return undefined;
  return role === undefined ? relationWord(phrase) : { type: role, isReversed: false };
}

function betweenNames({ text }: RelationSource, names: readonly PlacedName[]): FoundRelation[] {
  const found: FoundRelation[] = [];
  let last: { readonly relation: FoundRelation; readonly at: number } | undefined;
  let carried: { readonly slug: string; readonly at: number } | undefined;
  for (let at = 0; at + 1 < names.length; at++) {
    const [one, other] = [names[at], names[at + 1]];
    if (one === undefined || other === undefined || !areClose(one, other)) continue;
    if (isBracketed(text, one, other)) found.push({ from: other.slug, to: one.slug, type: "alias_of" });
    const between = text.slice(one.end, other.start);
    const phrase = statementOf(between);
    const subject = carried?.at === at && !RELATIVE.test(between) ? carried.slug : one.slug;
    const listed = CONJUNCTION.test(phrase) && last?.at === at ? last : undefined;
    const relation = listed
      ? { ...listed.relation, to: other.slug }
      : (stated(phrase, { one, other, before: text.slice(Math.max(0, one.start - 50), one.start) }) ??
        continued(phrase, subject, other.slug));
    const goesOn = relation !== undefined || (phrase !== "" && !CONJUNCTION.test(phrase));
    carried = goesOn ? { slug: subject, at: at + 1 } : undefined;
    if (relation === undefined || !isAsserted(text, { start: one.start, end: other.end })) continue;
    found.push(relation);
    // "X uses Y and Z": Z too. Passive lists are left alone.
    last = relation.to === other.slug && LISTED.has(relation.type) ? { relation, at: at + 1 } : undefined;
  }
  return found;
}

/** "…, who works at": said of the name before it, whoever the sentence is about. */
const RELATIVE = /^[\s,]*(?:who|which|that|whose)\s/i;

/** "Model Context Protocol (MCP)". */
const isBracketed = (text: string, one: PlacedName, other: PlacedName): boolean =>
  text.slice(one.end, other.start).trimStart() === "(" &&
  text[other.end] === ")" &&
  isAbbreviation(text.slice(other.start, other.end), text.slice(one.start, one.end));

/** What is said of each of a list: "X uses Y and Z". */
const LISTED: ReadonlySet<string> = new Set(
  `uses depends_on owns leads manages maintains created works_at employs member_of fixes blocks
  imports`.split(/\s+/),
);

const areClose = (one: PlacedName, other: PlacedName) =>
  one.sentence === other.sentence && other.start > one.end && other.start - one.end <= MAX_GAP_CHARS;

const MAY_BE_PERSON: ReadonlySet<EntityType> = new Set(["person", "other", "handle", "heading", "concept"]);

function stated(
  phrase: string,
  { one, other, before }: { one: PlacedName; other: PlacedName; before: string },
): FoundRelation | undefined {
  const forward = (type: string) => ({ from: one.slug, to: other.slug, type });
  const word = relationWord(phrase);
  if (word?.isReversed) return { from: other.slug, to: one.slug, type: word.type };
  if (word !== undefined) return forward(word.type);
  if (TO.test(phrase) && MOVED_FROM.test(before))
    return one.type === "place" || other.type === "place" ? undefined : forward("replaced_by");
  if (!MAY_BE_PERSON.has(one.type)) return undefined;
  if (JOB_AT.test(phrase)) return forward("works_at");
  if (HEAD_OF.test(phrase)) return forward("leads");
  if (FOUNDER_OF.test(phrase)) return forward("created");
  const role = POSSESSIVE_ROLE.exec(phrase)?.[1];
  const type = role === undefined ? undefined : roleOf(role);
  return type === undefined ? undefined : forward(type);
}

const CLAUSE = /(?:^|[ ,])(?:and|but|und|aber|y|pero) ((?:also |now |then )?\S.*)$/;

/** "Ana owns the survey and works at Kestrel Labs": what is said after "and" is said of who the sentence is about. */
function continued(phrase: string, subject: string, other: string): FoundRelation | undefined {
  const clause = CLAUSE.exec(phrase)?.[1]?.replace(/^(?:also|now|then) /, "");
  const word = clause === undefined ? undefined : relationWord(clause);
  if (word === undefined) return undefined;
  const [from, to] = word.isReversed ? [other, subject] : [subject, other];
  return { from, to, type: word.type };
}

/** Nothing when a bracket or a capital begins something else between the names. */
const statementOf = (between: string): string =>
  /[()]|^[\s*_]*\p{Lu}/u.test(between) ? "" : phraseOf(between);

/** The words between names, folded, without marks, adverbs at the front and articles at the end. */
function phraseOf(between: string): string {
  const bare = fold(between).replace(MARKS, " ").replace(/\s+/g, " ").trim();
  if (bare.length > MAX_LEAD_CHARS) return "";
  const direct = bare.replace(ARTICLES, "");
  return relationWord(direct) === undefined ? direct.replace(LEADING, "") : direct;
}
