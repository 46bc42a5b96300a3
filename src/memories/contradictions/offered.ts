import { type MayContradictText, mayContradict } from "../../contract/may-contradict.ts";
import { MAX_RIVALS } from "../../database/fragments/rival-sql.ts";
import type { Session } from "../../database/session.ts";
import { rivalTexts } from "../sql/contradictions.ts";

/** For each live memory what it may contradict, the newest first: `supersedes` with an id of theirs settles it. */
export async function offeredFor(
  db: Session,
  workspace: number,
  ids: readonly string[],
): Promise<ReadonlyMap<string, MayContradictText[]>> {
  if (ids.length === 0) return new Map();
  const found = Map.groupBy(await rivalTexts(db, workspace, ids), ({ memory }) => memory);
  return new Map(
    Array.from(found, ([memory, rivals]) => [
      memory,
      rivals.slice(0, MAX_RIVALS).map(({ own, ownText, ...rival }) => ({
        ...mayContradict({ lastObserved: own, text: ownText }, rival),
        text: rival.text,
      })),
    ]),
  );
}
