import { isCjk } from "../../../text/words/cjk.ts";
import { fold } from "../../../text/words/fold.ts";
import { NAME_WORD, nameParts } from "../../../text/words/name-parts.ts";

/** An entity of the workspace's index, by the names it goes by. */
export interface EntityName {
  readonly id: string;
  readonly name: string;
  readonly aliases: readonly string[];
}

/** How an entity was found in a query. */
export type EntityMatchKind = "name" | "alias" | "part";

/** One name of an entity, or one word of it. */
export interface NameForm {
  readonly id: string;
  readonly match: EntityMatchKind;
  /** As the index has it. */
  readonly written: string;
  /** Folded, with the punctuation that its words lose; for a part, the part. */
  readonly folded: string;
}

type Forms = ReadonlyMap<string, readonly NameForm[]>;

/** Names prepared to be found: once for a list, for as many queries as come. */
export interface NameIndex {
  /** By their folded words with one space between. */
  readonly byWords: Forms;
  /** By one of several words. */
  readonly byPart: Forms;
  /** Chinese, Japanese and Korean names and parts, folded: their script has no words to look up. */
  readonly cjk: Forms;
}

/** What more entities than this are called, or have in their names, points at none of them. */
const MAX_SHARING = 10;

/** Prepares names to be found in queries. */
export function indexNames(names: readonly EntityName[]): NameIndex {
  const byWords = new Map<string, NameForm[]>();
  const byPart = new Map<string, NameForm[]>();
  const cjk = new Map<string, NameForm[]>();
  for (const form of names.flatMap(formsOf)) {
    const words = form.folded.match(NAME_WORD) ?? [];
    if (isCjk(form.folded)) append(cjk, form.folded, form);
    else if (words.length > 0) append(byWords, words.join(" "), form);
    for (const part of nameParts(words))
      append(isCjk(part) ? cjk : byPart, part, { ...form, match: "part", folded: part });
  }
  return { byWords: withoutShared(byWords), byPart: withoutShared(byPart), cjk: withoutShared(cjk) };
}

function formsOf({ id, name, aliases }: EntityName): NameForm[] {
  return [name, ...aliases].map((written, index) => ({
    id,
    match: index === 0 ? "name" : "alias",
    written,
    folded: fold(written).trim(),
  }));
}

function append(map: Map<string, NameForm[]>, key: string, form: NameForm): void {
  const forms = map.get(key);
  if (forms === undefined) map.set(key, [form]);
  else forms.push(form);
}

const withoutShared = (map: Map<string, NameForm[]>): Forms =>
  new Map([...map].filter(([, forms]) => new Set(forms.map(({ id }) => id)).size <= MAX_SHARING));
