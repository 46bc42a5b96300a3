import { leaveToBeSent } from "../database/outbox.ts";
import type { Session } from "../database/session.ts";
import { type Bound, statement } from "../database/statement.ts";
import { AppError } from "../errors.ts";
import { catchUp } from "./catch-up.ts";
import { FIRST } from "../database/several/databases.ts";
import type { MoveLimits, MovePlaces } from "./places.ts";
import { COPIED, WORK } from "./sql/copied-tables.ts";
import { findMove, heldBy, type MoveRow } from "./sql/move-rows.ts";
import { pageOf, writesOf } from "./sql/row-copies.ts";
import { commitSwitch, takeOver } from "./sql/shut.ts";
import { appear, leave, listAs, livesElsewhere, livesHere, readWorkspaceRow } from "./sql/workspace-rows.ts";

/** Logs go on being written while writers wait: so little of them is left for the moment when nothing is written. */
const FEW_LOGS = 20;

/**
 * Writers wait: catches up with what is left, compares the counts, and from then on refuses logs as well. True: nothing is
 * written any more, and the other database is to take over.
 */
export async function closeUp(places: MovePlaces, move: MoveRow, limits: MoveLimits): Promise<boolean> {
  const { source } = places;
  const { notes, isAll } = await catchUp(places, move, limits);
  if (!isAll || notes > FEW_LOGS) return false;
  await compareCounts(places, move.workspace);
  if (!(await commitSwitch(source, move))) throw new AppError("conflict", "The move was taken over");
  return true;
}

const COUNTED = ["documents", "chunks", ...COPIED.filter(({ isLog }) => !isLog).map(({ name }) => name)];
const counted = COUNTED.map(
  (name) => `('${name}', (SELECT count(*) FROM ${name} WHERE workspace = :workspace))`,
);
const COUNTS = statement<{ readonly name: string; readonly n: number }>(
  `WITH list(name, n) AS (VALUES ${counted.join(", ")}) SELECT name, n FROM list`,
);

/** Throws where one database holds more of a table than the other. */
async function compareCounts({ source, target }: MovePlaces, workspace: number): Promise<void> {
  const [here, there] = await Promise.all([source, target].map((db) => db.all(COUNTS, { workspace })));
  const counts = new Map(there?.map(({ name, n }) => [name, n]));
  const wrong = here?.filter(({ name, n }) => counts.get(name) !== n) ?? [];
  if (wrong.length === 0) return;
  const told = wrong.map(({ name, n }) => `${name} ${n} and ${counts.get(name)}`).join(", ");
  throw new Error(`the copy does not hold what is here: ${told}`);
}

/** Vectors that the index may not show yet are sent once more, from the kept embeddings. */
const SEND_AGAIN = statement(
  leaveToBeSent(`FROM chunks c WHERE c.workspace = :workspace AND c.vector_state = 'embedded'
    AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.chunk = c.id)`),
);

/**
 * The last that was noted comes over, the other database shows the workspace, then this one says where it is; each is done
 * once, however often it is tried. True: it has moved.
 */
export async function switchOver(
  places: MovePlaces,
  move: MoveRow,
  { limits, nowMs }: { readonly limits: MoveLimits; readonly nowMs: number },
): Promise<boolean> {
  const { source, target, first, from, to } = places;
  const { workspace } = move;
  if ((await findMove(target, workspace))?.phase === "copy") {
    if ((await catchUp(places, move, limits)).notes > 0) return false;
    await appearThere(places, move);
  }
  if (from !== FIRST && to !== FIRST) await first.batch({ listed: listAs(first, workspace, to) });
  const { created_at: createdAt } = await readWorkspaceRow(source, workspace);
  const lives = { workspace, database: to, createdAt: Number(createdAt) };
  const directory = from === FIRST ? listAs(source, workspace, to) : livesElsewhere(source, lives);
  await takeOver(source, move, {
    nowMs,
    moved: [leave(source, workspace, nowMs), directory, ...workLeft(source, workspace)],
  });
  return true;
}

const WORK_LEFT = WORK.map(({ name }) => statement(`DELETE FROM ${name} WHERE workspace = :workspace`));

/** What the other database works on by now is nobody's work here. */
const workLeft = (db: Session, workspace: number): readonly Bound[] =>
  WORK_LEFT.map((sql) => db.bind(sql, { workspace }));

async function appearThere({ source, target, to }: MovePlaces, move: MoveRow): Promise<void> {
  const { workspace } = move;
  const work = await source.batch(
    Object.fromEntries(WORK.map((table) => [table.name, pageOf(source, table, workspace)])),
  );
  const row = await readWorkspaceRow(source, workspace);
  await target.batch({
    held: heldBy(target, move),
    work: WORK.flatMap((table) => writesOf(target, table, { workspace, rows: work[table.name] ?? [] })),
    sent: target.bind(SEND_AGAIN, { workspace }),
    row: appear(target, row),
    directory: to === FIRST ? listAs(target, workspace, to) : livesHere(target, workspace),
    taken: target.bind(TAKEN, { workspace }),
  });
}

const TAKEN = statement("UPDATE moves SET phase = 'switch' WHERE workspace = :workspace AND side = 'to'");
