/**
 * For words as they are cut out of texts. V8 cuts 13 characters and more by reference (SlicedString::kMinLength in its
 * objects/string.h): kept as a key, such a word would keep its whole text in memory.
 */
export const CUT_WORDS = { most: 8_000, maxChars: 12 } as const;

/**
 * The function with its answers kept in the isolate by their key, at most so many; it must depend on nothing else. A text
 * repeats its words, and what is made of one takes microseconds. Longer keys than `maxChars` are data, which does not
 * repeat.
 */
export function remembered<Value>(
  make: (key: string) => Value,
  { most = 4_000, maxChars = 40 }: { readonly most?: number; readonly maxChars?: number } = {},
): (key: string) => Value {
  const known = new Map<string, Value>();
  return (key) => {
    const value = known.get(key);
    if (value !== undefined || known.has(key)) return value as Value;
    const made = make(key);
    if (key.length > maxChars) return made;
    if (known.size >= most) known.clear();
    known.set(key, made);
    return made;
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
