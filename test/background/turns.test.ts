import { beforeEach, describe, expect, it } from "vitest";
import { createBackground } from "../../src/background/scheduled.ts";
import type { WorkMessage } from "../../src/background/work-message.ts";
import { PLAN_LIMITS, type Plan } from "../../src/config.ts";
import { databasesOf } from "../../src/database/several/databases.ts";
import { hashEmbedder } from "../../src/models/local/hash-embedder.ts";
import { spaceKey } from "../../src/models/ports.ts";
import type { Settings } from "../../src/settings.ts";
import { ROUNDS } from "../support/client.ts";
import { NOW_MS, sqlWorld } from "../support/worlds/sql-world.ts";

const MANY = 1_000;

describe("where one workspace has a thousand pieces of work and another has one, newer or not", () => {
  const { here, all, column, empty, newWorkspace, write } = sqlWorld();
  let [large, small] = [0, 0];
  beforeEach(async () => {
    await empty("workspaces", "runs", "rechunks", "deletions", "chunks", "documents", "claims");
    // What was deleted with them.
    await empty("outbox");
    large = await newWorkspace(spaceKey(hashEmbedder.space));
    small = await newWorkspace(spaceKey(hashEmbedder.space));
    await write(large, { "a.md": "Herons nest by the weir.\n" }, { mtime: 20 });
    await write(small, { "a.md": "Eels pass the weir.\n" }, { mtime: 10 });
  });

  const background = (plan: Plan, isLost: (message: number) => boolean = () => false) => {
    const messages: WorkMessage[] = [];
    let sent = 0;
    const settings = {
      models: { embedder: hashEmbedder, reranker: undefined, vectors: undefined },
      ...{ plan, now: () => NOW_MS, recallLog: { queries: "off", days: 90 }, quotas: { modelCalls: 0 } },
    } as unknown as Settings;
    const databases = databasesOf([here.opened.database]);
    const send = async (body: WorkMessage) => {
      if (isLost(++sent)) throw new Error("The queue does not answer");
      messages.push(body);
    };
    const queue = { send };
    return { ...createBackground(settings, { databases, queue }), messages };
  };
  const passages = () =>
    all(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${MANY})
      INSERT INTO chunks (id, workspace, document, ordinal, start_line, end_line, headings, text, text_hash, embed_hash, sent_hash, tokens, modified_at)
      SELECT printf('%032x', i), workspace, document, i, 1, 1, headings, text || i, 't' || i, 'e' || i, 's' || i, 8, modified_at
      FROM n CROSS JOIN chunks c WHERE c.workspace = ${large}`);
  const pending = (workspace: number) =>
    column(`SELECT count(*) FROM chunks WHERE vector_state = 'pending' AND workspace = ${workspace}`).then(
      ([count]) => Number(count),
    );

  it.each<[string, (run: ReturnType<typeof background>) => Promise<void>]>([
    ["messages of both", (run) => run.queue([{ workspace: large }, { workspace: small }])],
    ["cron", (run) => run.cron(ROUNDS.sweep)],
  ])("the first run by %s embeds the one, and its share of the thousand", async (_, round) => {
    await passages();
    await round(background("free"));
    const { sweepRows } = PLAN_LIMITS.free;
    expect([await pending(small), await pending(large)]).toEqual([0, MANY + 1 - (sweepRows - 1)]);
  });

  it("each of two runs takes what the other has left", async () => {
    await passages();
    const run = background("free");
    for (let round = 0; round < 2; round++) await run.cron(ROUNDS.sweep);
    expect([await pending(small), await pending(large)]).toEqual([
      ...[0, MANY + 2 - 2 * PLAN_LIMITS.free.sweepRows],
    ]);
  });

  it("a message that is not sent keeps none of the others from being sent", async () => {
    const whole = background("free");
    await whole.cron(ROUNDS.daily);
    const [lost, ...others] = whole.messages.map(({ task }) => task);
    expect(others.length).toBeGreaterThan(2);
    const run = background("free", (message) => message === 1);
    await expect(run.cron(ROUNDS.daily)).rejects.toThrow("The queue does not answer");
    expect(run.messages.map(({ task }) => task)).toEqual(others.filter((task) => task !== lost));
  });

  it("documents are cut anew by turns", async () => {
    const files = Array.from({ length: 10 }, (_, at) => [`${at}.md`, `Heron ${at}.\n`]);
    await write(large, Object.fromEntries(files));
    await all("UPDATE documents SET chunker = 0");
    for (const [at, workspace] of [large, small].entries())
      await all(`INSERT INTO rechunks (workspace, started_at) VALUES (${workspace}, ${at})`);
    const run = background("free");
    for (let round = 0; round < 2; round++) await run.queue([{ task: "rechunk" }]);
    const stale = await column(
      "SELECT count(*) FILTER (WHERE chunker = 0) FROM documents GROUP BY workspace ORDER BY workspace",
    );
    expect(stale).toEqual([9, 0]);
  });
});
