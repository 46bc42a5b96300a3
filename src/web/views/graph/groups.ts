import type { EntityType } from "../../../contract/entity-types.ts";

/** Types that share a colour. */
export type Group = "person" | "organisation" | "place" | "code" | "link" | "other";

export const GROUPS: readonly Group[] = ["person", "organisation", "place", "code", "link", "other"];

const GROUP_OF: Readonly<Record<EntityType, Group>> = {
  person: "person",
  handle: "person",
  organisation: "organisation",
  project: "organisation",
  product: "organisation",
  place: "place",
  code: "code",
  path: "code",
  variable: "code",
  error: "code",
  package: "code",
  key: "code",
  url: "link",
  ticket: "link",
  heading: "other",
  concept: "other",
  other: "other",
};

/** The group of a type, that of an unknown one too. */
export const groupOf = (type: string): Group =>
  Object.hasOwn(GROUP_OF, type) ? GROUP_OF[type as EntityType] : "other";
