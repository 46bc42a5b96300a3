import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import local from "../../src/local.ts";
import { createClient, type TestClient, testEnv } from "../support/client.ts";
import type { TestDatabase } from "../support/worlds/database.ts";
import { localWorkspace } from "../support/worlds/local-workspace.ts";
import { openQuickDatabase } from "../support/worlds/quick-database.ts";

/** What somebody noted, oldest first, and what is asked of it: the answer that comes first has `first` in it. */
interface Notes {
  readonly name: string;
  readonly memories?: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
  readonly asks: readonly Asked[];
}

interface Asked {
  readonly ask: string;
  readonly first: string;
  /** What is newer stays below, for it does not answer; or goes above; or the time asked for decides. */
  readonly kind: "stays" | "moves" | "period";
}

const file = new URL("fixtures/dated-orders.jsonl", import.meta.url);
const ALL = readFileSync(file, "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Notes);

describe.each(ALL)("the order of dated notes: $name", ({ memories = [], files = {}, asks }) => {
  let database: TestDatabase;
  let client: TestClient;
  let token: string;

  beforeAll(async () => {
    database = await openQuickDatabase();
    client = createClient(local as never, testEnv(database.database));
    token = await client.workspace("default");
    if (Object.keys(files).length > 0) await client.upload(token, files);
    for (const text of memories) await client.call("POST", "/v1/memories", { token, body: { text } });
  });
  afterAll(() => database.dispose());

  it.each(asks)("$kind: $ask", async ({ ask, first }) => {
    const { body } = await client.search(token, ask, { view: "full", asOf: "2026-11-20T12:00:00Z" });
    const texts = body.hits.map(({ text }: { text: string }) => text);
    expect(texts[0], texts.join("\n")).toContain(first);
  });
});

describe("a time that only filters name", () => {
  const here = localWorkspace({
    "decisions/2026-01-12-queue.md": "# Queue\n\nWe decided what the queue is: Redis.\n",
    "decisions/2026-05-04-database.md": "# Database\n\nPostgres it is, because of its row locks.\n",
    "journal.md": "# Journal\n\nNothing is dated here.\n",
  });
  const paths = async (query: string, filters: object) => {
    const { body } = await here.client.search(here.token, query, { filters });
    return [...body.hits, ...(body.closest ?? [])].map(({ path }: { path: string }) => path);
  };

  it("has what is dated then looked at, though it has no word of the query", async () => {
    const may = { after: "2026-05-01", before: "2026-06-01" };
    expect(await paths("what did we decide?", may)).toEqual(["decisions/2026-05-04-database.md"]);
    expect(await paths("what did we decide?", { after: "2026-05-01" })).not.toContain(
      "decisions/2026-01-12-queue.md",
    );
    expect(await paths("what did we decide?", { ...may, prefix: "people/" })).toEqual([]);
  });
});
