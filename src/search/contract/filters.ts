import { z } from "@hono/zod-openapi";
import { DEFAULTS } from "../../config.ts";
import { hasControls, RootName, SessionId } from "../../contract/common.ts";
import { composed } from "../../text/coding/composed.ts";
import { MemoryType, withoutPrototype } from "../../contract/memory-fields.ts";
import { KINDS } from "./hits.ts";

/** Bounds of one request's filters: a statement of the database takes 100 parameters, an expression is at most 100 deep. */
export const FILTER_LIMITS = {
  /** Fields, metadata keys and ends of ranges, at whatever depth; a glob counts as three. */
  conditions: 32,
  /** `not`, `any` and `all` in one another. */
  depth: 4,
  /** Values of one list, and groups of one `any` or `all`. */
  values: 64,
  groups: 16,
  /** Of all of it as JSON. */
  bytes: 8_192,
} as const;

const MAX_VALUE_CHARS = 500;
const MAX_KEY_CHARS = 200;
const MAX_TAG_CHARS = 64;
const MAX_DATE_CHARS = 32;

const clean = (text: string): boolean => text.isWellFormed() && !hasControls(text);
const line = (max: number) =>
  z.string().min(1).max(max).refine(clean, "one line of text").overwrite(composed);
const date = z.string().max(MAX_DATE_CHARS);

/** The fields that a filter may name, one value each. */
export const FilterFields = {
  root: RootName,
  prefix: line(DEFAULTS.maxPathChars).meta({ description: "Start of the path", examples: ["guides/"] }),
  glob: line(DEFAULTS.maxGlobChars).meta({
    description:
      "Glob on the path: * within a part, ** across parts, ?, [a-z], [!a-z]; at most 16 of * and **",
    examples: ["**/*.md"],
  }),
  kind: z.enum(KINDS),
  language: z
    .string()
    .regex(/^[a-z0-9+#-]{1,32}$/)
    .meta({ description: "Language of the document", examples: ["markdown"] }),
  type: MemoryType.meta({ description: "Only memories of this type", examples: ["decision"] }),
  tag: z
    .string()
    .trim()
    .min(1)
    .max(MAX_TAG_CHARS)
    .refine(clean, "one line of text")
    .overwrite(composed)
    .meta({ description: "Only memories with this tag", examples: ["release"] }),
  session: SessionId.meta({ description: "Only memories of this session" }),
  source: line(MAX_VALUE_CHARS).meta({ description: "Where it comes from, as it was written with it" }),
  after: date.meta({
    description: "Dated on or after: 7d, 2w, 3m, 1y ago, or an ISO date",
    examples: ["7d"],
  }),
  before: date.meta({
    description: "Dated before: 7d, 2w, 3m, 1y ago, or an ISO date",
    examples: ["2026-01-01"],
  }),
};

/** One value, or a list of which any will do. */
const oneOf = <Schema extends z.ZodType>(schema: Schema) =>
  z.union([schema, z.array(schema).min(1).max(FILTER_LIMITS.values)]).optional();

const ends = <Schema extends z.ZodType>(end: Schema) => ({
  gt: end.optional(),
  gte: end.optional(),
  lt: end.optional(),
  lte: end.optional(),
});

const isSomething = (test: object): boolean => Object.values(test).some((value) => value !== undefined);
const SOMETHING = "name at least one of gt, gte, lt, lte, exists";

/** A number's range. */
const NumberRange = z.strictObject(ends(z.number())).refine(isSomething, SOMETHING);
const number = z
  .union([z.number(), z.array(z.number()).min(1).max(FILTER_LIMITS.values), NumberRange])
  .optional();

const Scalar = z.union([z.string().max(MAX_VALUE_CHARS).overwrite(composed), z.number(), z.boolean()]);

const MetadataRange = z
  .strictObject({
    ...ends(z.union([z.number(), date])),
    exists: z.boolean().optional(),
  })
  .refine(isSomething, SOMETHING);

const MetadataTest = z.union([Scalar, z.array(Scalar).min(1).max(FILTER_LIMITS.values), MetadataRange]);
export type MetadataTest = z.infer<typeof MetadataTest>;

const MetadataKey = z
  .string()
  .min(1)
  .max(MAX_KEY_CHARS)
  .refine(
    (key) => clean(key) && !/["\\]/.test(key),
    "a key of one line, without quotation mark and backslash",
  )
  .overwrite(composed);

const Conditions = {
  root: oneOf(FilterFields.root),
  prefix: oneOf(FilterFields.prefix),
  glob: oneOf(FilterFields.glob),
  kind: oneOf(FilterFields.kind),
  language: oneOf(FilterFields.language),
  type: oneOf(FilterFields.type),
  tag: oneOf(FilterFields.tag),
  session: oneOf(FilterFields.session),
  source: oneOf(FilterFields.source),
  after: FilterFields.after.optional(),
  before: FilterFields.before.optional(),
  importance: number.describe("Only memories of this importance: a number, a list or a range"),
  priority: number.describe("Only memories of this priority"),
  confidence: number.describe("Only memories of this confidence"),
  metadata: withoutPrototype(z.record(MetadataKey, MetadataTest))
    .optional()
    .meta({
      description:
        "By key: a value, a list of which any will do, or { gt, gte, lt, lte, exists }; ends are numbers, or dates as in after",
      examples: [{ status: ["open", "new"], effort: { gte: 2 } }],
    }),
};

type Leaves = { [Name in keyof typeof Conditions]: z.output<(typeof Conditions)[Name]> };

/** A filter: all of its conditions hold, none of `not`, one of `any`, and each of `all`. */
export interface Filters extends Partial<Leaves> {
  readonly not?: Filters | undefined;
  readonly any?: readonly Filters[] | undefined;
  readonly all?: readonly Filters[] | undefined;
}

const nested: z.ZodType<Filters> = z.lazy(() => Filters);
const group = z.array(nested).min(1).max(FILTER_LIMITS.groups).optional();

export const Filters = z
  .strictObject({
    ...Conditions,
    not: nested.optional().describe("What passes this does not pass"),
    any: group.describe("At least one of these passes"),
    all: group.describe("Each of these passes"),
  })
  .openapi("Filters");

const { importance: _, priority: __, confidence: ___, metadata: ____, ...asParameters } = Conditions;

/** A filter of the most bytes, as an address has it. */
const MAX_FILTER_CHARS = 9_000;

/** Conditions as parameters of an address: one that comes several times is a list. What else there is goes as JSON. */
export const FilterParameters = {
  ...asParameters,
  filters: z
    .string()
    .max(MAX_FILTER_CHARS)
    .optional()
    .meta({
      description: "Filters as JSON, as `POST /v1/search` takes them, beside those that are parameters",
      examples: ['{"metadata":{"status":"open"}}'],
    }),
};
