import { z } from "@hono/zod-openapi";
import { hasControls, RootName } from "../contract/common.ts";
import { ENTITY_KINDS, ENTITY_TYPES, type EntityKind } from "../contract/entity-types.ts";
import { isStorable, keptField } from "../contract/memory-fields.ts";
import { Mtime } from "../documents/contract.ts";
import { Hit } from "../search/contract/hits.ts";

const MAX_NAME_CHARS = 200;

export const EntityType = z.enum(ENTITY_TYPES);

export const EntityName = z
  .string()
  .trim()
  .min(1)
  .max(MAX_NAME_CHARS)
  .regex(/[\p{L}\p{N}]/u, "a name has a letter or a digit")
  .refine((name) => name.isWellFormed() && !hasControls(name), "a name is one line of text")
  .meta({ description: "A name, an alias or a slug", examples: ["Ana López"] });

const EntitySlug = z
  .string()
  .max(100)
  .regex(/^[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*$/u, "folded words with hyphens");

const MAX_REMARK_CHARS = 4_000;

const RemarkText = z
  .string()
  .trim()
  .min(1)
  .max(MAX_REMARK_CHARS)
  .refine(isStorable, "well-formed text without NUL");

/** What hangs on one entity by hand, at most: all of it is one record of an export. */
export const ENTITY_LIMITS = {
  aliases: 200,
  remarks: 1_000,
  remarkChars: 400_000,
  relations: 1_000,
} as const;

const RelationType = z
  .string()
  .regex(/^[\p{Ll}\p{Lo}\p{N}_]{1,64}$/u, "lower-case letters, digits and underscores, at most 64")
  .meta({ description: "What the one is or does to the other", examples: ["works_at"] });

const Citation = Hit.pick({
  id: true,
  root: true,
  path: true,
  startLine: true,
  endLine: true,
  startColumn: true,
  endColumn: true,
  citation: true,
});

const Entity = z.object({
  slug: z.string(),
  name: z.string(),
  type: z.string(),
  aliases: z.array(z.string()),
  mentions: z.number().meta({ description: "Chunks that name it" }),
  manual: z.boolean().meta({ description: "Made or changed by hand: kept when nothing names it" }),
});

const Relation = z.object({
  from: z.string().meta({ description: "Slug" }),
  to: z.string().meta({ description: "Slug" }),
  type: z.string(),
  manual: z.boolean().meta({ description: "Said by hand" }),
  citations: z.array(Citation).meta({ description: "Who says so; empty for what was only said by hand" }),
});
export type RelationAnswer = z.infer<typeof Relation>;

/** `observations` in the API and the database are called remarks everywhere else: memories have observations too. */
const Remark = z.object({ id: z.number(), text: z.string(), at: z.string() });

const limited = (most: number, usual: number) => z.coerce.number().int().min(1).max(most).default(usual);

export const GraphParameters = z.strictObject({
  query: z.string().trim().min(1).max(2_000),
  limit: limited(50, 20).meta({ description: "Entities, at most" }),
  depth: z.coerce.number().int().min(1).max(2).default(1).meta({ description: "Steps from what is named" }),
});

/** Begins from one entity as well, whatever else its name may name. */
export const AroundParameters = GraphParameters.extend({
  query: GraphParameters.shape.query.optional().meta({ description: "What names something, or asks" }),
  entity: EntityName.optional().meta({ description: "Slug, name or alias, in place of `query`" }),
}).refine(({ query, entity }) => (query === undefined) !== (entity === undefined), {
  message: "send either query or entity",
});

export const GraphAnswer = z
  .object({
    start: z.enum(["names", "hits", "nothing"]).meta({
      description:
        "Begun from what the query or `entity` names, from what its best hits name, or from nothing",
    }),
    entities: z.array(
      Entity.extend({
        distance: z.number().meta({ description: "Steps from where it began" }),
        citations: z.array(Citation).meta({ description: "The newest mentions" }),
      }),
    ),
    relations: z.array(Relation),
    truncated: z.boolean().meta({
      description:
        "There may be more than the limits let through: those of the request, and five names to start from",
    }),
    namesOff: z.literal(true).optional().meta({
      description: "Texts are not read for names: only names found before, or made by hand, are there",
    }),
    version: z.number().meta({ description: "Of the workspace" }),
  })
  .openapi("Graph");
export type GraphAnswer = z.infer<typeof GraphAnswer>;

const KINDS = Object.keys(ENTITY_KINDS) as [EntityKind, ...EntityKind[]];

export const OverviewParameters = z.strictObject({
  kind: z.enum(KINDS).optional().meta({ description: "Of this kind only. Default: all" }),
  limit: limited(500, 100).meta({ description: "Entities, at most" }),
});

export const OverviewAnswer = z
  .object({
    entities: z.array(Entity).meta({ description: "Most mentioned first" }),
    links: z
      .array(
        z.object({
          from: z.string().meta({ description: "Slug" }),
          to: z.string().meta({ description: "Slug" }),
          passages: z.number().meta({ description: "Passages that name both, as far as they were read" }),
        }),
      )
      .meta({ description: "The closest neighbours of each entity, and what was related by hand" }),
    truncated: z.boolean().meta({ description: "There are more entities" }),
    namesOff: z.literal(true).optional().meta({
      description: "Texts are not read for names: only names found before, or made by hand, are there",
    }),
    version: z.number().meta({ description: "Of the workspace" }),
  })
  .openapi("GraphOverview");
export type OverviewAnswer = z.infer<typeof OverviewAnswer>;

export const MemoryNames = z
  .strictObject({
    on: z.boolean().meta({ description: "A text model is asked what memories name and relate" }),
  })
  .openapi("MemoryNames");
export type MemoryNames = z.infer<typeof MemoryNames>;

/** Each push and each word that names something asks this list. */
export const MAX_UNNAMED_ROOTS = 100;

export const NamesSwitch = z
  .strictObject({
    on: z.boolean().meta({ description: "Texts are read for names as they are written" }),
    root: RootName.optional().meta({
      description: "Those of this root alone. Default: all of the workspace",
    }),
  })
  .openapi("NamesSwitch");
export type NamesSwitch = z.infer<typeof NamesSwitch>;

export const EntityListParameters = z.strictObject({
  prefix: z.string().max(MAX_NAME_CHARS).default("").meta({ description: "How the slug begins" }),
  type: EntityType.optional(),
  cursor: z.string().max(MAX_NAME_CHARS).default("").meta({ description: "`nextCursor` of the page before" }),
  limit: limited(100, 50),
});

export const EntityList = z
  .object({ entities: z.array(Entity), nextCursor: z.string().nullable() })
  .openapi("EntityList");
export type EntityList = z.infer<typeof EntityList>;

export const EntityParameters = z.strictObject({
  cursor: z.string().max(60).optional().meta({ description: "`nextCursor` of the page before" }),
  limit: limited(100, 20).meta({ description: "Mentions" }),
});

export const EntityAnswer = z
  .object({
    ...Entity.shape,
    citations: z
      .array(Citation.extend({ date: Hit.shape.date }))
      .meta({ description: "Mentions, newest first" }),
    nextCursor: z.string().nullable().meta({ description: "Where more mentions begin" }),
    outgoing: z.array(Relation),
    incoming: z.array(Relation),
    observations: z.array(Remark),
  })
  .openapi("Entity");
export type EntityAnswer = z.infer<typeof EntityAnswer>;

export const EntityRequest = z
  .strictObject({
    name: EntityName.optional(),
    type: EntityType.optional(),
    aliases: z.array(EntityName).max(20).default([]).meta({ description: "Added to those it has" }),
  })
  .openapi("EntityRequest");
export type EntityRequest = z.infer<typeof EntityRequest>;

export const RelationRequest = z
  .strictObject({ from: EntityName, to: EntityName, type: RelationType })
  .openapi("RelationRequest");
export type RelationRequest = z.infer<typeof RelationRequest>;

export const ObservationRequest = z.strictObject({ text: RemarkText }).openapi("ObservationRequest");

export const MergeRequest = z
  .strictObject({
    from: EntityName.meta({ description: "Becomes an alias" }),
    into: EntityName.meta({ description: "Has everything of both from then on" }),
  })
  .openapi("MergeRequest");
export type MergeRequest = z.infer<typeof MergeRequest>;

export const SplitRequest = z
  .strictObject({
    aliases: z.array(EntityName).min(1).max(20).meta({ description: "The first one names the new entity" }),
    name: EntityName.optional(),
    type: EntityType.optional(),
  })
  .openapi("SplitRequest");
export type SplitRequest = z.infer<typeof SplitRequest>;

export const SuggestionsAnswer = z
  .object({
    suggestions: z.array(
      z.object({
        slug: z.string(),
        name: z.string(),
        mentions: z.number(),
        reason: z.string().meta({ description: "Why it may be the same" }),
      }),
    ),
  })
  .openapi("AliasSuggestions");
export type SuggestionsAnswer = z.infer<typeof SuggestionsAnswer>;

/** The workspace's version after a change. */
export const GraphChange = z.object({ version: z.number() }).openapi("GraphChange");
export type GraphChange = z.infer<typeof GraphChange>;

export const RelationRemoval = GraphChange.extend({
  removed: z.boolean().meta({ description: "True when a hand-made relation was removed" }),
  texts: z.number().meta({ description: "Passages that say so: what they say stays" }),
}).openapi("RelationRemoval");
export type RelationRemoval = z.infer<typeof RelationRemoval>;

/** As texts have it: a path may be longer than what is taken by hand. */
const StoredName = z.string().min(1).max(2_000).refine(isStorable, "well-formed text without NUL");

/** What somebody made of an entity, in an export; what texts say of it is found in them again. */
export const EntityRecord = z.strictObject({
  type: z.literal("entity"),
  slug: EntitySlug,
  name: StoredName,
  entityType: EntityType,
  hidden: z.boolean().meta({ description: "Deleted by hand: stays out of sight" }),
  aliases: z.array(StoredName).max(1_000),
  observations: z.array(z.strictObject({ text: keptField(MAX_REMARK_CHARS), at: Mtime })).max(10_000),
  relations: z.array(z.strictObject({ to: EntitySlug, type: RelationType })).max(10_000),
});
export type EntityRecord = z.infer<typeof EntityRecord>;
