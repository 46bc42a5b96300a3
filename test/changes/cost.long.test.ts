import { expect, it } from "vitest";
import { worldOn } from "../support/worlds/world.ts";
import { fakeVectorize } from "../support/fakes/fake-vectorize.ts";
import { meteredDatabase } from "../support/worlds/metered-database.ts";
import { openQuickDatabase } from "../support/worlds/quick-database.ts";

const FILES = 20;

const files = (word: string) =>
  Object.fromEntries(Array.from({ length: FILES }, (_, at) => [`${at}.md`, `a ${word} of ${at}.\n`]));

/** Rows written by pushing documents, by pushing them changed, and by deleting them; with the feed or without it. */
async function rowsWritten(
  hasFeed: boolean,
): Promise<readonly [added: number, changed: number, removed: number]> {
  const opened = await openQuickDatabase();
  const { database, rows } = meteredDatabase(opened.database);
  const vectorize = fakeVectorize({ now: Date.now });
  const world = worldOn({ ...opened, database }, { more: {}, vectorize });
  try {
    if (!hasFeed)
      for (const change of ["added", "changed", "removed"])
        await opened.database.prepare(`DROP TRIGGER feed_document_${change}`).run();
    const token = await world.client.workspace("default");
    const during = async (work: () => Promise<unknown>): Promise<number> => {
      const before = rows.written;
      await work();
      return rows.written - before;
    };
    return [
      await during(() => world.client.upload(token, files("heron"))),
      await during(() => world.client.upload(token, files("stork"))),
      await during(async () => {
        for (let at = 0; at < FILES; at++)
          await world.client.call("DELETE", `/v1/documents/${at}.md`, { token });
      }),
    ];
  } finally {
    await world.dispose();
  }
}

it("the feed costs two rows written for a document that comes or changes, three for one that goes", async () => {
  const [withFeed, without] = [await rowsWritten(true), await rowsWritten(false)];
  const extra = withFeed.map((rows, at) => (rows - (without[at] ?? 0)) / FILES);
  expect(extra).toEqual([2, 2, 3]);
});
