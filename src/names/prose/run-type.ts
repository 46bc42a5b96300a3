import { ACRONYM } from "../../text/words/name-parts.ts";
import type { CapitalisedRun, EntityType } from "../types.ts";
import {
  isGivenName,
  isKnownOrganisation,
  isKnownPlace,
  isKnownProduct,
  isOrganisationWord,
} from "../words/known-names.ts";
import { isOrdinaryWord } from "../words/ordinary-words.ts";
import { isAddressed, isInstitution, type RunContext, type Trimmed, wordBefore } from "./trim-run.ts";
import {
  PERSON_PREPOSITIONS,
  PLACE_PREPOSITIONS,
  PROJECT_WORDS,
  SPEECH,
  TOOL_PREPOSITIONS,
} from "./word-lists.ts";

const HUMP = /\p{Ll}\p{Lu}/u;
/** Mei-Ling. */
const DOUBLE = /^\p{Lu}\p{Ll}+-\p{Lu}\p{Ll}+$/u;
const PLAIN = /^\p{Lu}(?:['’]\p{Lu})?\p{Ll}+(?:-\p{Lu}\p{Ll}+)?$/u;
const PARTICLE = /^(?:Al|El|Abu|Ben|Bin|Ibn)-\p{Lu}/u;
const INITIAL = /^\p{Lu}\.?$/u;

/** What a run of capitalised words stands for, as far as its words and the words beside it tell. */
export function runType(run: CapitalisedRun, trimmed: Trimmed, context: RunContext): EntityType {
  const { words, folded, cut } = trimmed;
  const name = folded.join(" ");
  if (isOrganisation(run, trimmed)) return "organisation";
  const before = wordBefore(run, cut);
  const ends = [before, folded[0] ?? "", folded.at(-1) ?? ""];
  if (ends.some((word) => PROJECT_WORDS.has(word))) return "project";
  if (isAddressed(run, cut)) return "person";
  if (words.length === 2 && DOUBLE.test(words[0] ?? "") && !isOrdinaryWord(folded[0] ?? "")) return "person";
  if (isPlace(run, trimmed)) return "place";
  if (isKnownProduct(name)) return "product";
  if (isPersonName(trimmed)) return "person";
  if (!run.isGerman && isStrangePair(trimmed, before, context)) return "person";
  if (words.length === 1 && HUMP.test(words[0] ?? "")) return "product";
  const isPlain = !run.isGerman && !words.some((word) => ACRONYM.test(word));
  if (SPEECH.has(run.after) && isPlain && !folded.every(isOrdinaryWord)) return "person";
  return "other";
}

/** "Northgate Institute", "University of Tartu", "Hollis & Crane". */
function isOrganisation({ isHeading }: CapitalisedRun, { words, folded }: Trimmed): boolean {
  if (isKnownOrganisation(folded.join(" "))) return true;
  if (words.length < 2) return false;
  if ((words[1] === "&" && words.length === 3 && !isHeading) || isOrganisationWord(folded.at(-1) ?? ""))
    return true;
  return isInstitution(folded);
}

/** Known, or "Lake Constance". "In Brittany" is a place, "Brittany said" somebody; "in Grafana" is none. */
function isPlace(run: CapitalisedRun, { words, folded, cut }: Trimmed): boolean {
  const [first = ""] = folded;
  const name = folded.join(" ");
  const isIn = PLACE_PREPOSITIONS.has(wordBefore(run, cut));
  if (isKnownPlace(name)) return isIn || !isGivenName(first);
  return isIn && words.length === 1 && isGivenName(first);
}

/** Begins with a given name, a particle or an initial. */
function isPersonName({ words, folded }: Trimmed): boolean {
  const [first = ""] = folded;
  if (isGivenName(first) || PARTICLE.test(words[0] ?? "")) return true;
  return words.length > 1 && INITIAL.test(words[0] ?? "");
}

/**
 * "Oluwaseun Adeyemi": two words that no dictionary has and of which neither stands alone in the document, as "Nuxt" does
 * beside "Nuxt Vite"; not where something one works with or at would stand.
 */
function isStrangePair({ words, folded }: Trimmed, before: string, { alone }: RunContext): boolean {
  if (words.length !== 2 || !words.every((word) => PLAIN.test(word))) return false;
  if (folded.some((word) => isOrdinaryWord(word) || isKnownProduct(word) || alone.has(word))) return false;
  if (PERSON_PREPOSITIONS.has(before)) return true;
  return !(PLACE_PREPOSITIONS.has(before) || TOOL_PREPOSITIONS.has(before) || before === "is");
}
