/** Keywords of JSON Schema that cost a model tokens and tell it little: the server checks them all the same. */
const UNTOLD: readonly string[] = ["$schema", "pattern", "examples", "minLength", "maxLength", "format"];

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A JSON Schema without what a list of tools need not say. Names of properties are never taken for keywords. */
export function listedSchema(schema: unknown, isNames = false): unknown {
  if (Array.isArray(schema)) return schema.map((part) => listedSchema(part));
  if (!isRecord(schema)) return schema;
  const kept = Object.entries(schema).filter(([key]) => isNames || !UNTOLD.includes(key));
  return Object.fromEntries(
    kept.map(([key, value]) => [key, listedSchema(value, !isNames && key === "properties")]),
  );
}
