import type { Session } from "../../database/session.ts";
import { statement } from "../../database/statement.ts";
import type { Confines } from "../../workspaces/narrowing.ts";

/** In SQL: whether the workspace `:workspace` has documents in more than one root. */
export const SEVERAL_ROOTS = `EXISTS (SELECT 1 FROM documents
  WHERE workspace = +:workspace AND root > (SELECT min(root) FROM documents WHERE workspace = +:workspace))`;

const READ = statement<{ readonly several: number }>(`SELECT ${SEVERAL_ROOTS} AS several`);

/** Whether whoever asks sees more roots than one, so that a citation needs its root. A narrow token's own roots count alone. */
export async function seesSeveralRoots(
  db: Session,
  { workspace, confines }: { readonly workspace: number; readonly confines: Confines | undefined },
): Promise<boolean> {
  if (confines !== undefined) return (confines.roots?.length ?? 0) > 1;
  return (await db.first(READ, { workspace }))?.several === 1;
}
