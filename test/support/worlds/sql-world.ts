import { afterAll, beforeAll } from "vitest";
import { openSession, type Session } from "../../../src/database/session.ts";
import { statement } from "../../../src/database/statement.ts";
import type { Boundary } from "../../../src/documents/contract.ts";
import { prepareDocument } from "../../../src/documents/prepare-document.ts";
import type { UploadWrite } from "../../../src/documents/sql/document-types.ts";
import { writeDocuments } from "../../../src/documents/sql/document-writes.ts";
import { createMeter } from "../../../src/models/ports.ts";
import { shortHash } from "../../../src/text/hash.ts";
import { createWorkspace } from "../../../src/workspaces/sql/make-workspace.ts";
import { findWorkspace } from "../../../src/workspaces/sql/workspace-store.ts";
import type { TestDatabase } from "./database.ts";
import { openQuickDatabase } from "./quick-database.ts";

export const NOW_MS = Date.UTC(2026, 5, 1, 12);
/** What workspaces of a SQL world live by. */
export const LIVE_IDENTITY = "fake|cls|2|1";

interface WriteOptions extends Partial<Pick<UploadWrite, "root" | "nowMs" | "expects" | "push">> {
  /** Own chunks of each file, by which a chunk stays and its headings change. */
  readonly chunks?: Boundary[];
  /** Of each file. @default 1 */
  readonly mtime?: number;
}

/** One real database for the tests of a group, with no Worker: SQL is called as the Worker calls it. */
export function sqlWorld() {
  const here = {} as { db: Session; opened: TestDatabase };
  let created = 0;
  beforeAll(async () => {
    here.opened = await openQuickDatabase();
    here.db = openSession(here.opened.database, { from: "primary", meter: createMeter() });
  });
  afterAll(() => here.opened.dispose());

  /** The rows of a statement. */
  const all = <Row = Record<string, unknown>>(sql: string): Promise<readonly Row[]> =>
    here.db.all(statement<Row>(sql));
  /** The values of its first column. */
  const column = async (sql: string): Promise<readonly unknown[]> =>
    (await all(sql)).map((row) => Object.values(row)[0]);
  /** Empties tables, in one round trip. */
  const empty = async (...tables: readonly string[]): Promise<void> => {
    const bound = tables.map((table) => here.db.bind(statement(`DELETE FROM ${table}`)));
    await here.db.batch({ emptied: bound });
  };
  const newWorkspace = async (identity = LIVE_IDENTITY): Promise<number> => {
    created += 1;
    const slug = `w${created}`;
    await createWorkspace(here.db, { slug, name: "", identity, nowMs: NOW_MS });
    return (await findWorkspace(here.db, slug))?.num ?? 0;
  };
  const write = async (
    workspace: number,
    files: Readonly<Record<string, string>>,
    { root = "notes", nowMs = NOW_MS, chunks, mtime = 1, ...more }: WriteOptions = {},
  ) => {
    const documents = await Promise.all(
      Object.entries(files).map(async ([path, text]) => {
        const document = { path, text, hash: await shortHash(text), mtime, ...(chunks && { chunks }) };
        return prepareDocument(document, { workspace, root });
      }),
    );
    return writeDocuments(here.db, {
      ...{ workspace, root, identity: LIVE_IDENTITY, nowMs, documents },
      ...more,
    });
  };
  return { here, all, column, empty, newWorkspace, write };
}

/** The session, with something done by others before each of its batches; batches are counted from 1. */
export function interrupted(db: Session, meanwhile: (batch: number) => Promise<unknown>): Session {
  let batches = 0;
  const batch: Session["batch"] = async (statements) => {
    batches += 1;
    await meanwhile(batches);
    return db.batch(statements);
  };
  return { ...db, batch };
}
