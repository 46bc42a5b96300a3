/** Keeps a value in a map that forgets its oldest beyond so many. */
export function remember<Value>(map: Map<string, Value>, key: string, value: Value, most: number): Value {
  const oldest = map.keys().next().value;
  if (map.size >= most && oldest !== undefined) map.delete(oldest);
  map.set(key, value);
  return value;
}
