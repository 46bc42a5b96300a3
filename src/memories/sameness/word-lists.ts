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

/** Numbers in one word. */
const NUMBERS =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty";
export const NUMBER_WORDS: ReadonlyMap<string, string> = new Map([
  ...NUMBERS.split(" ").map((word, value): [string, string] => [word, String(value)]),
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

/** Written in capitals they are names, otherwise pronouns. */
export const CAPITAL_NAMES = words("US IT WHO");

/** Words that change nothing of what is said, wherever they stand, of several languages. */
export const FILLERS = words("please basically actually obviously bitte übrigens пожалуйста кстати");

const phrases = (texts: readonly string[]): readonly (readonly string[])[] =>
  texts.map((text) => text.split(" "));

/** Beginnings that only say that something is said. */
export const OPENINGS = phrases([
  ...["note that", "please note that", "remember that", "keep in mind that", "bear in mind that"],
  ...["fyi", "btw", "nb", "recuerda que"],
]);

/** Beginnings that do so before a comma or a colon: "important: tests run first", not "important tests run first". */
export const MARKED_OPENINGS = phrases([
  ...["note", "remember", "reminder", "important", "for the record", "as a reminder", "just so you know"],
  ...["by the way", "in fact", "ok", "okay", "well", "so", "hinweis", "wichtig", "zur erinnerung"],
  ...["nota", "recordatorio", "importante", "por cierto", "напоминание", "важно"],
]);

/** After them "the" is no mere article: "the most tests" are not most tests. */
export const AFTER_THE = words("most least few fewest only one two other others same");

/** What denies or answers: where it stands a comma may change what is said ("no, we deploy", "no deploys"). */
export const DENIALS = words(
  `no not never none nothing nobody without neither nor yes stop don't nein nicht nie kein keine ja no sí nunca jamás
  нет не никогда да non ne jamais いいえ はい`,
);

/** Words that begin what may stand before or after the rest of a sentence: "on Fridays we deploy". */
export const ADJUNCT_OPENERS = words(
  `on in at during since until till after before every each for if unless when whenever once because although though
  without within throughout despite from inside outside`,
);
/** The same, in one word. */
export const ADJUNCT_WORDS = words("today tomorrow yesterday now currently nowadays");

/** Before them a comma says nothing, nor does one before what may stand first. */
export const JOINING_WORDS = words("and or");
/** Reasons: a comma before one may change what is denied, and by whom. */
export const REASONS = words("since because although though");

/** They join clauses: what stands before or after several may belong to either. */
export const CLAUSE_WORDS = words(
  "and or but nor yet so while whereas because if unless when whenever then than except instead although though which who",
);

/** They say something of what stands beside them, so that it may not be moved away. */
export const FOCUS_WORDS = words(
  `only even just also too not never no neither nor always mostly mainly especially particularly exactly almost nearly
  merely solely except again still`,
);

export const COPULAS = words("is was");
export const POSSESSIVES = words("our my your his her their its");
