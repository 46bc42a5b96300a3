import type { Session } from "../../database/session.ts";
import { statement } from "../../database/statement.ts";

const MAX_NAME_CHARS = 100;

// As the provider names its entries: a grant by the token that it wraps, a client by its id, which may be a URL that has
// no entry. What a client says of itself is read nowhere else.
const CLIENTS = statement<{ readonly id: string; readonly name: string }>(`SELECT t.id,
    coalesce(json_extract(c.value, '$.clientName'), json_extract(g.value, '$.clientId'), '') AS name
  FROM tokens t CROSS JOIN oauth_entries g ON g.key > 'grant:' || t.id || ':' AND g.key < 'grant:' || t.id || ';'
  LEFT JOIN oauth_entries c ON c.key = 'client:' || json_extract(g.value, '$.clientId')
  WHERE :workspace IS NULL OR t.workspace = :workspace`);

/** Names of the clients that tokens are wrapped for, by the token's id. */
export async function clientsOfTokens(
  session: Session,
  workspace: number | null,
): Promise<ReadonlyMap<string, string>> {
  const rows = await session.all(CLIENTS, { workspace });
  return new Map(rows.map(({ id, name }) => [id, shownName(name)]));
}

/** A client's name as it may be shown: nothing in it that turns text around, hides it or goes on without end. */
export const shownName = (name: string): string =>
  name
    .replaceAll(/\p{C}+/gu, " ")
    .slice(0, MAX_NAME_CHARS)
    .toWellFormed();
