import type { EntityType } from "../types.ts";

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** What each of some words stands for, by the words of a type. */
export const typesByWord = (
  lists: Readonly<Partial<Record<EntityType, string>>>,
): ReadonlyMap<string, EntityType> =>
  new Map(
    Object.entries(lists).flatMap(([type, text]) =>
      text.split(" ").map((word) => [word, type as EntityType]),
    ),
  );

/** Before a name of a person, and nothing else. Folded, without the full stop. */
export const PERSON_TITLES = words(
  "mr mrs ms dr prof sir herr frau fr hr sr sra don dona senor senora madame",
);

/** Those that are written small. */
export const SMALL_TITLES = words("don dona senor senora monsieur madame");

/** After which a full stop ends no sentence. Folded. */
export const ABBREVIATIONS = words(
  "mr mrs ms dr prof st sr sra hr fr vs no nr approx dept fig vol ca bzw inc ltd",
);

/** What people do and firms hardly: said, thinks. */
export const SPEECH = words(
  `said says asked asks prefers preferred thinks thought told tells agreed agrees liked likes knows knew suggested
  suggests proposed proposes promised mentioned replied explained complained believes hates loves volunteered dice dijo
  prefiere sagt sagte meint`,
);

/** Given names that are words of everyday or months too. */
export const WORD_NAMES = words(
  `eve mark grace hope will bill frank rose grant pat drew rob sue jack art gene dean earl guy max ray rich chip chuck cliff
  dale glen heath lance miles penny pearl ruby amber jade crystal dawn joy faith ivy lily daisy iris violet olive holly
  heather april may june august summer autumn`,
);

/** Before the name of somebody one tells, asks or meets: `ask Tobias`, `with Henrike`. */
export const PERSON_PREPOSITIONS =
  words(`with ask asked tell told by from contact cc ping call met meet thank thanks
  mit von bei con de para email remind invite per`);

/** After which a name is a place. */
export const PLACE_PREPOSITIONS = words("in near en");

/** Before German names of people, places and firms, when no article follows. */
export const GERMAN_PREPOSITIONS = words("bei in aus mit von nach an fur gegen bis uber ohne heisst heissen");

/** After which a name is something one works with. */
export const TOOL_PREPOSITIONS = words("on via using uses use to from into against at aus nach");

/** Beside what a project is called. */
export const PROJECT_WORDS = words("project initiative programme projekt proyecto operation");

/** After which a name follows, each kind by itself. */
export const BEFORE_NAMES = [PERSON_PREPOSITIONS, PLACE_PREPOSITIONS, TOOL_PREPOSITIONS, PROJECT_WORDS];

/** Units of measure and the like, whose inner capital is no sign of code. */
export const UNITS = words("kHz MHz GHz dB kB mAh kWh mV kV pH kPa hPa dBFS dBm kcal mL PhD eV keV");

const GERMAN =
  words(`der die das und ist nicht ein eine einen einem einer dem den des mit fur auf zu im wird sind nach
  bei wir ich als auch dass nur bis am zum zur uber vom werden wurde haben hat sich oder aber wenn noch`);
const ENGLISH =
  words(`the and is of to for with on that this it are be as by from not or we you at has have was will
  in a`);

/** Whether German makes sentences of the folded word, and English does not. */
export const isGermanWord = (word: string): boolean => GERMAN.has(word);

/** +1 for a folded word that only German has, -1 for one that only English has, else 0. */
export function germanSign(word: string): number {
  if (GERMAN.has(word)) return 1;
  return ENGLISH.has(word) ? -1 : 0;
}

/** Words of programming that stand between backticks and name nothing of their own. */
export const CODE_WORDS =
  words(`true false null undefined none nil void string number boolean object array function int
  float double char bool any never unknown symbol const let var if else for while return class interface enum type
  new this self super import export default async await yield try catch throw static public private protected div
  span body head html p a b i ul ol li br script style meta link title template slot key value name id data error
  string[] number[] 0 1 date text file json yaml get post put delete patch yes no on off ok src href
  todo`);

/** A link that says this says nothing of where it leads. Folded. */
export const GENERIC_LINKS =
  words(`here this link docs documentation more source example examples details website page
  site guide read learn see click it them there following above below repo repository article post section`);
