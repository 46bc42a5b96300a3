import { QUOTA_WORDS, QUOTAS, type Quota, STORED_QUOTAS } from "../contract/quotas.ts";
import { AppError } from "../errors.ts";
import type { Session } from "./session.ts";
import { type Bound, statement } from "./statement.ts";

/** In SQL: what the workspace `w` may have of it, its own or the deployment's; 0: no limit. */
export const allowedOf = (quota: Quota): string => `coalesce(w.quotas->>'${quota}', :max_${quota})`;

/** The deployment's, as parameters of `allowedOf`. */
export const quotaValues = ({ quotas }: Pick<Session, "quotas">): Readonly<Record<string, number>> =>
  Object.fromEntries(QUOTAS.map((quota) => [`max_${quota}`, quotas?.[quota] ?? 0]));

// What is written takes the place of what it replaces: a text that becomes shorter always goes.
const OVER = STORED_QUOTAS.map(
  (quota) => `(:${quota} > t.${quota} AND ${allowedOf(quota)} > 0
    AND w.${quota} - t.${quota} + :${quota} > ${allowedOf(quota)})`,
).join(" OR ");

const REPLACED = `(SELECT count(*) AS documents, coalesce(sum(bytes), 0) AS bytes, count(*) FILTER (WHERE kind = 'memory') AS memories
  FROM documents WHERE workspace = :workspace AND root = :root AND path IN (SELECT value->>'path' FROM json_each(:places)))`;

const GUARD = statement(`INSERT INTO write_guards (quota) SELECT 0 FROM workspaces w CROSS JOIN ${REPLACED} t
  WHERE w.num = :workspace AND (${OVER})`);

interface Adding {
  readonly workspace: number;
  readonly root: string;
  /** JSON: the documents by path. */
  readonly places: string;
  readonly bytes: number;
  readonly documents: number;
  readonly memories: number;
}

/** Fails the batch when the workspace would hold more than it may. Goes before what writes, behind what makes room. */
export const quotaGuard = (db: Session, adding: Adding): Bound | undefined =>
  db.quotas === undefined ? undefined : db.bind(GUARD, { ...adding, ...quotaValues(db) });

/** Whether a batch failed by the guard. */
export const isOverQuota = (error: unknown): boolean =>
  error instanceof Error && error.message.includes("CHECK constraint failed: quota_exceeded");

/** `quota_exceeded`, with what is used and allowed, and what would come on top. */
export const quotaExceeded = (quota: Quota, used: number, allowed: number, adding: number): AppError => {
  const number = new Intl.NumberFormat("en");
  return new AppError(
    "quota_exceeded",
    `This workspace has ${number.format(used)} of ${number.format(allowed)} ${QUOTA_WORDS[quota]}, and this adds ${number.format(adding)}: delete what is no longer needed; the server's owner sets more with recall workspace quotas`,
    { details: { quota, used, allowed, adding } },
  );
};

type Columns = Readonly<Record<string, number>>;
const READ = statement<Columns>(
  `SELECT ${STORED_QUOTAS.map(
    (quota) =>
      `w.${quota} AS ${quota}, ${allowedOf(quota)} AS max_${quota}, :${quota} - t.${quota} AS add_${quota}`,
  ).join(", ")} FROM workspaces w CROSS JOIN ${REPLACED} t WHERE w.num = :workspace`,
);

/** Which quota a write that failed by the guard would have gone beyond, as far as can be told by now. */
export async function quotaFailure(db: Session, adding: Adding): Promise<AppError> {
  const row = (await db.first(READ, { ...adding, ...quotaValues(db) })) ?? {};
  const found = STORED_QUOTAS.flatMap((quota) => {
    const [used = 0, allowed = 0, more = 0] = [row[quota], row[`max_${quota}`], row[`add_${quota}`]];
    return allowed > 0 && more > 0 && used + more > allowed
      ? [quotaExceeded(quota, used, allowed, more)]
      : [];
  });
  return found[0] ?? new AppError("conflict", "Another request made room meanwhile: send it again");
}
