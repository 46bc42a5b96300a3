import { AppError } from "../errors.ts";
import { answerOf } from "./client.ts";
import type { TypedClient } from "./typed-client.ts";

/**
 * Has a server bring its database's tables up to date, a part a request; the token is an owner's. Returns the names of the
 * migrations that it applied. Throws `schema_mismatch` for a database that is not this server's.
 */
export async function migrateServer({
  v1: { migrations },
}: Pick<TypedClient, "v1">): Promise<readonly string[]> {
  const before = await answerOf(migrations.$get());
  const there = (pending: typeof before.pending): number =>
    pending.reduce((sum, { statements, done }) => sum + statements - done, 0);
  for (let left = Number.POSITIVE_INFINITY; ; ) {
    const { applied, pending } = await answerOf(migrations.$post());
    if (pending.length === 0) return applied.filter((name) => !before.applied.includes(name));
    if (there(pending) >= left)
      throw new AppError("unavailable", `The server does not get on with ${pending[0]?.name}`);
    left = there(pending);
  }
}
