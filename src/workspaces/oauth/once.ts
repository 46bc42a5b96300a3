import { HOUR_MS } from "../../config.ts";
import type { Session } from "../../database/session.ts";
import { statement } from "../../database/statement.ts";

/** Longer than any code or page counts, so that who comes later finds neither. */
const KEPT_MS = HOUR_MS;

const CLAIM = statement<{
  readonly key: string;
}>(`INSERT INTO oauth_entries (key, value, metadata, expires_at)
  VALUES ('once:' || :what, '', NULL, :expiresAt) ON CONFLICT (key) DO NOTHING RETURNING key`);

/**
 * Whether this is the first time that something is done that may be done once. The provider reads an entry and writes it
 * later, so that of two requests at the same moment both would find it unused; of these inserts one succeeds.
 */
export const isFirst = async (session: Session, what: string, nowMs: number): Promise<boolean> =>
  (await session.first(CLAIM, { what, expiresAt: nowMs + KEPT_MS })) !== undefined;
