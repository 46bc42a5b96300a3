/** Keywords of JSON Schema that cost a model tokens and tell it little: the server checks them all the same. */
const UNTOLD: readonly string[] = ["$schema", "pattern", "examples", "minLength", "maxLength", "format"];
/** Of an answer its bounds too, what must be there and what it can say: nobody has to keep to them. */
const UNTOLD_OF_ANSWERS: readonly string[] = [
  ...UNTOLD,
  "enum",
  "minimum",
  "maximum",
  "required",
  "additionalProperties",
  "propertyNames",
];

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Names of properties are never taken for keywords. */
function without(untold: readonly string[], schema: unknown, isNames = false): unknown {
  if (Array.isArray(schema)) return schema.map((part) => without(untold, part));
  if (!isRecord(schema)) return schema;
  const kept = Object.entries(schema).filter(([key]) => isNames || !untold.includes(key));
  return Object.fromEntries(
    kept.map(([key, value]) => [key, without(untold, value, !isNames && key === "properties")]),
  );
}

/** A JSON Schema of arguments without what a list of tools need not say. */
export const listedInput = (schema: unknown): unknown => without(UNTOLD, schema);

/** The same of an answer. */
export const listedOutput = (schema: unknown): unknown => without(UNTOLD_OF_ANSWERS, schema);
