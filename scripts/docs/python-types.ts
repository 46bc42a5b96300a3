import type { JsonObject } from "../../src/http/openapi/types.ts";

type Schema = JsonObject & {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: boolean | Schema;
};

export interface Types {
  /** Declares what a schema describes under a name. */
  declare(name: string, schema: JsonObject): void;
  /** The Python type of a schema; an object in it is declared by the name of its place. */
  of(schema: JsonObject, place: string): string;
  /** Declarations, each before none that it needs at once: annotations are texts. */
  all(): readonly string[];
}

const PLAIN: Readonly<Record<string, string>> = {
  ...{ string: "str", integer: "int", number: "float", boolean: "bool", null: "None" },
};

/** A text as Python writes it. */
export const text = (value: unknown): string =>
  value === true ? "True" : value === false ? "False" : value === null ? "None" : JSON.stringify(value);

const WORDS = new Set("and as class def del from global if import in is not or pass print type".split(" "));

/** `operationId` as Python names it: `operation_id`. */
export function pythonName(name: string): string {
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return WORDS.has(snake) && snake !== "type" ? `${snake}_` : snake;
}

const union = (types: readonly string[]): string =>
  types.includes("Any") ? "Any" : [...new Set(types)].join(" | ");

/** Collects the declarations that types need. */
export function createTypes(): Types {
  const declared: string[] = [];
  const of = (given: JsonObject, place: string): string => {
    const schema = given as Schema;
    if (schema.$ref !== undefined) return schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1);
    if (schema.const !== undefined) return `Literal[${text(schema.const)}]`;
    if (Array.isArray(schema.enum)) return `Literal[${schema.enum.map(text).join(", ")}]`;
    for (const choice of [schema.anyOf, schema.oneOf])
      if (Array.isArray(choice)) return union(choice.map((one, at) => of(one, `${place}${at + 1}`)));
    if (Array.isArray(schema.allOf) && schema.allOf.length === 1) return of(schema.allOf[0], place);
    return union([schema.type ?? "any"].flat().map((type) => oneOf(type, schema, place)));
  };
  const oneOf = (
    type: string,
    { items, properties, additionalProperties, ...schema }: Schema,
    place: string,
  ) => {
    if (type === "array") return `list[${schema.prefixItems === undefined ? of(items ?? {}, place) : "Any"}]`;
    if (type !== "object") return PLAIN[type] ?? "Any";
    if (properties !== undefined) return table(place, { ...schema, properties });
    const values = typeof additionalProperties === "object" ? of(additionalProperties, place) : "Any";
    return `dict[str, ${values}]`;
  };
  const table = (name: string, { properties = {}, required = [] }: Schema): string => {
    const fields = Object.entries(properties).map(([key, schema]) => {
      const type = of(schema, name + key.charAt(0).toUpperCase() + key.slice(1).replace(/\W/g, ""));
      return [key, required.includes(key) ? type : `NotRequired[${type}]`] as const;
    });
    const isPlain = fields.every(([key]) => /^[A-Za-z_]\w*$/.test(key) && !WORDS.has(key));
    declared.push(
      isPlain
        ? `class ${name}(TypedDict):\n${fields.map(([key, type]) => `    ${key}: ${type}`).join("\n") || "    pass"}`
        : `${name} = TypedDict(${text(name)}, {${fields.map(([key, type]) => `${text(key)}: ${text(type)}`).join(", ")}})`,
    );
    return name;
  };
  return {
    of,
    all: () => declared,
    declare(name, schema) {
      const { type, properties, $ref } = schema as Schema;
      if (type === "object" && properties !== undefined && $ref === undefined) table(name, schema as Schema);
      else declared.push(`${name}: TypeAlias = ${text(of(schema, `${name}Item`))}`);
    },
  };
}
