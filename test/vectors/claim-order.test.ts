import { beforeEach, describe, expect, it } from "vitest";
import { CLAIM, claimWork, releaseClaim } from "../../src/vectors/sql/claims.ts";
import { LIVE_IDENTITY, NOW_MS, sqlWorld } from "../support/worlds/sql-world.ts";

describe("the order of pending passages", () => {
  const { here, all, empty, newWorkspace, write } = sqlWorld();
  let workspace = 0;
  beforeEach(async () => {
    await empty("chunks", "documents", "embeddings", "outbox", "claims", "sent_calls", "workspaces");
    workspace = await newWorkspace();
  });

  const texts = async (lease: string, { limit = 10 } = {}) => {
    const asked = { workspace: undefined, identity: LIVE_IDENTITY, lease, nowMs: NOW_MS, limit };
    const { upserts } = await claimWork(here.db, { ...asked, takesPending: true, takesCalls: true });
    return upserts.map(({ text }) => text);
  };

  it("takes passages of the newest documents first, an equal share of each workspace, then what is left", async () => {
    const other = await newWorkspace();
    await write(other, { "1.md": "Old.\n" }, { mtime: 10 });
    await write(workspace, { "2.md": "Older.\n", "3.md": "As old.\n" }, { mtime: 5 });
    await write(other, { "4.md": "New.\n" }, { mtime: 20 });
    await write(workspace, { "5.md": "Newest.\n" }, { mtime: 30 });
    expect(await texts("one", { limit: 1 })).toEqual(["Newest."]);
    await releaseClaim(here.db, "one");
    await all("UPDATE chunks SET vector_state = 'none' WHERE text = 'Newest.'");
    expect(await texts("two", { limit: 2 })).toEqual(["New.", "Older."]);
    await releaseClaim(here.db, "two");
    expect(await texts("three", { limit: 3 })).toEqual(["New.", "Older.", "Old."]);
    expect(await texts("four")).toEqual(["As old."]);
  });

  it("takes a changed passage by the time of the change", async () => {
    await write(workspace, { "a.md": "A.\n" }, { mtime: 10 });
    await write(workspace, { "b.md": "B.\n" }, { mtime: 20 });
    await write(workspace, { "a.md": "A, changed.\n" }, { mtime: 30 });
    expect(await texts("l")).toEqual(["A, changed.", "B."]);
  });

  it("is read from its index as far as is taken, however much waits", async () => {
    const rowsRead = async (lease: string) => {
      const values = {
        ...{ lease, leaseUntil: NOW_MS, now: NOW_MS, workspace: null, identity: LIVE_IDENTITY, limit: 2 },
        ...{ takesPending: 1, takesCalls: 0, day: "2026-06-01", max_modelCalls: 0 },
      };
      return (await here.db.bind(CLAIM, values).run()).meta.rows_read;
    };
    const files = (from: number, to: number) =>
      Object.fromEntries(
        Array.from({ length: to - from }, (_, at) => [`${from + at}.md`, `Eel ${from + at}.\n`]),
      );
    await write(workspace, files(0, 10));
    const ofTen = await rowsRead("one");
    await releaseClaim(here.db, "one");
    await write(workspace, files(10, 60));
    expect(await rowsRead("two")).toBe(ofTen);
    expect(ofTen).toBeGreaterThan(0);
  });
});
