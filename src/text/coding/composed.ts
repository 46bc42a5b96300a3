const NON_ASCII = /[\u0080-\uffff]/;

/**
 * A text, or JSON with its keys and texts, in Unicode NFC, as paths and names are kept: what one system writes decomposed is found
 * as another types it. Of keys that become one the last stays.
 */
export function composed<Value>(value: Value): Value {
  if (typeof value === "string")
    return (NON_ASCII.test(value) ? value.normalize("NFC") : value) as Value & string;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(composed) as Value & unknown[];
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [composed(key), composed(part)]),
  ) as Value;
}
