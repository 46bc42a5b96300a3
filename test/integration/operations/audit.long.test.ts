import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AuditAnswer, AuditCheckAnswer } from "../../../src/audit/contract.ts";
import { DAMAGES, inflict } from "../../support/audit-damages.ts";
import { createWorld, type World } from "../../support/worlds/world.ts";

const FILES: Readonly<Record<string, string>> = {
  "heron.md": "# Heron\n\nThe heron nests in reeds.\n\n## Food\n\nIt eats fish and frogs.\n",
  "eel.md": "# Eel\n\nEels pass the weir at night.\n",
  "deep/otter.md": "The otter sleeps.\n",
};

describe("the audit", () => {
  let world: World;
  let token: string;

  // One world for all: what each damages it must have repaired.
  beforeAll(async () => {
    world = await createWorld();
    token = await world.client.workspace("default");
    await world.client.upload(token, FILES);
    for (let sweep = 0; sweep < 2; sweep++) await world.client.sweep();
    await world.vectorize.describe();
  });
  afterAll(() => world.dispose());

  const first = async (sql: string) => (await world.database.prepare(sql).first<{ v: string }>())?.v ?? "";

  const pages = async (
    ask: (cursor: string | undefined) => Promise<{ status: number; body: AuditAnswer }>,
  ) => {
    const checks: AuditCheckAnswer[] = [];
    let next: string | null | undefined;
    do {
      const { status, body } = await ask(next ?? undefined);
      expect([status, JSON.stringify(body)]).toEqual([200, expect.anything()]);
      checks.push(...body.checks);
      next = body.nextCursor;
    } while (next !== null);
    return checks;
  };
  const audit = (full = false) =>
    pages((cursor) => {
      const query = new URLSearchParams({ full: String(full), ...(cursor !== undefined && { cursor }) });
      return world.client.call("GET", `/v1/audit?${query}`, { token });
    });
  const repair = () =>
    pages((cursor) =>
      world.client.call("POST", "/v1/audit/repair", {
        token,
        body: { ...(cursor !== undefined && { cursor }) },
      }),
    );
  const wrong = async (full = false) =>
    (await audit(full)).filter(({ failed }) => failed > 0).map(({ check }) => check);

  it("finds nothing wrong with a healthy index", async () => {
    const checks = await audit(true);
    expect(checks.filter(({ failed }) => failed > 0)).toEqual([]);
    expect(checks.filter(({ checked }) => checked === 0).map(({ check }) => check)).toEqual([
      "orphan_work",
      "stuck_work",
      "failed_work",
      "observation_without_memory",
      "contradiction_without_memory",
      "memory_twice",
      "question_without_chunk",
      ...["source_item_without_source", "source_item_without_document", "stuck_source"],
      // Only where the database is a file of this machine.
      "unreadable_table",
    ]);
  });

  it.each(DAMAGES)("finds $title, and repairs it", async (damage) => {
    const chunk = await first("SELECT id AS v FROM chunks WHERE text LIKE '%weir%'");
    await inflict(damage, { world, token, chunk });
    const found = (await audit()).filter(({ failed }) => failed > 0);
    expect(found.map(({ check }) => check)).toEqual(damage.fails);
    expect(found[0]?.repair[0]).toBe("recall doctor --repair");
    expect(found[0]?.examples).toHaveLength(found[0]?.failed ?? 0);
    await repair();
    await world.database.prepare("UPDATE outbox SET next_at = 0").run();
    // A repair counts as soon as its work is in the outbox, and still does when the work is done.
    expect(await wrong()).toEqual([]);
    for (let sweep = 0; sweep < 2; sweep++) await world.client.sweep();
    await world.vectorize.describe();
    expect(await wrong(true)).toEqual([]);
    const { body } = await world.isolate().search(token, "weir at night");
    expect(body.hits[0].citation).toBe("notes:eel.md#L1-L3");
    expect(world.vectorize.visible.size).toBe(Number(await first("SELECT count(*) AS v FROM chunks")));
  });
});
