import type { JsonObject } from "../../src/http/openapi/types.ts";
import { isRecord } from "../../src/text/parse-json.ts";
import type { Names } from "../../test/integration/isolation/places.ts";
import { HOSTILE_TEXTS } from "../../test/openapi/fuzz/hostile.ts";
import { mutated } from "../../test/openapi/fuzz/mutate.ts";
import type { Random } from "../../test/openapi/fuzz/random.ts";
import { SYNTAX } from "./hostile-parts.ts";

/** A text that an index, a database, an address or a reader may take for something else. */
export const hostileText = (random: Random): string =>
  random.pick(random.next() < 0.5 ? SYNTAX : HOSTILE_TEXTS);

/** What `id` names, by what stands before it in an address. */
const IDS: readonly (readonly [string, (names: Names) => string])[] = [
  ["/undo", ({ forgotten }) => forgotten],
  ["/chunks/", ({ chunk }) => chunk],
  ["/recalls/", ({ recall }) => recall],
  ["/tokens/", ({ token }) => token],
  ["/observations/", ({ observation }) => String(observation)],
  ["/memories/", ({ memory }) => memory],
];
const FIELDS: Readonly<Record<string, (names: Names) => string>> = {
  ...{ chunk: ({ chunk }) => chunk, other: ({ superseded }) => superseded, around: ({ memory }) => memory },
  ...{ recallId: ({ recall }) => recall, recall: ({ recall }) => recall, supersedes: ({ memory }) => memory },
  ...{
    path: ({ path }) => path,
    root: ({ root }) => root,
    prefix: ({ mark }) => mark,
    tag: ({ tag }) => tag,
  },
  ...{ session: ({ session }) => session, workspace: ({ slug }) => slug, from: ({ entity }) => entity },
  ...{
    slug: ({ entity }) => entity,
    entity: ({ entity }) => entity,
    to: () => "ana-lopez",
    into: () => "ana-lopez",
  },
};

/** Something that exists, for a field of the operation at an address; undefined where none is asked for. */
export function idFor(field: string, address: string, names: Names): string | undefined {
  if (address.startsWith("/v1/workspaces/")) return names.slug;
  if (field === "id") return IDS.find(([part]) => address.includes(part))?.[1](names);
  return Object.hasOwn(FIELDS, field) ? FIELDS[field]?.(names) : undefined;
}

/** The same value with things that exist, where it names any; `push` is left out, which only a manifest tells. */
export function withIds(value: unknown, address: string, names: Names): unknown {
  if (Array.isArray(value)) return value.map((item) => withIds(item, address, names));
  if (!isRecord(value)) return value;
  const fields = Object.entries(value).filter(([field]) => field !== "push");
  return Object.fromEntries(
    fields.map(([field, inner]) => {
      const id = typeof inner === "string" ? idFor(field, address, names) : undefined;
      return [field, id ?? withIds(inner, address, names)];
    }),
  );
}

/** Puts a hostile text into one of the value's own texts. */
export function withText(value: unknown, random: Random): unknown {
  if (typeof value === "string") return hostileText(random);
  if (Array.isArray(value)) return inOne(value, random, (item) => withText(item, random));
  if (!isRecord(value)) return value;
  const fields = Object.keys(value);
  if (fields.length === 0) return { [hostileText(random)]: hostileText(random) };
  const chosen = random.pick(fields);
  return { ...value, [chosen]: withText(value[chosen], random) };
}

function inOne<Item>(items: readonly Item[], random: Random, change: (item: Item) => unknown): unknown {
  if (items.length === 0) return [hostileText(random)];
  const at = random.below(items.length);
  return items.map((item, index) => (index === at ? change(item) : item));
}

/** Several copies of one item in each list, fields of other types, hostile texts: one to three of them. */
export function spoiled(schema: JsonObject, value: unknown, random: Random): unknown {
  let spoilt = value;
  for (let times = 1 + random.below(3); times > 0; times--)
    spoilt = random.next() < 0.5 ? withText(spoilt, random) : mutated(schema, spoilt, random);
  return spoilt;
}
