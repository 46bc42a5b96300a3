import { ENTITY_KINDS, type EntityKind } from "../../../contract/entity-types.ts";

export const GROUPS = Object.keys(ENTITY_KINDS) as readonly EntityKind[];

/** The group of a type, that of an unknown one too. */
export const groupOf = (type: string): EntityKind =>
  GROUPS.find((group) => (ENTITY_KINDS[group] as readonly string[]).includes(type)) ?? "other";

/** The colour of a group, for the styles. */
export const colorOf = (group: EntityKind) => ({ "--group": `var(--group-${group})` });

/** Colours of communities, the largest first; all others have the last one. */
export const communityColor = (community: number) =>
  colorOf(community < GROUPS.length - 1 ? (GROUPS[community] ?? "other") : "other");

/** A group's colour, before names and in the legend. */
export const Dot = ({ group }: { readonly group: EntityKind }) => <span class="dot" style={colorOf(group)} />;
