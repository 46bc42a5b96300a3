import type { Session } from "../../database/session.ts";
import { statement } from "../../database/statement.ts";
import { raiseVersion } from "../../database/versions.ts";
import { AppError } from "../../errors.ts";
import type { WorkspaceContext } from "../context.ts";
import { MAX_ROOT_DESCRIPTIONS, type RootDescription } from "./contract.ts";

// They stand in the workspace's settings, which every search reads in its first hop anyway.

interface Asked {
  readonly isThere: 0 | 1;
  /** Descriptions of other roots. */
  readonly others: number;
}

const ASKED = statement<Asked>(`SELECT
  EXISTS (SELECT 1 FROM documents WHERE workspace = :workspace AND root = :root)
    OR EXISTS (SELECT 1 FROM root_origins WHERE workspace = :workspace AND root = :root) AS isThere,
  (SELECT count(*) FROM workspaces w, json_each(w.settings, '$.rootDescriptions') d
    WHERE w.num = :workspace AND d.key <> :root) AS others`);

const writing = (descriptions: string) =>
  statement(raiseVersion({ set: `settings = json_patch(settings, ${descriptions})` }));

/** A merge patch (RFC 7396): null takes a name away. Root names never have a quote. */
const WRITE = writing("json_object('rootDescriptions', json_object(:root, :description))");

/**
 * Says what a root holds, or with null says nothing of it any more: searches, `status` and agents go by it at once. Throws
 * `not_found` for a root that is not there, `too_large` where more roots would be described than a workspace may have.
 */
export async function describeRoot(
  { session, workspace }: Pick<WorkspaceContext, "session" | "workspace">,
  root: string,
  { description }: Pick<RootDescription, "description">,
): Promise<RootDescription> {
  const asked = await session.first(ASKED, { workspace, root });
  if (asked?.isThere !== 1)
    throw new AppError("not_found", `There is no root "${root}": push a folder to it first`, {
      details: { root },
    });
  if (description !== null && asked.others >= MAX_ROOT_DESCRIPTIONS)
    throw new AppError("too_large", `At most ${MAX_ROOT_DESCRIPTIONS} roots are described in a workspace`);
  await writeDescriptions(session, workspace, [{ root, description }]);
  return { root, description };
}

/** Writes descriptions, whether their roots are there yet or not. */
export async function writeDescriptions(
  session: Session,
  workspace: number,
  descriptions: readonly RootDescription[],
): Promise<void> {
  await session.batch({
    written: descriptions.map((one) => session.bind(WRITE, { workspace, ...one })),
  });
}
