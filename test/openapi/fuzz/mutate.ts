import type { JsonObject } from "../../../src/http/openapi/types.ts";
import { HOSTILE_TEXTS, ODD_KEYS, WRONG_VALUES } from "./hostile.ts";
import type { Random } from "./random.ts";

type Shape = JsonObject & {
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly items?: Shape;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly enum?: readonly unknown[];
};

/** A value that is probably none of the schema's: changed in one place, chosen anywhere in it. */
export function mutated(given: JsonObject, value: unknown, random: Random): unknown {
  const schema = given as Shape;
  const goesIn = random.next() < 0.75;
  if (goesIn && isObject(value) && Object.keys(schema.properties ?? {}).length > 0)
    return inObject(schema, value, random);
  if (goesIn && Array.isArray(value) && value.length > 0 && schema.items !== undefined)
    return inArray(schema, value, random);
  return wrong(schema, random);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function inObject(schema: Shape, value: Record<string, unknown>, random: Random): unknown {
  const { properties = {}, required = [] } = schema;
  const kind = random.next();
  if (kind < 0.15) return { ...value, [random.pick(ODD_KEYS)]: random.pick(WRONG_VALUES) };
  if (kind < 0.35 && required.length > 0) {
    const { [random.pick(required)]: _, ...rest } = value;
    return rest;
  }
  // Also fields that the example does not have.
  const name = random.pick(Object.keys(properties));
  return { ...value, [name]: mutated(properties[name] ?? {}, value[name], random) };
}

function inArray({ items = {}, maxItems }: Shape, value: readonly unknown[], random: Random): unknown {
  if (maxItems !== undefined && random.next() < 0.2)
    return Array.from({ length: maxItems + 1 }, (_, at) => value[at % value.length]);
  const at = random.below(value.length);
  return value.map((item, index) => (index === at ? mutated(items, item, random) : item));
}

/** A value that breaks what the schema itself says, or of any other type. */
function wrong(schema: Shape, random: Random): unknown {
  const { minimum, maximum, maxLength, enum: choices } = schema;
  const broken: unknown[] = [random.pick(WRONG_VALUES), random.pick(HOSTILE_TEXTS)];
  if (minimum !== undefined) broken.push(minimum - 1, minimum - 0.5);
  if (maximum !== undefined) broken.push(maximum + 1, maximum * 2);
  if (maxLength !== undefined) broken.push("a".repeat(maxLength + 1), "é".repeat(maxLength * 2));
  if (choices !== undefined) broken.push(`${choices[0]} `, String(choices[0]).toUpperCase());
  return random.pick(broken);
}
