import { expect, it } from "vitest";
import type { Session } from "../../src/database/session.ts";
import { type Access, accessRecorder } from "../../src/workspaces/access-log/record-access.ts";
import { NOW_MS, sqlWorld } from "../support/worlds/sql-world.ts";

const { here, column, newWorkspace } = sqlWorld();

it("writes lines in the order of their time, also those that the database did not take at first", async () => {
  const workspace = await newWorkspace();
  let isDown = true;
  const answering: Session["batch"] = (statements) =>
    isDown ? Promise.reject(new Error("down")) : here.db.batch(statements);
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
  note("first", NOW_MS);
  const failed = works[0]?.();
  note("second", NOW_MS + 1);
  await expect(failed).rejects.toThrow("down");
  isDown = false;
  await works[1]?.();
  expect(await column(`SELECT route FROM access_log WHERE workspace = ${workspace} ORDER BY seq`)).toEqual([
    "first",
    "second",
  ]);
});
