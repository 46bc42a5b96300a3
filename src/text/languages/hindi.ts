/** Endings of number, case and gender and of the usual verb forms, after Ramanathan and Rao, "A lightweight stemmer for Hindi" (2003). */
const ENDINGS = `ियों ियां ियाँ ाने ाना ाने ाता ाते ाती ेगा ेगी ेंगे ूंगा ना ने ता ते ती तों कर ओं ों एं ें ीं ां
  यों ये यी या ए े ो ी ि ा ु ू ं`
  .split(/\s+/)
  .sort((a, b) => b.length - a.length);

/** Two letters stay, or a letter and its sign. */
const MIN_CHARS = 2;

/** The stem of a folded word in Devanagari, without any ending that is left, so that a word and its forms end alike; of "कहानियाँ" that of "कहानी". */
export function hindiStem(word: string): string {
  const ending = ENDINGS.find((one) => word.endsWith(one) && word.length - one.length >= MIN_CHARS);
  return ending === undefined ? word : hindiStem(word.slice(0, -ending.length));
}
