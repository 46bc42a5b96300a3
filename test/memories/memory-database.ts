import { beforeEach } from "vitest";
import type { Session } from "../../src/database/session.ts";
import { hashesOf, memoryDocument } from "../../src/memories/memory-document.ts";
import type { MemoryRecord } from "../../src/memories/memory-record.ts";
import { memoriesById, namedMemories } from "../../src/memories/sql/memory-reads.ts";
import { type MemoriesWrite, retireMemories, writeMemories } from "../../src/memories/sql/memory-writes.ts";
import { giveVote } from "../../src/recalls/sql/votes.ts";
import type { OpenWorkspace } from "../../src/workspaces/open-workspace.ts";
import { LIVE_IDENTITY, sqlWorld } from "../support/worlds/sql-world.ts";

export const NOW_MS = 1_760_000_000_000;
const RECALL = "0199d3f0-0000-7000-8000-000000000001";

const NEW: Omit<MemoryRecord, "id" | "text" | "hash" | "normalHash"> = {
  ...{ state: "live", type: "fact", importance: 0.7, priority: 3, confidence: 0.5 },
  ...{ session: null, source: null, tags: ["a"], entities: [], metadata: { n: 1 } },
  ...{ timesObserved: 1, firstObserved: 1, lastObserved: 1 },
  ...{ supersedes: null, supersededBy: null, isCompared: true, version: 0, leftAt: null },
};

/** The id that a memory of a test has: one hexadecimal digit, 32 times. */
export const memoryId = (digit: string): string => digit.repeat(32);

interface Here {
  db: Session;
  database: D1Database;
  workspace: number;
}

/** One database for the tests of a group; each begins in a workspace of its own. */
export function memoryDatabase() {
  const { here: world, newWorkspace: addWorkspace } = sqlWorld();
  const here = { workspace: 0 } as Here;
  beforeEach(async () => {
    here.db = world.db;
    here.database = world.opened.database;
    here.workspace = await addWorkspace();
  });
  /** What a request in the workspace is given. */
  const context = async (more: Partial<OpenWorkspace> = {}): Promise<OpenWorkspace> => {
    const row = await here.database
      .prepare("SELECT * FROM workspaces WHERE num = ?")
      .bind(here.workspace)
      .first();
    const { db: session, workspace } = here;
    const claims = { scope: "write" };
    return { session, workspace, claims, nowMs: NOW_MS, row, ...more } as unknown as OpenWorkspace;
  };
  return { here, addWorkspace, context, ...memorySteps(here) };
}

function memorySteps(here: Here) {
  const write = async (memory: MemoryRecord, more: Partial<MemoriesWrite> = {}, into = here.workspace) => {
    const documents = [await memoryDocument(memory, { workspace: into, toCompare: false })];
    const expects = new Map([[memory.id, memory.version]]);
    const place = { workspace: into, identity: LIVE_IDENTITY, nowMs: NOW_MS };
    return writeMemories(here.db, { ...place, documents, expects, ...more });
  };
  const find = async (digit: string, from = here.workspace): Promise<MemoryRecord | undefined> =>
    (await memoriesById(here.db, from, [memoryId(digit)]))[0];
  const read = async (digit: string, from = here.workspace): Promise<MemoryRecord> => {
    const memory = await find(digit, from);
    if (memory === undefined) throw new Error(`no memory ${digit}`);
    return memory;
  };
  const create = async (
    digit: string,
    text: string,
    { into = here.workspace, ...more }: Partial<MemoryRecord> & { readonly into?: number } = {},
  ): Promise<MemoryRecord> => {
    await write({ ...NEW, id: memoryId(digit), text, ...(await hashesOf(text)), ...more }, {}, into);
    return read(digit, into);
  };
  /** The memory that an id leads to, wherever it is. */
  const named = async (digit: string, from = here.workspace, nowMs = NOW_MS) => {
    const query = { workspace: from, idStart: digit.repeat(8), nowMs };
    return (await namedMemories(here.db, query))[0]?.memory;
  };
  const retire = (
    memory: MemoryRecord,
    state: "forgotten" | "superseded",
    {
      nowMs = NOW_MS,
      by = null,
      from = here.workspace,
    }: { nowMs?: number; by?: string | null; from?: number } = {},
  ) =>
    retireMemories(here.db, {
      ...{ workspace: from, nowMs },
      retirements: [{ memory, state, supersededBy: by }],
    });
  const chunkOf = async (digit: string, from = here.workspace): Promise<string> =>
    (await here.database
      .prepare(
        "SELECT c.id FROM chunks c JOIN documents d ON d.num = c.document WHERE d.workspace = ? AND d.path = ?",
      )
      .bind(from, memoryId(digit))
      .first<string>("id")) ?? "";
  const vote = async (
    digit: string,
    value: 1 | -1,
    { token = "t1", nowMs = NOW_MS, from = here.workspace } = {},
  ) =>
    giveVote(here.db, {
      ...{ workspace: from, recall: RECALL, hit: await chunkOf(digit, from), token, value, nowMs },
      ...{ note: null, root: "memories", path: memoryId(digit) },
    });
  /** Rows of a statement whose `?1` is the workspace. */
  const rows = async <Row = Record<string, unknown>>(sql: string, of = here.workspace): Promise<Row[]> =>
    (await here.database.prepare(sql).bind(of).all<Row>()).results;
  return { write, find, read, create, named, retire, chunkOf, vote, rows };
}
