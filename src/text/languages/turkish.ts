/**
 * Endings that Turkish writes onto a noun or a verb, one after the other, on folded letters (ı is i, ş is s): they come off
 * from the end as long as there is one, so that a word and its forms end as the same beginning.
 */
const ENDINGS = `lar ler s i u a e yi yu ya ye in un nin nun da de ta te dan den tan ten
  sini sunu sina sune suna sine sinin sunun sinda sinde sunda sundan sindan sinden yla yle daki deki taki teki ndaki ndeki
  im um imiz umuz miz muz iniz unuz niz nuz si su
  lik luk lig lug siz suz
  iyordu uyordu iyor uyor yor dik duk tik tuk dig dug tig tug mis mus ecek acak eceg acag di du ti tu ma me mak mek inca ince`
  .split(/\s+/)
  .sort((a, b) => b.length - a.length);

const MIN_LETTERS = 3;
/** Shorter ones are a vowel and a consonant: ev, iş. */
const SHORTEST = /^[aeiou][^aeiou]$/;
/**
 * What is left of a longer stem often has part of an ending. The first five letters alone find about as much as any
 * analysis: Can and others, "Information retrieval on Turkish texts" (2008).
 */
const MAX_LETTERS = 6;
/** At the end of a word the consonant is hard, and soft where an ending follows: kitap, kitabı. */
const HARD: Readonly<Record<string, string>> = { b: "p", d: "t", g: "k" };

const isLeft = (stem: string): boolean => stem.length >= MIN_LETTERS || SHORTEST.test(stem);

/** What an ending's first letter may stand behind: t is d behind a voiceless consonant; y, s and n part two vowels. */
const BEHIND: Readonly<Record<string, RegExp>> = {
  t: /[fstkchp]$/,
  d: /[^fstkchp]$/,
  ...Object.fromEntries(["y", "s", "n"].map((letter) => [letter, /[aeiou]$/])),
};

const fits = (ending: string, rest: string): boolean => BEHIND[ending.charAt(0)]?.test(rest) ?? true;

/** The stem of a folded Turkish word; of "klasörlerden" that of "klasör". */
export function turkishStem(word: string): string {
  let stem = word;
  for (let ending: string | undefined = ""; ending !== undefined; ) {
    const whole = stem;
    ending = ENDINGS.find((one) => {
      const rest = whole.slice(0, -one.length);
      return whole.endsWith(one) && isLeft(rest) && fits(one, rest);
    });
    if (ending !== undefined) stem = stem.slice(0, -ending.length);
  }
  const start = stem.slice(0, MAX_LETTERS);
  const last = start.at(-1) ?? "";
  return start.slice(0, -1) + (HARD[last] ?? last);
}
