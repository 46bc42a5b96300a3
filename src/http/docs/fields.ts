import type { JsonObject } from "../openapi/types.ts";

/** One field of a request or an answer, as a line of a table. */
export interface Field {
  /** With what it is in: `index.pendingChunks`, `hits[].id`. */
  readonly name: string;
  readonly type: TypeText;
  readonly isRequired: boolean;
  readonly about: string;
}

/** A type in words, and the schemas of the document that it names. */
export interface TypeText {
  readonly text: string;
  readonly schema?: string | undefined;
}

type Shape = JsonObject & {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly items?: Shape;
  readonly prefixItems?: readonly Shape[];
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly allOf?: readonly Shape[];
  readonly enum?: readonly unknown[];
  readonly additionalProperties?: boolean | Shape;
  readonly description?: string;
};

const nameOf = (reference: string): string => reference.slice(reference.lastIndexOf("/") + 1);

/** What a schema says, on one line. */
export function typeText(given: JsonObject): TypeText {
  const schema = given as Shape;
  if (schema.$ref !== undefined) return { text: nameOf(schema.$ref), schema: nameOf(schema.$ref) };
  if (schema.const !== undefined) return { text: JSON.stringify(schema.const) };
  if (schema.enum !== undefined) return { text: schema.enum.map((one) => JSON.stringify(one)).join(" | ") };
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choices !== undefined) return joined(choices.map(typeText), schema.allOf === undefined ? " | " : " & ");
  if (schema.items !== undefined) return suffixed(typeText(schema.items), "[]");
  if (schema.prefixItems !== undefined)
    return { text: `[${schema.prefixItems.map((one) => typeText(one).text).join(", ")}]` };
  const values = schema.additionalProperties;
  if (schema.properties === undefined && typeof values === "object")
    return { text: `by name: ${typeText(values).text}` };
  const types = schema.type === undefined ? ["any"] : [schema.type].flat();
  return { text: `${types.join(" | ")}${bounds(schema)}` };
}

function joined(types: readonly TypeText[], separator: string): TypeText {
  const text = [...new Set(types.map((type) => type.text))].join(separator);
  return { text, schema: types.find(({ schema }) => schema !== undefined)?.schema };
}

const suffixed = ({ text, schema }: TypeText, suffix: string): TypeText => ({
  text: text.includes(" ") ? `(${text})${suffix}` : `${text}${suffix}`,
  schema,
});

/** Limits, as far as they help: the whole range of safe integers is not shown. */
function bounds({ minimum, maximum, minLength, maxLength }: JsonObject): string {
  const low = minimum ?? minLength;
  const high = maximum ?? maxLength;
  const isChars = minLength !== undefined || maxLength !== undefined;
  if (low === undefined && high === undefined) return "";
  const range = high === undefined ? `≥ ${low}` : low === undefined ? `≤ ${high}` : `${low} to ${high}`;
  return isChars ? `, ${range} characters` : `, ${range}`;
}

/** Every field of a schema; what is inside of one follows it, but for schemas that have a name of their own. */
export function fieldsOf(given: JsonObject, prefix = ""): readonly Field[] {
  const { properties = {}, required = [] } = given as Shape;
  return Object.entries(properties).flatMap(([key, schema]) => {
    const name = `${prefix}${key}`;
    const field = {
      name,
      type: typeText(schema),
      isRequired: required.includes(key),
      about: aboutOf(schema),
    };
    return [field, ...fieldsOf(schema, `${name}.`), ...fieldsOf(schema.items ?? {}, `${name}[].`)];
  });
}

/** What is said of a schema, its default and an example. */
export function aboutOf({ description = "", default: usual, examples }: JsonObject): string {
  const [example] = Array.isArray(examples) ? examples : [];
  const parts = [
    description,
    usual === undefined || usual === "" ? "" : `Default: ${JSON.stringify(usual)}`,
    example === undefined ? "" : `Like ${JSON.stringify(example)}`,
  ];
  return parts.filter((part) => part !== "").join(". ");
}
