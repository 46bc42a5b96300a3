/** What a name stands for. `other` when nothing tells. */
export const ENTITY_TYPES = [
  "person",
  "organisation",
  "project",
  "place",
  "product",
  "code",
  "path",
  "url",
  "ticket",
  "variable",
  "error",
  "package",
  "handle",
  "heading",
  "key",
  "concept",
  "other",
] as const;

export type EntityType = (typeof ENTITY_TYPES)[number];

/** Kinds that people tell apart, each with its types. */
export const ENTITY_KINDS = {
  person: ["person", "handle"],
  organisation: ["organisation", "project", "product"],
  place: ["place"],
  code: ["code", "path", "variable", "error", "package", "key"],
  link: ["url", "ticket"],
  other: ["heading", "concept", "other"],
} as const satisfies Readonly<Record<string, readonly EntityType[]>>;

export type EntityKind = keyof typeof ENTITY_KINDS;
