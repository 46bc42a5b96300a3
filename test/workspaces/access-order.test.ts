import { describe, expect, it } from "vitest";
import type { Session } from "../../src/database/session.ts";
import { AppError } from "../../src/errors.ts";
import { type Access, accessRecorder } from "../../src/workspaces/access-log/record-access.ts";
import { NOW_MS, sqlWorld } from "../support/worlds/sql-world.ts";

const { here, column, newWorkspace } = sqlWorld();

/** A recorder of a database that fails so until it is told to answer. */
async function failing(error: Error) {
  const workspace = await newWorkspace();
  let isDown = true;
  const answering: Session["batch"] = (statements) =>
    isDown ? Promise.reject(error) : here.db.batch(statements);
  const recorder = accessRecorder({
    secret: "a secret",
    open: () => ({ ...here.db, batch: answering }),
  });
  const works: (() => Promise<unknown>)[] = [];
  const note = (route: string, at: number) =>
    recorder.note(
      {
        ...{ workspace, database: 1, isRead: false, at, route },
        ...{ token: "t", door: "http", outcome: "200", address: "" },
      } as Access,
      (work) => void works.push(work),
    );
  const routes = () => column(`SELECT route FROM access_log WHERE workspace = ${workspace} ORDER BY seq`);
  const answer = () => {
    isDown = false;
  };
  return { note, works, routes, answer };
}

describe("lines that the database did not take at first", () => {
  it("are written in the order of their time", async () => {
    const { note, works, routes, answer } = await failing(new Error("down"));
    note("first", NOW_MS);
    const failed = works[0]?.();
    note("second", NOW_MS + 1);
    await expect(failed).rejects.toThrow("down");
    answer();
    await works[1]?.();
    expect(await routes()).toEqual(["first", "second"]);
  });

  it("wait without a word while it is not migrated yet, and not where it is another version's", async () => {
    const mismatch = (reason: string) => new AppError("schema_mismatch", "lacks", { details: { reason } });
    const { note, works, routes, answer } = await failing(mismatch("behind"));
    note("first", NOW_MS);
    await works[0]?.();
    answer();
    note("second", NOW_MS + 1);
    await works[1]?.();
    expect(await routes()).toEqual(["first", "second"]);
    const other = await failing(mismatch("other_version"));
    other.note("first", NOW_MS);
    await expect(other.works[0]?.()).rejects.toThrow("lacks");
  });
});
