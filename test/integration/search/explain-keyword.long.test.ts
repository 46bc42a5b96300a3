import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ExplainAnswer } from "../../../src/search/contract/explain.ts";
import { createWorld, type World } from "../../support/worlds/world.ts";

/** More notes in German than a pool holds: their words stand in the index under terms of that language. */
const HOUSES = Object.fromEntries(
  Array.from({ length: 120 }, (_, at) => [
    `haus/${at}.md`,
    `Das Haus Nummer ${at} steht neben der Kirche, und die Häuser daneben gehören der Gemeinde.\n`,
  ]),
);

describe("explaining by keywords alone", () => {
  let world: World;
  let token: string;
  const ask = async (path: string, body: object) =>
    (await world.client.call("POST", path, { token, body })).body;
  const explain = (query: string, id: string): Promise<ExplainAnswer> =>
    ask("/v1/explain", { query, id, profile: "keyword" });

  beforeAll(async () => {
    world = await createWorld();
    token = await world.client.workspace("default");
  });
  afterAll(() => world.dispose());

  it("knows the words of a passage in another language, also beyond what the arm lists", async () => {
    await world.client.upload(token, HOUSES);
    const ofHouses = await Promise.all(Object.keys(HOUSES).map((path) => explain("Häuser", `${path}#L1`)));
    expect(ofHouses.filter(({ reason }) => reason === "no_query_term")).toEqual([]);
    expect(ofHouses.filter(({ reason }) => reason === "beyond_keyword_pool").length).toBeGreaterThan(0);
  });

  it("takes the citation of a memory, of its first passage and of a later one", async () => {
    const long = Array.from(
      { length: 60 },
      (_, at) => `Buoy ${at} was painted red in the spring of that year.`,
    );
    await ask("/v1/memories", { text: long.join("\n\n") });
    const { hits } = await ask("/v1/search", { query: "buoy 58 painted", profile: "keyword" });
    const { citation } = hits[0] as { citation: string };
    expect(citation).toMatch(/\(memory [0-9a-f]+\)#L/);
    expect(await explain("buoy 58 painted", citation)).toMatchObject({ rank: 1 });
    const first = citation.slice(0, citation.indexOf("#L"));
    expect(await explain("buoy 58 painted", first)).toMatchObject({ rank: 1 });
  });
});
