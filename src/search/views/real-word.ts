import { languageOfTerm } from "../../text/languages/language.ts";
import { editDistance } from "../../text/words/edit-distance.ts";
import { identifierParts } from "../../text/words/identifier-parts.ts";
import { stem } from "../../text/words/stem.ts";
import { findMatches } from "./matches.ts";

/** Words of one stem that are compared; a text that repeats one has said it. */
const MAX_FORMS = 50;

/**
 * The word of a stem as texts have it, in small letters: of several forms that which is most like what was typed, the first
 * of equals. Undefined: no text has one, not even as a part of a name.
 */
export function realWord(
  { from, stem: wanted }: { readonly from: string; readonly stem: string },
  texts: readonly string[],
): string | undefined {
  const forms = new Set<string>();
  const language = languageOfTerm(wanted);
  const languages = language === undefined ? [] : [language];
  for (const text of texts) {
    for (const { start, end } of findMatches(text, new Set([wanted]), languages))
      forms.add(text.slice(start, end).normalize("NFC").toLowerCase());
    if (forms.size >= MAX_FORMS) break;
  }
  if (forms.size === 0) return texts.flatMap(identifierParts).find((part) => stem(part) === wanted);
  const far = from.length + wanted.length;
  const distances = Array.from(forms, (form) => ({ form, distance: editDistance(from, form, far) }));
  const least = Math.min(...distances.map(({ distance }) => distance));
  return distances.find(({ distance }) => distance === least)?.form;
}
