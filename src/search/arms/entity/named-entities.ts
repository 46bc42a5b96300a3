import { DEFAULTS } from "../../../config.ts";
import { answerName, type DatabaseRead, databaseRead } from "../../hops/reads.ts";
import type { SearchPlan } from "../../plan.ts";
import { filterSql } from "../../sql/filter-sql.ts";
import { ALIASES, IS_SHOWN, namedSql } from "../../sql/graph-names.ts";
import { nameCandidates } from "./name-candidates.ts";

/** An entity that the query may name, with the chunks that name it, newest first. */
export interface NamedEntity {
  readonly num: number;
  readonly slug: string;
  readonly name: string;
  readonly type: string;
  readonly aliases: readonly string[];
  /** Chunks that name it, all of them. */
  readonly count: number;
  readonly mentions: readonly EntityMention[];
}

/** A chunk that names an entity. */
export interface EntityMention {
  readonly id: string;
  /** Milliseconds; 0: of no date. */
  readonly at: number;
}

export const NAMED = answerName<readonly NamedEntity[]>("entities");

type RawNamed = Omit<NamedEntity, "aliases" | "mentions"> & {
  readonly aliases: string;
  readonly mentions: string;
};

/**
 * The entities that a query may name, of those that no more chunks name than an arm fetches, with these chunks where they
 * pass the filters. One statement that reads some rows for each of these chunks, and none for what more chunks name.
 */
export function namedRead({ workspace, query, filters }: SearchPlan): DatabaseRead {
  const filter = filterSql(filters);
  const sql = `WITH named AS MATERIALIZED (${namedSql("?1", "?2")})
    SELECT e.num, e.slug, e.name, e.type, e.mentions AS count, ${ALIASES} AS aliases, (SELECT json_group_array(json_array(id, at)) FROM (
        SELECT c.id, m.at FROM mentions m CROSS JOIN chunks c ON c.rid = m.chunk
        CROSS JOIN documents d ON d.num = c.document WHERE m.entity = e.num AND ${filter.sql}
        ORDER BY m.at DESC, m.chunk DESC LIMIT ${DEFAULTS.armPool})) AS mentions
    FROM named CROSS JOIN entities e ON e.num = named.entity WHERE ${IS_SHOWN} AND e.mentions <= ${DEFAULTS.armPool}
    ORDER BY named.place`;
  return databaseRead<RawNamed, readonly NamedEntity[]>(
    NAMED,
    { sql, params: [workspace, JSON.stringify(nameCandidates(query.text)), ...filter.params] },
    (rows) =>
      rows.map(({ aliases, mentions, ...entity }) => ({
        ...entity,
        aliases: JSON.parse(aliases) as string[],
        mentions: (JSON.parse(mentions) as [string, number][]).map(([id, at]) => ({ id, at })),
      })),
  );
}
