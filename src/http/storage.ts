import type { MiddlewareHandler } from "hono";
import { AppError } from "../errors.ts";
import type { AppParts } from "./app-parts.ts";
import { isRead } from "./authenticate.ts";

const NEARLY =
  "The disk that holds the database is nearly full: make room on it, or delete what is no longer needed. Reading goes on";
const WHOLLY = "The disk that holds the database is full: make room on it";

/** Deletions, and what is applied at each start, where most often there is nothing to write. */
const NO_GROWTH: readonly RegExp[] = [
  /^\/v1\/memories\/(?:forget|prune)$/,
  /^\/v1\/roots\/[^/]+\/prune$/,
  /^\/v1\/migrations$/,
];

/**
 * Throws `storage_full` while the disk is nearly full, for what makes the database larger: one that meets the end of a
 * disk cannot be opened again, not even to be read. Deletions may use what is left. Asked by every door that writes.
 */
export async function assertRoom({ diskIsFull }: Pick<AppParts, "diskIsFull">): Promise<void> {
  if (diskIsFull !== undefined && (await diskIsFull())) throw new AppError("storage_full", NEARLY);
}

/** Holds every request that writes to `assertRoom`; those of /mcp are held to it by what they call. */
export const roomForWrites =
  (parts: Pick<AppParts, "diskIsFull">): MiddlewareHandler =>
  async (c, next) => {
    const { method, path } = c.req;
    const isGrowth = method !== "DELETE" && !isRead(method, path) && !NO_GROWTH.some((one) => one.test(path));
    if (isGrowth) await assertRoom(parts);
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
