import { expect, it, onTestFinished } from "vitest";
import local from "../../src/local.ts";
import { createClient, testEnv } from "../support/client.ts";
import { meteredDatabase } from "../support/worlds/metered-database.ts";
import { openQuickDatabase } from "../support/worlds/quick-database.ts";

/** Rows that the database reads until a log that repeats one line so often is pushed and embedded. */
async function rowsReadFor(lines: number): Promise<number> {
  const opened = await openQuickDatabase();
  onTestFinished(() => opened.dispose());
  const { database, rows } = meteredDatabase(opened.database);
  const client = createClient(local as never, testEnv(database));
  const token = await client.workspace("default");
  await client.upload(token, { "heartbeat.log": "2026-11-30 heartbeat ok from node seven\n".repeat(lines) });
  for (;;) {
    const { body } = await client.call("GET", "/v1/status", { token });
    if (body.index.pendingChunks === 0) return rows.read;
    await client.sweep();
  }
}

it("reads of a text that repeats itself as much as of any other, by its length", async () => {
  const [once, thrice] = [await rowsReadFor(4_000), await rowsReadFor(12_000)];
  expect(thrice / once).toBeLessThan(4);
});
