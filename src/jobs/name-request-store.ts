import { modelNameStatements, namesJson } from "../database/name-writes.ts";
import type { Session } from "../database/session.ts";
import type { NameRequestStore } from "./name-request-types.ts";
import { answered, createQuestionStore, keepAnswers } from "./question-store.ts";

/** Names to be asked for, over one D1 session. */
export const createNameRequestStore = (session: Session): NameRequestStore => ({
  ...createQuestionStore(session, { table: "name_requests", kind: "names" }),
  written: (query) => written(session, query),
});

/** The version rises: answers may be others now. */
const RISE = "UPDATE workspaces SET version = version + 1 WHERE num = ?1";

async function written(
  session: Session,
  { workspace, lease, nowMs, chunks, fresh }: Parameters<NameRequestStore["written"]>[0],
): Promise<void> {
  const ids = JSON.stringify(chunks.map(({ chunkId }) => ({ id: chunkId })));
  await session.batch([
    session.prepare(keepAnswers("names")).bind(workspace, JSON.stringify(fresh), nowMs),
    ...modelNameStatements(session, { workspace, lease }, namesJson(chunks)),
    session.prepare(answered("name_requests")).bind(lease, ids),
    session.prepare(RISE).bind(workspace),
  ]);
}
