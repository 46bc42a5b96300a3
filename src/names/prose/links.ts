import { fold } from "../../text/words/fold.ts";
import { quotedName, technicalName, urlName } from "../technical-names.ts";
import type { Mention } from "../types.ts";
import { isOrdinaryWord } from "../words/ordinary-words.ts";
import { EMPHASIS, type Token } from "./tokens.ts";
import { GENERIC_LINKS, germanSign } from "./word-lists.ts";

/** A longer link text is part of a sentence. */
const MAX_LINK_WORDS = 4;
const MAX_NAME_CHARS = 80;
const STARTS_CAPITAL = /^[\p{Lu}\p{N}]/u;
const HAS_LETTER = /\p{L}/u;

export type NamedToken = Pick<Mention, "name" | "type" | "evidence" | "isLinked">;

/** What a Markdown link names: its text when that is a name, else what it leads to. */
export function linkName({ text, target = "" }: Token): NamedToken | undefined {
  if (target.startsWith("#") || target.startsWith("mailto:")) return undefined;
  const name = labelName(text, text.replace(EMPHASIS, "").trim()) ?? targetName(target);
  return name && { ...name, isLinked: true };
}

function labelName(text: string, label: string): NamedToken | undefined {
  if (label.startsWith("!") || !HAS_LETTER.test(label) || label.length > MAX_NAME_CHARS) return undefined;
  const quoted = text.trim().startsWith("`") ? quotedName(label) : technicalName(label);
  if (quoted !== undefined) return { ...quoted, evidence: 1 };
  const words = fold(label).split(/\s+/);
  if (words.length > MAX_LINK_WORDS || words.some(saysNothing)) return undefined;
  if (words.length === 1 && words.every(isOrdinaryWord)) return undefined;
  const isName = label.split(/\s+/).every((word) => STARTS_CAPITAL.test(word));
  return { name: label, type: isName ? "other" : "concept", evidence: isName ? 1 : 0.6 };
}

const saysNothing = (word: string) => GENERIC_LINKS.has(word) || germanSign(word) !== 0;

function targetName(target: string): NamedToken | undefined {
  if (/^https?:/.test(target)) return urlName(target);
  const path = target.replace(/[?#].*$/s, "");
  return path.length < 3 || /^[a-z]+:/.test(path) ? undefined : { name: path, type: "path", evidence: 1 };
}

/** What a wiki link names: the page before the bar and the section. */
export function wikiName({ text }: Token): NamedToken | undefined {
  const name = (text.split(/[|#]/, 1)[0] ?? "").trim();
  if (!HAS_LETTER.test(name) || name.length > MAX_NAME_CHARS) return undefined;
  return { name, type: technicalName(name)?.type ?? "concept", evidence: 1, isLinked: true };
}
