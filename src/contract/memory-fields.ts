import { z } from "@hono/zod-openapi";
import { hasControls, SessionId } from "./common.ts";
import { composed } from "../text/coding/composed.ts";

// Fields as they are kept, and so exported: redaction may have made them longer than what may be written.

/** `[redacted:…]` in the place of the shortest secrets, one after the other: a text grows to less than five times itself. */
export const MAX_REDACTED_GROWTH = 5;

/** Well-formed, and without NUL, at which the database's JSON functions cut a string. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes("\0");

const byteLength = (text: string): number => new TextEncoder().encode(text).length;

/** A text of at most `maxChars` characters, as written. UTF-8 takes at most three bytes of each. */
export const keptText = (maxChars: number) =>
  z
    .string()
    .min(1)
    .max(maxChars * MAX_REDACTED_GROWTH)
    .refine(isStorable, "well-formed text without NUL")
    .refine((text) => text.trim() !== "", "says nothing")
    .refine((text) => byteLength(text) <= maxChars * MAX_REDACTED_GROWTH, "too many bytes");

/** A field of at most `maxChars` characters, as written. */
export const keptField = (maxChars: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(maxChars * MAX_REDACTED_GROWTH)
    .refine(isStorable, "well-formed text without NUL");

/** A name of one line. */
export const keptName = (maxChars: number) =>
  keptField(maxChars).refine((name) => !hasControls(name), "a name is one line of text");

/** JSON of at most `maxBytes`, as written. */
export const isKeptJson = (value: unknown, maxBytes: number): boolean =>
  byteLength(JSON.stringify(value)) <= maxBytes * MAX_REDACTED_GROWTH;

/** Lists and objects in one another: the database reads JSON up to a thousand, and people none so deep. */
const MAX_METADATA_DEPTH = 32;

/**
 * JSON that everything may take for what it is: not deeper, of texts that can be kept and numbers that JSON can write, and without
 * the key that names an object's prototype.
 */
function isPlainJson(value: unknown, depth = MAX_METADATA_DEPTH): boolean {
  if (typeof value === "string") return isStorable(value);
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || value === null) return true;
  if (depth === 0 || Object.hasOwn(value, "__proto__")) return false;
  return Object.entries(value).every(([key, part]) => isStorable(key) && isPlainJson(part, depth - 1));
}

const NO_PROTOTYPE = 'no key "__proto__"';
const PLAIN = `well-formed text without NUL, numbers up to ${Number.MAX_VALUE.toExponential(1)}`;

/** Refuses the one key that a record drops without a word. */
export const withoutPrototype = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value, context) => {
    if (typeof value === "object" && value !== null && Object.hasOwn(value, "__proto__"))
      context.addIssue({ code: "custom", message: NO_PROTOTYPE });
    return value;
  }, schema);

/** Values of metadata, each as deep as may be inside of it. */
const MetadataValue = z.unknown().refine(
  (value) => isPlainJson(value, MAX_METADATA_DEPTH - 1),
  // Nothing else looks at what is too deep: writing it as JSON takes a stack as deep.
  {
    abort: true,
    error: `at most ${MAX_METADATA_DEPTH} lists and objects in one another, ${PLAIN}, and ${NO_PROTOTYPE}`,
  },
);

/** Types of memories; a workspace may add its own. */
export const MEMORY_TYPES = [
  "correction",
  "decision",
  "commitment",
  "insight",
  "learning",
  "confidence",
  "pattern_seed",
  "cross_agent",
  "workflow_note",
  "gap",
  "preference",
  "fact",
  "entity",
  "other",
] as const;

/** Metadata as JSON, bytes. */
export const MAX_METADATA_BYTES = 8_192;
export const MAX_TAGS = 32;
const MAX_TAG_CHARS = 64;
const MAX_SOURCE_CHARS = 500;
const MAX_NAME_CHARS = 200;

export const MemoryType = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,39}$/, "lower-case letters, digits and underscores, at most 40")
  .meta({ description: "One of the built-in types or of the workspace's own", examples: ["decision"] });

const Share = z.number().min(0).max(1);
const Priority = z.number().int().min(1).max(5);

const line = (max: number) =>
  z.string().trim().min(1).max(max).refine(isStorable, "well-formed text without NUL").overwrite(composed);

const Metadata = withoutPrototype(
  z
    .record(z.string().refine(isStorable, "must be well-formed text without NUL"), MetadataValue)
    .refine(
      (metadata) => byteLength(JSON.stringify(metadata)) <= MAX_METADATA_BYTES,
      `at most ${MAX_METADATA_BYTES} bytes of JSON`,
    )
    .overwrite(composed),
);

const MAX_KEY_CHARS = 200;
const DocumentValue = z.union([
  z.string().refine(isStorable, "well-formed text without NUL"),
  z.number(),
  z.boolean(),
]);

const documentMetadata = (growth: number) =>
  withoutPrototype(
    z
      .record(
        z
          .string()
          .min(1)
          .max(MAX_KEY_CHARS * growth)
          .refine(isStorable, "must be well-formed text without NUL"),
        z.union([DocumentValue, z.array(DocumentValue)]),
      )
      .refine(
        (metadata) => byteLength(JSON.stringify(metadata)) <= MAX_METADATA_BYTES * growth,
        `at most ${MAX_METADATA_BYTES * growth} bytes of JSON`,
      )
      .overwrite(composed),
  );

/** What a program says of a document: by key a text, a number, true or false, or a list of them. */
export const DocumentMetadata = documentMetadata(1);
/** The same as a backup keeps it. */
export const KeptDocumentMetadata = documentMetadata(MAX_REDACTED_GROWTH);

interface Field {
  /** As a request gives it. */
  readonly given: z.ZodType;
  /** As an answer shows it. */
  readonly shown: z.ZodType;
  /** As a backup keeps it: redaction may have made it longer than `given` allows. */
  readonly kept: z.ZodType;
  /** Its value when the request leaves it out; null: it has none. */
  readonly usual: string | number | readonly string[] | Readonly<Record<string, unknown>> | null;
  /** What another observation changes: nothing, a value where there was none, the greater, the union, the keys. */
  readonly merge: "keep" | "fill" | "greater" | "unite" | "join";
  /** Where it is shown: with hits of a search, in lists too, or only with the whole memory. */
  readonly level: "hit" | "list" | "memory";
  /** Secrets in it are replaced. */
  readonly redacted?: true;
}

/**
 * What a writer says of a memory beside its text, the one description of these fields: requests, answers, rows, merging,
 * redaction and backups follow from it. A field is a column of the same name in `documents` and `past_memories`.
 */
export const MEMORY_FIELDS = {
  type: {
    ...{ given: MemoryType, shown: z.string(), kept: MemoryType, usual: "fact" },
    ...{ merge: "keep", level: "hit" },
  },
  importance: {
    ...{ given: Share, shown: z.number(), kept: Share, usual: 0.7 },
    ...{ merge: "keep", level: "hit" },
  },
  priority: {
    given: Priority.meta({ description: "1 is the most important" }),
    ...{ shown: z.number(), kept: Priority, usual: 3 },
    ...{ merge: "keep", level: "hit" },
  },
  confidence: {
    ...{ given: Share, shown: z.number(), kept: Share, usual: 0.7 },
    ...{ merge: "greater", level: "hit" },
  },
  session: {
    ...{ given: SessionId, shown: z.string().nullable(), kept: SessionId.nullable(), usual: null },
    ...{ merge: "fill", level: "hit" },
  },
  source: {
    given: line(MAX_SOURCE_CHARS).meta({ description: "Where it comes from: an agent, a URL, a file" }),
    ...{
      shown: z.string().nullable(),
      kept: keptField(MAX_SOURCE_CHARS).overwrite(composed).nullable(),
      usual: null,
    },
    ...{ merge: "fill", level: "list", redacted: true },
  },
  tags: {
    given: z.array(line(MAX_TAG_CHARS)).max(MAX_TAGS),
    shown: z.array(z.string()),
    kept: z.array(keptField(MAX_TAG_CHARS).overwrite(composed)).max(MAX_TAGS),
    ...{ usual: [], merge: "unite", level: "hit", redacted: true },
  },
  entities: {
    given: z
      .array(line(MAX_NAME_CHARS).refine((name) => !hasControls(name), "a name is one line of text"))
      .max(MAX_TAGS)
      .meta({ description: "Names of the people and things that it is about" }),
    shown: z.array(z.string()),
    kept: z.array(keptName(MAX_NAME_CHARS)).max(MAX_TAGS),
    ...{ usual: [], merge: "unite", level: "list", redacted: true },
  },
  metadata: {
    given: Metadata,
    shown: z.record(z.string(), z.unknown()),
    kept: withoutPrototype(
      z
        .record(z.string().refine(isStorable, "must be well-formed text without NUL"), MetadataValue)
        .refine((metadata) => isKeptJson(metadata, MAX_METADATA_BYTES), "too many bytes of JSON")
        .overwrite(composed),
    ),
    ...{ usual: {}, merge: "join", level: "memory", redacted: true },
  },
} as const satisfies Readonly<Record<string, Field>>;

type Table = typeof MEMORY_FIELDS;
export type MemoryField = keyof Table;
type FieldAt<Level extends Field["level"]> = {
  [Name in MemoryField]: Table[Name]["level"] extends Level ? Name : never;
}[MemoryField];

export type MemoryFields = { readonly [Name in MemoryField]: z.infer<Table[Name]["shown"]> };

export const memoryFields = Object.entries(MEMORY_FIELDS) as [MemoryField, Field][];

const namesWhere = (isWanted: (field: Field) => boolean): MemoryField[] =>
  memoryFields.filter(([, field]) => isWanted(field)).map(([name]) => name);

export const MEMORY_FIELD_NAMES = namesWhere(() => true);
/** Fields that lists show, and those that hits show. */
export const LISTED_FIELD_NAMES = namesWhere(({ level }) => level !== "memory") as FieldAt<"hit" | "list">[];
export const HIT_FIELD_NAMES = namesWhere(({ level }) => level === "hit") as FieldAt<"hit">[];
/** Fields whose column holds JSON. */
export const JSON_FIELD_NAMES: readonly string[] = namesWhere(
  ({ usual }) => typeof usual === "object" && usual !== null,
);
/** Fields that are redacted. */
export const REDACTED_FIELD_NAMES = namesWhere(({ redacted = false }) => redacted);

/** What the id of a memory has to be, in words. */
export const MEMORY_ID_FORM = "an id, or 8 characters of its beginning or more";

const shapeOf = (names: readonly MemoryField[], schemaOf: (field: Field) => z.ZodType) =>
  Object.fromEntries(names.map((name) => [name, schemaOf(MEMORY_FIELDS[name])]));

const shown = ({ shown: schema }: Field) => schema;

/** The shape of an answer that shows a memory whole, of one that lists it, and of a hit. */
export const MEMORY_SHAPE = shapeOf(MEMORY_FIELD_NAMES, shown) as {
  [Name in MemoryField]: Table[Name]["shown"];
};
export const LISTED_SHAPE = shapeOf(LISTED_FIELD_NAMES, shown) as {
  [Name in FieldAt<"hit" | "list">]: Table[Name]["shown"];
};
export const HIT_SHAPE = shapeOf(HIT_FIELD_NAMES, shown) as {
  [Name in FieldAt<"hit">]: Table[Name]["shown"];
};

/** The shape of a request that makes a memory. */
export const REMEMBER_SHAPE = shapeOf(MEMORY_FIELD_NAMES, ({ given, usual }) =>
  usual === null || typeof usual === "object"
    ? given.optional()
    : given.optional().meta({ description: `Default ${usual}` }),
) as { [Name in MemoryField]: z.ZodOptional<Table[Name]["given"]> };

/** The shape of a request that changes one: null takes a value away. */
export const CHANGE_SHAPE = shapeOf(MEMORY_FIELD_NAMES, ({ given, usual }) =>
  (usual === null ? given.nullable() : given).optional(),
) as {
  [Name in MemoryField]: z.ZodOptional<
    Table[Name]["usual"] extends null ? z.ZodNullable<Table[Name]["given"]> : Table[Name]["given"]
  >;
};

/** The shape of a record of an export. */
export const BACKUP_SHAPE = shapeOf(MEMORY_FIELD_NAMES, ({ kept }) => kept) as {
  [Name in MemoryField]: Table[Name]["kept"];
};
