/** A word that begins with a capital, of any script that has them; marks inside it are allowed (Wendelin-Kraft). */
export const CAPITALISED = /^\p{Lu}[\p{L}\p{N}]*(?:['’.&/-][\p{L}\p{N}]+)*$/u;
/** Two capitals: a name by itself, wherever it stands. */
export const ACRONYM = /^\p{Lu}[\p{L}\p{N}]*\p{Lu}[\p{L}\p{N}]*$/u;
/** The ending that English puts on a name, not part of it. */
export const POSSESSIVE = /['’]s$/u;
/** Small words inside names: Bank of America, Rio de Janeiro. */
export const NAME_PARTICLES: ReadonlySet<string> = new Set("of de da do dos del la van von der".split(" "));
