import { beforeEach } from "vitest";
import type { Session } from "../../src/database/session.ts";
import { removalStatements } from "../../src/documents/sql/document-writes.ts";
import { scrubRecalls } from "../../src/recalls/sql/recall-scrub.ts";
import { giveVote } from "../../src/recalls/sql/votes.ts";
import { keepSearch, type RecallWrite } from "../../src/search/sql/search-writes.ts";
import { idsFrom, timeOfId } from "../../src/text/time-ordered-id.ts";
import type { OpenWorkspace } from "../../src/workspaces/open-workspace.ts";
import { sqlWorld } from "../support/worlds/sql-world.ts";

export const NOW_MS = 1_760_000_000_000;
export const DAY_MS = 86_400_000;
export const HALF_LIFE_MS = 180 * DAY_MS;

/** The id of the `n`th search of a millisecond. */
export const searchId = (ms: number, n = 0): string =>
  `${idsFrom(ms)}-7000-8000-${String(n).padStart(12, "0")}`;

interface Here {
  db: Session;
  database: D1Database;
  workspace: number;
}

/** One database for the tests of a group; each begins in a workspace of its own that has `a.md` and `b.md`. */
export function recallDatabase() {
  const { here: world, newWorkspace: addWorkspace, write } = sqlWorld();
  const here = { workspace: 0 } as Here;
  /** Ids of the first chunks, by path. */
  const chunks: Record<string, string> = {};
  const push = async (path: string, text: string, nowMs = NOW_MS) => {
    await write(here.workspace, { [path]: text }, { nowMs });
    const sql = `SELECT c.id FROM documents d JOIN chunks c ON c.document = d.num AND c.ordinal = 0
      WHERE d.workspace = ? AND d.path = ?`;
    chunks[path] = (await here.database.prepare(sql).bind(here.workspace, path).first<string>("id")) ?? "";
  };
  beforeEach(async () => {
    here.db = world.db;
    here.database = world.opened.database;
    here.workspace = await addWorkspace();
    await push("a.md", "Eels pass the weir.\n");
    await push("b.md", "Herons wait there.\n");
  });
  return { here, chunks, addWorkspace, push, ...recallSteps(here, chunks) };
}

function recallSteps(here: Here, chunks: Readonly<Record<string, string>>) {
  const remove = (...paths: string[]) => {
    const { workspace, db } = here;
    return db.batch({ gone: removalStatements(db, { workspace, root: "notes", nowMs: NOW_MS, paths }) });
  };
  const hits = (...paths: string[]) =>
    JSON.stringify(
      paths.map((path, at) => ({
        ...{ chunk: chunks[path], root: "notes", path, startLine: 1, endLine: 1, score: 1 - at / 10 },
        arms: { keyword: at + 1 },
      })),
    );
  const log = async (id: string, more: Partial<RecallWrite> = {}, into = here.workspace) => {
    const row: RecallWrite = {
      ...{ id, at: timeOfId(id), token: "t1", session: null },
      ...{ query: "eels", queryHash: null, profile: "edge", settingsHash: null, filters: null, hits: "[]" },
      ...{ outcome: "found", degraded: "[]", cached: 0, totalMs: 1, tokens: 1 },
      ...more,
    };
    await keepSearch(here.db, { workspace: into, nowMs: NOW_MS, recalls: [row] });
  };
  const vote = (
    path: string,
    more: { value?: 1 | -1; recall?: string; token?: string; nowMs?: number } = {},
  ) =>
    giveVote(here.db, {
      ...{ workspace: here.workspace, recall: searchId(NOW_MS), hit: chunks[path] ?? "", token: "t1" },
      ...{ value: 1, note: null, root: "notes", path, nowMs: NOW_MS, ...more },
    });
  const rows = async (sql: string, ...values: unknown[]) =>
    (
      await here.database
        .prepare(sql)
        .bind(...values)
        .all()
    ).results;
  const votes = () =>
    rows(
      "SELECT token, path, value, chunk FROM feedback WHERE workspace = ? ORDER BY token, path",
      here.workspace,
    );
  /** What an admin's request is given. */
  const context = async (more: object = {}): Promise<OpenWorkspace> => {
    const { db: session, workspace } = here;
    const of = { row: { settings: "{}", version: 1 }, claims: { id: "t1", scope: "admin" } };
    return { session, workspace, nowMs: NOW_MS, ...of, ...more } as unknown as OpenWorkspace;
  };
  const scrubAll = async () => {
    let slice = await scrubRecalls(here.db, NOW_MS);
    while (slice !== undefined) slice = await scrubRecalls(here.db, NOW_MS);
  };
  return { remove, hits, log, vote, rows, votes, context, scrubAll };
}
