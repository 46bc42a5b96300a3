/** V8 cuts so many characters and more out of a text by reference (SlicedString::kMinLength in its objects/string.h). */
const LEAST_SLICE = 13;
/** Longer keys are whole texts, which are cut from nothing. */
const LONGEST_WORD = 40;

/** The same characters in a string of its own: kept as a key, a word that was cut out of a text would keep all of that in memory. */
function ownString(word: string): string {
  if (word.length < LEAST_SLICE || word.length > LONGEST_WORD) return word;
  const units = Array.from({ length: word.length }, (_, at) => word.charCodeAt(at));
  return String.fromCharCode(...units);
}

/**
 * The function with its answers kept in the isolate by their key; it must depend on nothing else. A text repeats its words,
 * and what is made of one takes microseconds. Longer keys than `maxChars` are data, which does not repeat. Of more keys than
 * `most` those go that were not asked for while so many others were new: at most twice as many are kept.
 */
export function remembered<Value>(
  make: (key: string) => Value,
  { most = 4_000, maxChars = LONGEST_WORD }: { readonly most?: number; readonly maxChars?: number } = {},
): (key: string) => Value {
  let recent = new Map<string, Value>();
  let before = new Map<string, Value>();
  const keep = (key: string, value: Value): Value => {
    if (recent.size >= most) [before, recent] = [recent, new Map()];
    recent.set(key, value);
    return value;
  };
  return (key) => {
    const value = recent.get(key);
    if (value !== undefined || recent.has(key)) return value as Value;
    if (key.length > maxChars) return make(key);
    const own = ownString(key);
    const earlier = before.get(own);
    return keep(own, earlier !== undefined || before.has(own) ? (earlier as Value) : make(own));
  };
}

/** The function with its answers kept by the object that it is asked with, as long as that lives; it must depend on nothing else. */
export function oncePer<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    const kept = known.get(key);
    if (kept !== undefined) return kept.value;
    const value = make(key);
    known.set(key, { value });
    return value;
  };
}
