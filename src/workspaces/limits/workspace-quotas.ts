import { QUOTAS, type Quotas, quotasOf } from "../../contract/quotas.ts";
import { readCalls } from "../../database/day-use.ts";
import { statement } from "../../database/statement.ts";
import { AppError } from "../../errors.ts";
import type { RequestContext } from "../context.ts";
import type { StatusAnswer } from "../contract.ts";
import { countTokens } from "../sql/token-store.ts";
import { homeOf } from "../sql/directory-store.ts";
import type { WorkspaceRow } from "../sql/workspace-store.ts";
import type { QuotasAnswer, QuotasRequest } from "./contract.ts";

const NONE: Quotas = { bytes: 0, documents: 0, memories: 0, tokens: 0, modelCalls: 0 };

type Limited = Pick<WorkspaceRow, "num" | "quotas" | "bytes" | "documents" | "memories">;

const SET = statement<Limited>(
  `UPDATE workspaces SET quotas = json_patch(quotas, :own) WHERE slug = :slug AND gone_at IS NULL
  RETURNING num, quotas, bytes, documents, memories`,
);

/**
 * Gives a workspace quotas of its own, and answers all that count, with what is used of each: those left out stay, null
 * gives back the deployment's. What the workspace holds stays, also beyond them. Throws `not_found`.
 */
export async function changeQuotas(
  { session: asked, nowMs }: RequestContext,
  slug: string,
  own: QuotasRequest,
): Promise<QuotasAnswer> {
  const { session } = asked.databases === 1 ? { session: asked } : await homeOf(asked, slug);
  const kept = await session.first(SET, { slug, own: JSON.stringify(own) });
  if (kept === undefined) throw new AppError("not_found", `There is no workspace "${slug}"`);
  const quotas = quotasOf(kept.quotas, session.quotas ?? NONE);
  return { workspace: slug, ...quotas, used: await usedOf({ session, nowMs }, kept) };
}

type Reading = Pick<RequestContext, "session" | "nowMs">;

async function usedOf({ session, nowMs }: Reading, row: Limited): Promise<Quotas> {
  const { num, bytes, documents, memories } = row;
  const [tokens, calls] = await Promise.all([
    countTokens(session, num, nowMs),
    readCalls(session, [num], nowMs),
  ]);
  return { bytes, documents, memories, tokens, modelCalls: calls.of(num).used };
}

/** What a workspace has of each quota that it is held to; nothing where there is none. */
export async function quotaUse(reading: Reading, row: WorkspaceRow): Promise<Pick<StatusAnswer, "quotas">> {
  const quotas = quotasOf(row.quotas, reading.session.quotas ?? NONE);
  const limited = QUOTAS.filter((quota) => quotas[quota] > 0);
  if (limited.length === 0) return {};
  const used = await usedOf(reading, row);
  return { quotas: limited.map((quota) => ({ quota, used: used[quota], allowed: quotas[quota] })) };
}
