import { expect, it, onTestFinished } from "vitest";
import { openSession } from "../../../src/database/session.ts";
import { neighboursOf } from "../../../src/graph/sql/relation-reads.ts";
import { createMeter } from "../../../src/models/ports.ts";
import { createSimulatedWorld } from "../../support/worlds/world.ts";

it("the graph reads little of a hub with 10,000 mentions", async () => {
  const world = await createSimulatedWorld(0);
  onTestFinished(() => world.dispose());
  const token = await world.client.workspace("default");
  const get = (path: string) => world.client.call("GET", `/v1${path}`, { token });
  const around = async (query: string, more = "") =>
    (await get(`/graph?query=${encodeURIComponent(query)}${more}`)).body;
  const slugs = (body: { entities: readonly { slug: string }[] }) => body.entities.map(({ slug }) => slug);
  await world.client.call("PUT", "/v1/entities/hub", { token, body: { name: "Hub", type: "project" } });
  await world.database.batch(
    [
      `INSERT INTO entities (workspace, slug, name, type) SELECT workspace, 'spoke-' || value, 'Spoke ' || value,
          'other' FROM entities, json_each(?) WHERE slug = 'hub'`,
      `INSERT INTO documents (workspace, root, path, hash, bytes, lines, final_newline, mtime, language, chunk_count,
            chunker, indexed_at) SELECT workspace, 'hub', value, 'h', 1, 1, 0, 1, 'text', 1, 1, 1
          FROM entities, json_each(?) WHERE slug = 'hub'`,
      `INSERT INTO chunks (id, workspace, document, ordinal, start_line, end_line, headings, text, text_hash, embed_hash,
            sent_hash, tokens) SELECT 'hub' || path, workspace, num, 0, 1, 1, '[]', 't', 't', 't', 't', 1
          FROM documents WHERE root = 'hub' AND ? <> ''`,
      `INSERT INTO mentions (workspace, slug, name, type, passages, evidence, spots) SELECT workspace, slug, name, type, 0, 0, '{}'
          FROM entities WHERE slug = 'hub' AND ? <> ''`,
      `INSERT INTO more_mentions (workspace, slug, at, document, passages, evidence, has_to, has_by, spot)
          SELECT workspace, 'hub', document, document, 1, 100, 1, 0, json_object('in', json_object(CAST(rid AS TEXT), 100),
            'to', json_object(rid || ' uses spoke-' || substr(id, 4), 1)) FROM chunks WHERE id LIKE 'hub%' AND ? <> ''`,
    ].map((sql) =>
      world.database.prepare(sql).bind(JSON.stringify(Array.from({ length: 10_000 }, (_, at) => at))),
    ),
  );
  const rows: number[] = [];
  const asked = console.log;
  console.log = (line: string) => {
    const { rowsRead } = JSON.parse(line) as { rowsRead?: number };
    if (rowsRead !== undefined) rows.push(rowsRead);
  };
  try {
    const near = await around("the Hub of it all", "&limit=50");
    expect(slugs(near)[0]).toBe("hub");
    expect(near).toMatchObject({ truncated: true });
    expect(near.relations.length).toBeGreaterThan(10);
    await around("the Hub of it all", "&limit=50&depth=2");
    await get("/entities/hub");
    expect(slugs(await get("/graph/overview?limit=500").then(({ body }) => body))[0]).toBe("hub");
  } finally {
    console.log = asked;
  }
  expect(rows).toHaveLength(4);
  // Names are looked at once each, and of the hub's documents the newest alone.
  expect(rows.pop()).toBeLessThanOrEqual(60_000);
  for (const read of rows) expect(read).toBeLessThanOrEqual(500);
  const meter = createMeter();
  const session = openSession(world.database, { from: "primary", meter });
  await neighboursOf(session, 1, { slugs: ["hub"], limit: 20 });
  expect(meter.rowsRead).toBeLessThan(200);
});
