import type { MiddlewareHandler } from "hono";
import { AppError } from "../errors.ts";
import type { AppParts } from "./app-parts.ts";
import { isRead } from "./authenticate.ts";

const NEARLY =
  "The disk that holds the database is nearly full: make room on it, or delete what is no longer needed. Reading goes on";
const WHOLLY = "The disk that holds the database is full: make room on it";

/** Applied at each start, where most often there is nothing to write. */
const MIGRATIONS = "/v1/migrations";

/**
 * Refuses what writes while the disk is nearly full: a database that meets the end of a disk cannot be opened again, not
 * even to be read. Deletions may use what is left.
 */
export const roomForWrites =
  ({ diskIsFull }: Pick<AppParts, "diskIsFull">): MiddlewareHandler =>
  async (c, next) => {
    const { method, path } = c.req;
    const isGrowth = method !== "DELETE" && path !== MIGRATIONS && !isRead(method, path);
    if (diskIsFull !== undefined && isGrowth && (await diskIsFull()))
      throw new AppError("storage_full", NEARLY);
    await next();
  };

/** A failure that nobody expected, told as what it is where the disk is full: the runtime hides what its database met. */
export async function orStorageFull(
  error: AppError,
  { diskIsFull }: Pick<AppParts, "diskIsFull">,
): Promise<AppError> {
  const mayBe = error.code === "internal" || error.code === "database_damaged";
  if (!mayBe || diskIsFull === undefined) return error;
  return (await diskIsFull()) ? new AppError("storage_full", WHOLLY, { cause: error }) : error;
}
