import { expect, it } from "vitest";
import { openSession } from "../../src/database/session.ts";
import { createMeter } from "../../src/models/ports.ts";
import { claimWork, keepEmbeddings } from "../../src/vectors/sql/claims.ts";
import { meteredDatabase } from "../support/worlds/metered-database.ts";
import { LIVE_IDENTITY as identity, NOW_MS as nowMs, sqlWorld } from "../support/worlds/sql-world.ts";

const { here, column, newWorkspace, write } = sqlWorld();

it("keeps an embedding for what a claim took, whatever else has the same text", async () => {
  const workspace = await newWorkspace();
  const files = Array.from({ length: 300 }, (_, at) => [`${at}.md`, "A.\n"]);
  await write(workspace, Object.fromEntries(files));
  const more = { workspace, limit: 10, takesPending: true, takesCalls: true };
  await claimWork(here.db, { identity, lease: "l", nowMs, ...more });
  const [hash] = await column("SELECT embed_hash FROM chunks");
  const { database, rows } = meteredDatabase(here.opened.database);
  const metered = openSession(database, { from: "primary", meter: createMeter() });
  const vectors = [{ workspace, hash: String(hash), vector: "00000080BF017F" }];
  await keepEmbeddings(metered, { lease: "l", identity, nowMs, vectors });
  expect(await column("SELECT count(*) FROM chunks WHERE vector_state = 'embedded'")).toEqual([10]);
  expect(rows.read).toBeLessThan(150);
});
