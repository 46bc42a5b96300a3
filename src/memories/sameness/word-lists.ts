// Closed classes of English, from Quirk et al., A Comprehensive Grammar of the English Language (1985): prepositions 9.7,
// subordinators 14.12, focusing adverbs 8.116, contractions 3.23. A word that is missing here keeps two memories apart that
// say the same, and never makes one of two that do not.

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Contracted forms, and what they are short for. Without `'s` and `'d`, which are short for several words. */
export const CONTRACTIONS: Readonly<Record<string, readonly string[]>> = {
  "can't": ["can", "not"],
  cannot: ["can", "not"],
  "won't": ["will", "not"],
  "shan't": ["shall", "not"],
  "it's": ["it", "is"],
  "that's": ["that", "is"],
  "there's": ["there", "is"],
  "i'm": ["i", "am"],
};

/** Endings of contracted words. */
export const CONTRACTED: readonly (readonly [ending: string, word: string])[] = [
  ["n't", "not"],
  ["'re", "are"],
  ["'ve", "have"],
  ["'ll", "will"],
];

/** Numbers in one word, without "one", which is more often a pronoun. */
const NUMBERS =
  "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty";
export const NUMBER_WORDS: ReadonlyMap<string, string> = new Map([
  ...NUMBERS.split(" ").map((word, at): [string, string] => [word, String(at + 2)]),
  ...["thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"].map(
    (word, at): [string, string] => [word, String(10 * (at + 3))],
  ),
]);

/** Ways to write a unit after a number, each list one unit. "m" is none: minutes, metres, millions. */
const UNIT_FORMS = [
  "millisecond milliseconds ms",
  "second seconds sec secs s",
  "minute minutes min mins",
  "hour hours hr hrs h",
  "percent %",
  "euro euros eur €",
  "kilobyte kilobytes kB",
  "megabyte megabytes MB",
  "gigabyte gigabytes GB",
  "terabyte terabytes TB",
];
export const UNITS: ReadonlyMap<string, string> = new Map(
  UNIT_FORMS.flatMap((forms) => {
    const [unit = "", ...others] = forms.split(" ");
    return [unit, ...others].map((form): [string, string] => [form, unit]);
  }),
);

const phrases = (texts: readonly string[]): readonly (readonly string[])[] =>
  texts.map((text) => text.split(" "));

/** Beginnings that only say that something is said, or say it politely. */
export const OPENINGS = phrases([
  ...["note that", "remember that", "keep in mind that", "bear in mind that", "just a reminder that"],
  ...["please", "bitte", "пожалуйста", "recuerda que"],
]);

/** Beginnings that do so before a comma or a colon: "important: tests run first", not "important tests run first". */
export const MARKED_OPENINGS = phrases([
  ...["note", "quick note", "remember", "reminder", "important", "for the record", "as a reminder"],
  ...["just so you know", "fyi", "btw", "nb", "by the way", "in fact", "basically", "actually", "obviously"],
  ...["ok", "okay", "well", "so", "hinweis", "wichtig", "zur erinnerung", "übrigens", "кстати"],
  ...["nota", "recordatorio", "importante", "por cierto", "напоминание", "важно"],
]);

/** What denies or answers. */
export const DENIALS = words(
  `no not never none nothing nobody without neither nor cannot yes stop don't nein nicht nie kein keine ja no sí nunca
  jamás нет не никогда да non ne jamais いいえ はい`,
);

/** How many: what is said of them changes with its place. */
export const QUANTIFIERS = words(
  "all every each any some most many few several both half everyone everything",
);

/** A noun follows, or they stand for one. */
export const DETERMINERS = words(
  `the a an this that these those our my your his her their its it them us every each all any per`,
);

/** More words that name nothing: what memories often begin with, the first words of other languages, and "ist". */
export const LITTLE_WORDS = words(
  `use run call ask tell keep make always remember note please now today because although though der die das ein eine
  im wir ich ist el la los las un una мы он она они это в на по не`,
);

/** Words that begin what may stand before or after the rest of a sentence: "on Fridays we deploy". */
export const ADJUNCT_OPENERS = words(
  `on in at during since until till after before every each for if unless when whenever once without within throughout
  inside outside`,
);
/** They say when or where, and may also belong to the noun before them: "the meeting on Friday". */
export const NOUN_OPENERS = words("on in at during without within throughout inside outside since");
/** The same as the openers, in one word. */
export const ADJUNCT_WORDS = words("today tomorrow yesterday now currently nowadays");

/** They join clauses: what stands before or after several may belong to either. */
export const CLAUSE_WORDS = words(
  `and or but nor yet so while whereas because if unless when whenever then than except instead although though which who
  that`,
);

/** They have a clause or another verb with them, of which an adjunct may speak. Stems, and irregular forms. */
export const VERBS_OF_VERBS = words(
  `say says said tell told ask think thought know knew believ hope expect want plan see saw hear heard watch let make made
  help get got have had decid agre promis claim announc confirm report learn find found rememb forget forgot stop start
  keep kept mean meant wish fear guess assum suggest propos remind show prove check verifi wonder swear swore insist
  predict argu feel felt cancel approve approved approves schedul postpon`,
);

/** They say something of what stands beside them, so that it may not be moved away. */
export const FOCUS_WORDS = words(
  `only even just also too not never no neither nor always mostly mainly especially particularly exactly almost nearly
  merely solely except again still`,
);

export const COPULAS = words("is was");
export const FORMS_OF_BE = words("is was are were am be been");
export const POSSESSIVES = words("our my your his her their its");
