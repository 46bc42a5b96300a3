import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openSession, type Session } from "../../src/database/session.ts";
import { prepareDocument } from "../../src/documents/prepare-document.ts";
import { removeDocuments, writeDocuments } from "../../src/documents/sql/document-writes.ts";
import { openRoot } from "../../src/documents/sql/roots.ts";
import { createMeter } from "../../src/models/ports.ts";
import { shortHash } from "../../src/text/hash.ts";
import { createWorkspace } from "../../src/workspaces/sql/make-workspace.ts";
import { findWorkspace } from "../../src/workspaces/sql/workspace-store.ts";
import type { TestDatabase } from "../support/worlds/database.ts";
import { openQuickDatabase } from "../support/worlds/quick-database.ts";

const NOW_MS = 1_760_000_000_000;

describe("a guarded write", () => {
  let opened: TestDatabase;
  let db: Session;
  let workspace: number;
  let count = 0;

  beforeAll(async () => {
    opened = await openQuickDatabase();
  });
  afterAll(() => opened.dispose());
  beforeEach(async () => {
    const session = openSession(opened.database, { from: "primary", meter: createMeter() });
    count += 1;
    await createWorkspace(session, { slug: `w${count}`, name: "", identity: "i", nowMs: NOW_MS });
    workspace = (await findWorkspace(session, `w${count}`))?.num ?? 0;
    db = session;
  });

  const place = () => ({ workspace, root: "notes", nowMs: NOW_MS });
  const write = async (text: string, expects?: number) => {
    const document = { path: "a.md", text, hash: await shortHash(text), mtime: 1 };
    const documents = [await prepareDocument(document, place())];
    const guard = expects === undefined ? {} : { expects: new Map([["a.md", expects]]) };
    return writeDocuments(db, { ...place(), identity: "i", documents, ...guard });
  };
  const known = async () => {
    const look = { origin: "0".repeat(32), join: true, dryRun: true, beginsPush: false };
    return (await openRoot(db, { ...place(), ...look, documents: { paths: ["a.md"] } })).known[0];
  };
  const conflict = { code: "conflict", details: { reason: "document_changed" } };

  it("goes through over the version that was read, and over none where there was none", async () => {
    await write("One.\n", 0);
    const { version } = (await known()) ?? { version: 0 };
    await write("Two.\n", version);
    expect(await known()).toMatchObject({ hash: await shortHash("Two.\n") });
  });

  it("is refused whole over another version, and leaves nothing behind", async () => {
    await write("One.\n");
    const { version } = (await known()) ?? { version: 0 };
    await write("Two.\n");
    const counts = () =>
      opened.database
        .prepare(
          "SELECT (SELECT count(*) FROM chunks) AS chunks, (SELECT max(version) FROM workspaces) AS version",
        )
        .first();
    const before = await counts();
    await expect(write("Three.\n", version)).rejects.toMatchObject(conflict);
    await expect(write("Three.\n", 0)).rejects.toMatchObject(conflict);
    expect([await counts(), (await known())?.hash]).toEqual([before, await shortHash("Two.\n")]);
    expect((await opened.database.prepare("SELECT * FROM write_guards").all()).results).toEqual([]);
  });

  it("does not take a document that was deleted and written anew for the one that was read", async () => {
    await write("One.\n");
    const { version } = (await known()) ?? { version: 0 };
    await removeDocuments(db, { ...place(), paths: ["a.md"] });
    await expect(write("Two.\n", version)).rejects.toMatchObject(conflict);
    await write("One.\n");
    await expect(write("Two.\n", version)).rejects.toMatchObject(conflict);
  });
});
