import type { Session } from "../session.ts";
import { statement } from "../statement.ts";

/** More are not looked for in texts. */
const MAX_GIVEN = 500;

/** Names that somebody gave by hand in a workspace, a JSON list: entities, their aliases, what memories were linked to. */
export const GIVEN_NAMES = `(SELECT json_group_array(name) FROM (
    SELECT name FROM entities WHERE workspace = :workspace AND state = 1
    UNION SELECT written FROM entity_names WHERE workspace = :workspace AND kind = 'alias'
    UNION SELECT value FROM documents linked CROSS JOIN json_each(linked.entities)
      WHERE linked.workspace = :workspace AND linked.entities <> '[]' LIMIT ${MAX_GIVEN}))`;

const READ = statement<{ readonly given: string }>(`SELECT ${GIVEN_NAMES} AS given`);

/** What stands for a secret names nothing, nor does a single letter. */
const IS_NAME = (name: string): boolean => name.length > 1 && !name.includes("[redacted:");

export const givenNames = (json: string): readonly string[] => (JSON.parse(json) as string[]).filter(IS_NAME);

/** The names that somebody gave in a workspace, which its texts are searched for. */
export async function readGivenNames(db: Session, workspace: number): Promise<readonly string[]> {
  const row = await db.first(READ, { workspace });
  return givenNames(row?.given ?? "[]");
}
