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
