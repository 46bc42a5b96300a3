import type { JsonObject } from "../../src/http/openapi/types.ts";

type Schema = JsonObject & {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly additionalProperties?: boolean | Schema;
};

const PLAIN: Readonly<Record<string, string>> = {
  string: "string",
  number: "number",
  integer: "number",
  boolean: "boolean",
  null: "null",
};

/** A name that may stand where TypeScript takes an identifier or a text. */
export const key = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

/** A comment before a declaration; nothing for no text. */
export const comment = (text: string): string =>
  text === "" ? "" : `/** ${text.replaceAll("*/", "*\\/")} */\n`;

/** The TypeScript type of what a JSON Schema describes, with the comments of its fields. */
export function typeOf(given: JsonObject): string {
  const schema = given as Schema;
  if (schema.$ref !== undefined) return `Schemas.${schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1)}`;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return union(schema.enum.map((value) => JSON.stringify(value)));
  for (const choice of [schema.anyOf, schema.oneOf])
    if (Array.isArray(choice)) return union(choice.map(typeOf));
  if (Array.isArray(schema.allOf)) return schema.allOf.map(typeOf).join(" & ");
  return union([schema.type ?? "unknown"].flat().map((type) => oneType(type, schema)));
}

function oneType(type: string, schema: Schema): string {
  if (type === "array") return arrayType(schema);
  if (type === "object") return objectType(schema);
  return PLAIN[type] ?? "unknown";
}

const union = (types: readonly string[]): string => [...new Set(types)].join(" | ");

function arrayType({ prefixItems, items }: Schema): string {
  if (prefixItems !== undefined) return `[${prefixItems.map(typeOf).join(", ")}]`;
  const type = typeOf(items ?? {});
  return /[|&\s]/.test(type) ? `(${type})[]` : `${type}[]`;
}

function objectType({ properties = {}, required = [], additionalProperties: values }: Schema): string {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const { description } = schema;
    const isRequired = required.includes(name);
    const type = isRequired ? typeOf(schema) : `${typeOf(schema)} | undefined`;
    return `${comment(typeof description === "string" ? description : "")}${key(name)}${isRequired ? "" : "?"}: ${type};`;
  });
  const named = `{\n${fields.join("\n")}\n}`;
  if (values === undefined || typeof values === "boolean") return fields.length === 0 ? "object" : named;
  // Objects of which only some have a key are of a type that gives it `undefined` in the others; JSON leaves that out.
  const table = `Record<string, ${typeOf(values)} | undefined>`;
  return fields.length === 0 ? table : `${named} & ${table}`;
}
