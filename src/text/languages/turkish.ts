/**
 * Endings that Turkish writes onto a noun or a verb, in the order in which they come off, on folded letters (ı is i, ş is s):
 * case and person, possession, number, then what makes a noun of another.
 */
const STEPS: readonly (readonly string[])[] = [
  "lardaki lerdeki daki deki taki teki",
  "si su sinda sinde sindan sinden sina sine sini sunu sunda sundan suna larinda lerinde larindan lerinden larina lerine larini lerini larin lerin nin nun dan den tan ten nda nde ndan nden yla yle da de ta te in un yi yu ya ye na ne ni nu la le i u a e",
  "imiz umuz iniz unuz lari leri si su im um in un i u",
  "lar ler",
  "ligi lugu lig lug lik luk li lu ci cu siz suz",
  "iyordu uyordu iyor uyor yor dik duk tik tuk digi dugu tigi tugu misti mis mus ecek acak ecegi acagi di du ti tu ir ur er ar ma me mak mek ince inca ip up",
].map((list) => list.split(" ").sort((a, b) => b.length - a.length));

const MIN_LETTERS = 3;
/**
 * What is left of a longer stem often has part of an ending. The first five letters alone find about as much as any
 * analysis: Can and others, "Information retrieval on Turkish texts" (2008).
 */
const MAX_LETTERS = 6;
/** At the end of a word the consonant is hard, and soft where an ending follows: kitap, kitabı. */
const HARD: Readonly<Record<string, string>> = { b: "p", d: "t", g: "k" };

/** The stem of a folded Turkish word; of "klasörlerden" that of "klasör". */
export function turkishStem(word: string): string {
  let stem = word;
  for (const endings of STEPS) {
    const ending = endings.find((one) => stem.endsWith(one) && stem.length - one.length >= MIN_LETTERS);
    if (ending !== undefined) stem = stem.slice(0, -ending.length);
  }
  const start = stem.slice(0, MAX_LETTERS);
  const last = start.at(-1) ?? "";
  return start.slice(0, -1) + (HARD[last] ?? last);
}
