import { aliasSuggestions, type ComparedEntity, type SuggestionReason } from "../names/alias-suggestions.ts";
import type { EntityRow } from "../search/sql/graph-types.ts";
import type { WorkspaceContext } from "../workspaces/context.ts";
import { EntityType, type SuggestionsAnswer } from "./contract.ts";
import { entityCalled } from "./graph.ts";
import { listEntities } from "./sql/graph-reads.ts";

/** Entities that one is compared with: whatever may be the same begins with the same letter. */
const MAX_COMPARED = 1_000;

const WHY: Readonly<Record<SuggestionReason, string>> = {
  spelling: "the same letters",
  shortened: "the same name, shortened",
  abbreviation: "initials",
  first_name: "the only one with this first name",
};

const compared = ({ slug, name, type, aliases }: EntityRow): ComparedEntity => ({
  slug,
  name,
  aliases,
  type: EntityType.catch("other").parse(type),
});

/** Entities that may be the same as one, surest first. Throws `not_found`. */
export async function suggestions(context: WorkspaceContext, called: string): Promise<SuggestionsAnswer> {
  const { session, workspace } = context;
  const entity = await entityCalled(context, called);
  const [letter = ""] = entity.slug;
  const page = { workspace, prefix: letter, type: undefined, after: "", limit: MAX_COMPARED };
  const others = await listEntities(session, page);
  const bySlug = new Map(others.map((other) => [other.slug, other]));
  const found = aliasSuggestions(compared(entity), others.map(compared));
  return {
    suggestions: found.flatMap(({ slug, reason }) => {
      const other = bySlug.get(slug);
      return other === undefined
        ? []
        : [{ slug, name: other.name, mentions: other.mentions, reason: WHY[reason] }];
    }),
  };
}
