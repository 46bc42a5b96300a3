import { afterAll, beforeAll, describe, expect, it } from "vitest";
import local from "../../../src/local.ts";
import { createClient, type TestClient, testEnv } from "../../support/client.ts";
import type { TestDatabase } from "../../support/worlds/database.ts";
import { openQuickDatabase } from "../../support/worlds/quick-database.ts";
import { createWorld, type World } from "../../support/worlds/world.ts";

const WORDS =
  "heron weir eel vault key garage spring soup kitchen rain station week wind note river bridge lamp glass stone path".split(
    " ",
  );

/** A small deterministic stand-in for chance. */
const pick = (seed: number): string => WORDS[((seed * 2_654_435_761) % 4_294_967_296) % WORDS.length] ?? "";

const FILES = Object.fromEntries(
  Array.from({ length: 60 }, (_, file) => [
    `d${file % 7}/n${file}.md`,
    Array.from(
      { length: 5 },
      (_, section) =>
        `## ${pick(file + section)} ${section}\n\n${Array.from({ length: 30 }, (_, at) => pick(file * 31 + section * 7 + at * at)).join(" ")}.\n`,
    ).join("\n"),
  ]),
);

const QUERIES = Array.from({ length: 200 }, (_, at) =>
  Array.from({ length: 1 + (at % 4) }, (_, word) => pick(at * 17 + word * 5)).join(" "),
);

describe("the limit", () => {
  let world: World;
  let embedded: TestDatabase;
  const clients: { client: TestClient; token: string }[] = [];

  beforeAll(async () => {
    world = await createWorld();
    embedded = await openQuickDatabase();
    for (const client of [world.client, createClient(local as never, testEnv(embedded.database))]) {
      const token = await client.workspace("default");
      for (let start = 0; start < 60; start += 30)
        await client.upload(token, Object.fromEntries(Object.entries(FILES).slice(start, start + 30)));
      await client.sweep();
      await client.sweep();
      clients.push({ client, token });
    }
  });
  afterAll(() => Promise.all([world.dispose(), embedded.dispose()]));

  it.each([
    ["models", 0, 200],
    ["the embedded parts", 1, 50],
  ])("never changes the order: 3 hits are the start of 100, with %s", async (_, which, count) => {
    const { client, token } = clients[which] ?? { client: world.client, token: "" };
    for (const [at, query] of QUERIES.slice(0, count).entries()) {
      const profile = ["edge", "keyword", "vector"][at % 3];
      // Words in a row are no question that anything answers.
      const settings = { "relevance.floor": 0 };
      const ids = async (limit: number) =>
        (await client.search(token, query, { limit, profile, settings })).body.hits.map(
          ({ id }: { id: string }) => id,
        );
      const long = await ids(100);
      expect(long.length).toBeGreaterThan(3);
      expect(await ids(3)).toEqual(long.slice(0, 3));
    }
  });
});
