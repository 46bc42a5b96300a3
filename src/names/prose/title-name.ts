import { slugOf } from "../../text/slug.ts";
import { fold } from "../../text/words/fold.ts";
import { CAPITALISED } from "../../text/words/name-parts.ts";
import { isStopWord } from "../../text/words/stop-words.ts";
import { technicalName } from "../technical-names.ts";
import type { FoundName, NamedDocument } from "../types.ts";
import { isOrdinaryWord } from "../words/ordinary-words.ts";
import { EMPHASIS } from "./tokens.ts";
import { typesByWord } from "./word-lists.ts";

const MAX_TITLE_CHARS = 100;
const MAX_HEADING_WORDS = 5;
const HAS_LETTER = /\p{L}{2}/u;
const DATED = /\d{4}-\d{2}(?:-\d{2})?|^\d[\d./: -]*$/;
const WEIGHT = { placed: 1, technical: 1, shaped: 1, word: 0.6, phrase: 0.4, generic: 0.2 } as const;

/** Folders whose pages are about one thing each, and what it is. */
const FOLDERS = typesByWord({
  person: "people persons contacts team personas personen",
  project: "projects proyectos projekte",
  organisation: "organisations organizations companies customers clients vendors",
  place: "places locations",
  product: "products",
  concept: "concepts",
  package: "packages",
});

/** What the document is called, as a name: what its links and its lines without a subject speak of. */
export function titleName({ path, title }: Pick<NamedDocument, "path" | "title">): FoundName | undefined {
  const name = (title ?? "").replace(EMPHASIS, "").replace(/\s+/g, " ").trim();
  const slug = slugOf(name);
  if (slug === "" || !HAS_LETTER.test(name) || name.length > MAX_TITLE_CHARS || DATED.test(name))
    return undefined;
  const placed = FOLDERS.get(folderOf(path));
  const technical = technicalName(name);
  if (placed !== undefined) return { name, slug, type: placed, evidence: WEIGHT.placed };
  if (technical !== undefined) return { name, slug, type: technical.type, evidence: WEIGHT.technical };
  return { name, slug, type: "heading", evidence: weightOf(name) };
}

/** The folder the file lies in, without the number that orders it. */
const folderOf = (path: string) => (path.split("/").at(-2) ?? "").toLowerCase().replace(/^\d+[.-]/, "");

function weightOf(name: string): number {
  const words = name.split(" ");
  const folded = words.map(fold);
  if (folded.every(isGeneric)) return WEIGHT.generic;
  if (words.length === 1) return CAPITALISED.test(name) ? WEIGHT.shaped : WEIGHT.word;
  const isShaped =
    words.length <= 4 && words.every((word) => CAPITALISED.test(word)) && !folded.some(isGeneric);
  return isShaped ? WEIGHT.shaped : WEIGHT.phrase;
}

const isGeneric = (word: string) =>
  isOrdinaryWord(word) || isStopWord(word, "english") || !HAS_LETTER.test(word);

const HEADING = /^#{1,6}[ \t]+(\S[^\n]{0,120})$/gm;
const HEADING_WEIGHT = 0.35;

/** The headings that a text holds, as names: weak ones, that the same heading elsewhere makes strong. */
export function headingNames(text: string): readonly Omit<FoundName, "slug">[] {
  if (!text.includes("#")) return [];
  return Array.from(text.matchAll(HEADING), ([, heading = ""]) =>
    heading.replace(EMPHASIS, "").replace(/[\s#]+$/, ""),
  )
    .filter(isSpecific)
    .map((name) => ({ name, type: "heading", evidence: HEADING_WEIGHT }));
}

function isSpecific(heading: string): boolean {
  const words = heading.split(/\s+/);
  if (words.length > MAX_HEADING_WORDS || DATED.test(heading) || !HAS_LETTER.test(heading)) return false;
  return words.length > 1 && words.some((word) => !isGeneric(fold(word)));
}
