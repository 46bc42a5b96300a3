/** A map of at most so many entries, of which the least recently used one goes first: a Map keeps the order of insertion. */
export function recentlyUsed<Key, Value>(limit: number) {
  const map = new Map<Key, Value>();
  return {
    get(key: Key): Value | undefined {
      const value = map.get(key);
      if (value !== undefined) {
        map.delete(key);
        map.set(key, value);
      }
      return value;
    },
    set(key: Key, value: Value): void {
      map.set(key, value);
      const oldest = map.keys().next();
      if (map.size > limit && !oldest.done) map.delete(oldest.value);
    },
  };
}
