import { QUOTAS, type Quotas, quotasOf } from "../../contract/quotas.ts";
import { statement } from "../../database/statement.ts";
import { AppError } from "../../errors.ts";
import type { RequestContext } from "../context.ts";
import type { StatusAnswer } from "../contract.ts";
import { countTokens } from "../sql/token-store.ts";
import type { WorkspaceRow } from "../sql/workspace-store.ts";
import type { QuotasAnswer, QuotasRequest } from "./contract.ts";

const NONE: Quotas = { bytes: 0, documents: 0, memories: 0, tokens: 0 };

const SET = statement<{ readonly quotas: string }>(
  "UPDATE workspaces SET quotas = json_patch(quotas, :own) WHERE slug = :slug AND gone_at IS NULL RETURNING quotas",
);

/**
 * Gives a workspace quotas of its own, and answers all that count: those left out stay, null gives back the deployment's.
 * What the workspace holds stays, also beyond them. Throws `not_found`.
 */
export async function changeQuotas(
  { session }: RequestContext,
  slug: string,
  own: QuotasRequest,
): Promise<QuotasAnswer> {
  const kept = await session.first(SET, { slug, own: JSON.stringify(own) });
  if (kept === undefined) throw new AppError("not_found", `There is no workspace "${slug}"`);
  return { workspace: slug, ...quotasOf(kept.quotas, session.quotas ?? NONE) };
}

/** What a workspace has of each quota that it is held to; nothing where there is none. */
export async function quotaUse(
  { session, nowMs }: Pick<RequestContext, "session" | "nowMs">,
  row: WorkspaceRow,
): Promise<Pick<StatusAnswer, "quotas">> {
  const quotas = quotasOf(row.quotas, session.quotas ?? NONE);
  const limited = QUOTAS.filter((quota) => quotas[quota] > 0);
  if (limited.length === 0) return {};
  const tokens = quotas.tokens > 0 ? await countTokens(session, row.num, nowMs) : 0;
  const used = { bytes: row.bytes, documents: row.documents, memories: row.memories, tokens };
  return { quotas: limited.map((quota) => ({ quota, used: used[quota], allowed: quotas[quota] })) };
}
