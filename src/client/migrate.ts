import { AppError } from "../errors.ts";
import { answerOf } from "./client.ts";
import type { TypedClient } from "./typed-client.ts";

type Server = Pick<TypedClient, "v1">;

/**
 * Has a server bring the tables of its databases up to date, a part a request; the token is an owner's. Returns the names of
 * the migrations that it applied to any of them. Throws `schema_mismatch` for a database that is not this server's.
 */
export async function migrateServer(server: Server): Promise<readonly string[]> {
  const { migrations } = server.v1;
  const { databases = 1, ...before } = await answerOf(migrations.$get({ query: {} }));
  if (databases === 1) return migrateDatabase(server, before.applied);
  const applied = new Set<string>();
  for (let database = 1; database <= databases; database++) {
    const known = await answerOf(migrations.$get({ query: { database } }));
    for (const name of await migrateDatabase(server, known.applied, database)) applied.add(name);
  }
  return [...applied];
}

async function migrateDatabase(
  { v1: { migrations } }: Server,
  before: readonly string[],
  database?: number,
): Promise<readonly string[]> {
  const query = database === undefined ? {} : { database };
  for (let left = Number.POSITIVE_INFINITY; ; ) {
    const { applied, pending } = await answerOf(migrations.$post({ query }));
    if (pending.length === 0) return applied.filter((name) => !before.includes(name));
    const there = pending.reduce((sum, { statements, done }) => sum + statements - done, 0);
    if (there >= left)
      throw new AppError("unavailable", `The server does not get on with ${pending[0]?.name}`);
    left = there;
  }
}
