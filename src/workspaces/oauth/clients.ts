import type { Session } from "../../database/session.ts";
import { statement } from "../../database/statement.ts";

const MAX_NAME_CHARS = 100;

// As the provider names its entries: a grant by the token that it wraps, a client by its id, which may be a URL that has
// no entry. What a client says of itself is read nowhere else.
const CLIENTS = statement<{ readonly id: string; readonly name: string }>(`SELECT t.value AS id,
    coalesce(json_extract(c.value, '$.clientName'), json_extract(g.value, '$.clientId'), '') AS name
  FROM json_each(:tokens) t CROSS JOIN oauth_entries g
    ON g.key > 'grant:' || t.value || ':' AND g.key < 'grant:' || t.value || ';'
  LEFT JOIN oauth_entries c ON c.key = 'client:' || json_extract(g.value, '$.clientId')`);

/** Names of the clients that tokens are wrapped for, by the token's id, from the first database. */
export async function clientsOfTokens(
  session: Session,
  tokens: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await session.all(CLIENTS, { tokens: JSON.stringify(tokens) });
  return new Map(rows.map(({ id, name }) => [id, shownName(name)]));
}

/** A client's name as it may be shown: nothing in it that turns text around, hides it or goes on without end. */
export const shownName = (name: string): string =>
  name
    .replaceAll(/\p{C}+/gu, " ")
    .slice(0, MAX_NAME_CHARS)
    .toWellFormed();
