import type { EntityType } from "../../../contract/entity-types.ts";

/** Types that share a colour. */
const TYPES_OF = {
  person: ["person", "handle"],
  organisation: ["organisation", "project", "product"],
  place: ["place"],
  code: ["code", "path", "variable", "error", "package", "key"],
  link: ["url", "ticket"],
  other: ["heading", "concept", "other"],
} as const satisfies Readonly<Record<string, readonly EntityType[]>>;

export type Group = keyof typeof TYPES_OF;

export const GROUPS = Object.keys(TYPES_OF) as readonly Group[];

/** The group of a type, that of an unknown one too. */
export const groupOf = (type: string): Group =>
  GROUPS.find((group) => (TYPES_OF[group] as readonly string[]).includes(type)) ?? "other";

/** A group's colour, for the styles. */
export const colorOf = (group: Group) => ({ "--group": `var(--group-${group})` });

/** A group's colour, before names and in the legend. */
export const Dot = ({ group }: { readonly group: Group }) => <span class="dot" style={colorOf(group)} />;
