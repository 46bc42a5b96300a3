import { describe, expect, it } from "vitest";
import { inverseFrequency } from "../../../src/search/query/analyse.ts";
import { EVIDENCE, fallOf } from "../../../src/search/relevance/evidence.ts";
import { alike, evidenceFor, known } from "./known-query.ts";

const THREE = known("signing keys vault");
const FAR = "- ".repeat(101);

describe("what of the query a passage has", () => {
  it("is a share of its words, and of their rarity", () => {
    const rare = known("signing keys", { signing: 99, keys: 1 });
    const [often, seldom] = [inverseFrequency(1_000, 99), inverseFrequency(1_000, 1)];
    expect(evidenceFor(rare, { text: "the keys" })).toMatchObject({
      found: expect.closeTo(seldom / (often + seldom), 6),
      words: 0.5,
    });
    expect(evidenceFor(rare, { text: "we sign" })).toMatchObject({
      found: expect.closeTo(often / (often + seldom), 6),
      words: 0.5,
    });
    expect(evidenceFor(THREE, { text: "keys to sign" }).found).toBeCloseTo(2 / 3, 6);
  });

  it("is found in the text, in a heading, in the path, in a name of the path, and inside a longer word", () => {
    const found = (words: Parameters<typeof evidenceFor>[1]) => evidenceFor(known("vault"), words).found;
    expect(found({ text: "Vaults!" })).toBe(1);
    expect(found({ headings: ["The vault"] })).toBe(1);
    expect(found({ path: "ops/key-vault_notes.md" })).toBe(1);
    expect(found({ path: "src/openVaultDoor.ts" })).toBe(1);
    expect(found({ text: "hashivaulted" })).toBe(1);
    expect(found({ text: "a safe", headings: ["Doors"], path: "doors.md" })).toBe(0);
  });

  it("is not found inside a longer word where it is too short to mean something", () => {
    expect(evidenceFor(known("key"), { text: "a monkey" }).found).toBe(0);
  });

  it("counts more the more words were asked for", () => {
    const all = (query: string) => evidenceFor(known(query), { text: query }).breadth ?? 0;
    expect(all("vault")).toBeCloseTo(1 - Math.exp(-1 / 3), 6);
    expect(all("signing keys vault")).toBeCloseTo(1 - Math.exp(-1), 6);
    expect(all("vault")).toBeLessThan(all("signing vault"));
    expect(evidenceFor(THREE, { text: "keys" }).breadth).toBeCloseTo((1 - Math.exp(-1)) / 3, 6);
  });

  it("stands within 200 characters of each other, or only a part of it does", () => {
    expect(evidenceFor(THREE, { text: `signing keys ${" ".repeat(150)} vault` }).window).toBeCloseTo(1, 6);
    expect(evidenceFor(THREE, { text: `signing keys ${FAR} vault` }).window).toBeCloseTo(2 / 3, 6);
    expect(evidenceFor(THREE, { headings: ["Vault"], text: "signing keys" }).window).toBeCloseTo(1, 6);
    expect(evidenceFor(THREE, { path: "vault.md" })).toMatchObject({ window: 0, headings: 0 });
  });

  it("stands in headings, as whole words", () => {
    expect(evidenceFor(THREE, { headings: ["Runbook", "Vault keys"] }).headings).toBeCloseTo(2 / 3, 6);
    expect(evidenceFor(THREE, { headings: ["Hashivault"], text: "vault" }).headings).toBe(0);
  });

  it("has neighbours that are neighbours there too", () => {
    const adjacency = (text: string) => evidenceFor(THREE, { text }).adjacency ?? 0;
    expect(adjacency("vault keys signing")).toBe(0);
    expect(adjacency("signing keys")).toBeCloseTo(adjacency("keys vault"), 6);
    expect(adjacency("signing keys vault")).toBeCloseTo(2 * adjacency("signing keys"), 6);
    expect(adjacency("signing keys vault. ".repeat(9))).toBeGreaterThan(adjacency("signing keys vault"));
    // There are no neighbours in a word.
    expect(evidenceFor(known("vault"), { text: "vault vault" }).adjacency).toBe(0);
  });
});

describe("two words that a text writes as one", () => {
  it("are both found in it, side by side", () => {
    const split = evidenceFor(known("web hook arrival"), { text: "the web hook of its arrival" });
    const joined = evidenceFor(known("web hook arrival"), { text: "the webhooks of its arrival" });
    expect(joined).toMatchObject({ found: 1, words: 1, window: 1 });
    expect(joined.adjacency).toBeCloseTo(split.adjacency ?? 0, 6);
    expect(evidenceFor(known("web hook"), { headings: ["Webhooks"] }).headings).toBe(1);
  });

  it("are not found where they go on, nor in the other order", () => {
    for (const text of ["webhookery", "hookweb"])
      expect(evidenceFor(known("web hook"), { text }).words, text).toBeLessThan(1);
  });
});

describe("names of the query", () => {
  const named = (query: string, text: string) => evidenceFor(known(query), { text }).named;
  const missing = (query: string, text: string) => evidenceFor(known(query), { text }).missing;

  it("are counted where they stand whole, as typed", () => {
    expect(named("where is getUser or getTeam", "call getUser()")).toBe(0.5);
    expect(named("getUser", "getUserById getuser")).toBe(0);
    expect(named("getUser", "get user")).toBe(0);
  });

  it("are missing where they do not", () => {
    expect(missing("where is getUser or getTeam", "call getUser()")).toBe(0.5);
    expect(missing("getUser", "getUserById getuser")).toBe(1);
    expect(missing("getUser", "call getUser()")).toBe(0);
  });

  it("are none in words", () => {
    expect(named("where are the keys", "where are the keys")).toBe(0);
    expect(missing("where are the keys", "soup")).toBe(0);
  });
});

describe("words that are not there as typed", () => {
  it("are unknown where no passage has them, by their rarity", () => {
    const { unknown } = evidenceFor(known("signing keys", { signing: 10 }), {});
    const [nowhere, some] = [inverseFrequency(1_000, 0), inverseFrequency(1_000, 10)];
    expect(unknown).toBeCloseTo(nowhere / (nowhere + some), 6);
    expect(evidenceFor(known("zeppelin", {}), { text: "an airship" }).unknown).toBe(1);
    expect(evidenceFor(THREE, {}).unknown).toBe(0);
  });

  it("are repaired where another word was meant, and then known and found", () => {
    const meant = known("signing vualt", { signing: 10, vault: 10 }, { vualt: "vault" });
    expect(evidenceFor(meant, { text: "the signing vault" })).toMatchObject({
      ...{ repaired: 0.5, unknown: 0 },
      ...{ found: 1, words: 1 },
    });
    expect(evidenceFor(THREE, { text: "signing keys vault" }).repaired).toBe(0);
  });
});

describe("what arms and models said", () => {
  const TEN = [8, 7, 6, 5, 4, 4, 4, 4, 4, 2, 1];

  it("is by how much the keyword scores fall to the tenth, and a passage's own is above it", () => {
    expect(evidenceFor(THREE, {}, { scores: TEN, keyword: 8 })).toMatchObject({
      steepness: 0.75,
      lead: 0.75,
    });
    expect(evidenceFor(THREE, {}, { scores: TEN, keyword: 4 })).toMatchObject({
      steepness: 0.75,
      lead: 0.25,
    });
    expect(evidenceFor(THREE, {}, { scores: TEN, keyword: 1 }).lead).toBe(-0.125);
  });

  it("is above nothing where there are fewer than ten, and nothing where the arm is silent", () => {
    expect(evidenceFor(THREE, {}, { scores: [8, 2], keyword: 2 })).toMatchObject({
      steepness: 1,
      lead: 0.25,
    });
    expect(evidenceFor(THREE, {}, { scores: [8, 2] })).toMatchObject({ steepness: 1, lead: 0 });
    expect(evidenceFor(THREE, {})).toMatchObject({ steepness: 0.6, lead: 0 });
    expect([fallOf([]), fallOf([0, 0], 0), fallOf([], 3)]).toEqual([0, 0, 0]);
  });

  it("is a cosine and a judge's log-odds where there are some, and is left out where not", () => {
    expect(Object.keys(evidenceFor(THREE, {}))).not.toContain("cosine");
    expect(Object.keys(evidenceFor(THREE, {}))).not.toContain("judged");
    const said = evidenceFor(THREE, {}, { cosine: 0, rerank: 0.5 });
    expect(said).toMatchObject({ cosine: 0, judged: 0 });
    expect(evidenceFor(THREE, {}, { rerank: 0.9 }).judged).toBeCloseTo(Math.log(9), 6);
    const ends = [0, 1].map((rerank) => evidenceFor(THREE, {}, { rerank }).judged ?? 0);
    expect(ends[0]).toBeCloseTo(-(ends[1] ?? 0), 6);
    expect(ends.every(Number.isFinite)).toBe(true);
  });

  it("has a meaning each", () => {
    const all = evidenceFor(THREE, {}, { scores: TEN, keyword: 8, cosine: 0.5, rerank: 0.5 });
    expect(Object.keys(all).sort()).toEqual(Object.keys(EVIDENCE).sort());
  });
});

it("of a word that every passage has is as sure as of any other", () => {
  const usual = known("vault", { vault: 1_000 });
  expect(evidenceFor(usual, { text: "vault" })).toMatchObject({ found: 1, window: 1 });
  expect(evidenceFor(known("signing keys", alike("signing keys", 1_000)), { text: "keys" }).found).toBe(0.5);
});
