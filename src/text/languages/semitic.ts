// Arabic and Hebrew words without what is written onto them: and, the, in, to, from; plural, feminine and possessive endings.
// Then without their long vowels, which come and go with the form (كتاب كتب, שותל לשתול) and with the way of writing. The
// order of steps is that of "light" stemmers (Larkey, Ballesteros, Connell, 2002); what stays has three letters.

const MIN_LETTERS = 3;

const longestFirst = (list: string): readonly string[] =>
  list.split(/\s+/).sort((a, b) => b.length - a.length);

const ARABIC_PREFIXES = longestFirst("وال بال كال فال لل ال و");
const ARABIC_SUFFIXES = longestFirst("هما هم ها نا ات ان ون ين وا تين تهم تها تنا ته تي تك يه ه ي ا ء");
/** What a verb begins with, by person, and many a plural. */
const ARABIC_PERSON = /^[ايتن](?=.{3})/u;
/** As it is written before an ending: شقة شقتنا. */
const ARABIC_FEMININE = /(?<=^..)ت$/u;
const ARABIC_VOWELS = /(?<=.)[اوي](?=.)/gu;

const HEBREW_PREFIXES = longestFirst("וה שה כש ה ו ב כ ל מ ש");
/** It is no prefix: שילם is a verb, of לשלם. */
const HEBREW_VERB = /^שי/u;
const HEBREW_SUFFIXES = longestFirst("יות אות ות ימ ית ייה יה ה י ינ נו");
/** It is no letter of the word: הבעיה is בעיה. */
const HEBREW_ARTICLE = "ה";
const HEBREW_VOWELS = /(?<=.)[וי](?=.)/gu;

/** With the article, a word of two letters is one: الصف, اليد. */
const ARABIC_ARTICLE = /ال$|لل$/u;

const leastAfter = (prefix: string): number => (ARABIC_ARTICLE.test(prefix) ? MIN_LETTERS - 1 : MIN_LETTERS);

/** The word without those of the prefixes that it begins with, one after the other. */
function withoutPrefixes(word: string, prefixes: readonly string[], most: number): string {
  let rest = word;
  for (let taken = 0; taken < most; taken++) {
    const prefix = prefixes.find(
      (one) => rest.startsWith(one) && rest.length - one.length >= leastAfter(one),
    );
    if (prefix === undefined) break;
    rest = rest.slice(prefix.length);
  }
  return rest;
}

function withoutSuffixes(
  word: string,
  suffixes: readonly string[],
  { most, least = MIN_LETTERS }: { readonly most: number; readonly least?: number },
): string {
  let rest = word;
  for (let taken = 0; taken < most; taken++) {
    const suffix = suffixes.find((one) => rest.endsWith(one) && rest.length - one.length >= least);
    if (suffix === undefined) break;
    rest = rest.slice(0, -suffix.length);
  }
  return rest;
}

/** The stem of a folded Arabic word; of "والفنادق" that of "فندق". */
export function arabicStem(word: string): string {
  const bare = withoutPrefixes(word, ARABIC_PREFIXES, 2);
  return withoutSuffixes(bare, ARABIC_SUFFIXES, { most: 2 })
    .replace(ARABIC_VOWELS, "")
    .replace(ARABIC_PERSON, "")
    .replace(ARABIC_FEMININE, "ه");
}

/** Shorter words end in it of themselves: שרת. */
const FEMININE = /(?<=.{4})ת$/u;

/** What a verb begins with, by person and voice: להירשם נרשם. */
const HEBREW_PERSON = /^[ינת](?=.{3})/u;
/** What is left of an ending: הסעה הסעות. */
const HEBREW_LAST_VOWEL = /(?<=.{3})[וה]$/u;

/** The stem of a folded Hebrew word; of "והשרתים" that of "שרת". */
export function hebrewStem(word: string): string {
  const least = word.startsWith(HEBREW_ARTICLE) ? MIN_LETTERS + 1 : MIN_LETTERS;
  const bare = withoutSuffixes(word, HEBREW_SUFFIXES, { most: 2, least });
  const stem = bare === word ? bare.replace(FEMININE, "") : bare;
  const prefixes = HEBREW_VERB.test(stem) ? [] : HEBREW_PREFIXES;
  return withoutPrefixes(stem, prefixes, 3)
    .replace(HEBREW_VOWELS, "")
    .replace(HEBREW_PERSON, "")
    .replace(HEBREW_LAST_VOWEL, "");
}
