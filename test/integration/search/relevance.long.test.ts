import { afterAll, beforeAll, describe, expect, it } from "vitest";
import local from "../../../src/local.ts";
import { PROFILES } from "../../../src/search/contract/constants.ts";
import type { Hit } from "../../../src/search/contract/hits.ts";
import { DEFAULT_FLOOR } from "../../../src/search/relevance/model.ts";
import { createClient, type TestClient, testEnv } from "../../support/client.ts";
import type { TestDatabase } from "../../support/worlds/database.ts";
import { openQuickDatabase } from "../../support/worlds/quick-database.ts";

/** Notes of one harbour: all speak of ships and water, each answers something else. */
const NOTES = {
  "notes/pilot.md":
    "# Pilot boat\n\nThe pilot boat leaves the inner quay forty minutes before high tide and meets ships at the outer buoy.\n",
  "notes/crane.md":
    "# Crane\n\nThe crane on the north quay lifts twelve tonnes. Its brake was replaced in March after the winter inspection.\n",
  "notes/fees.md":
    "# Harbour fees\n\nVisiting yachts pay two crowns a metre for each night, and fishing boats pay nothing.\n",
  "notes/fire.md":
    "# Fire\n\nFire hoses hang beside the ice house. The fire brigade is called on channel twelve.\n",
  "notes/ice.md": "# Ice house\n\nThe ice house sells crushed ice to trawlers from five in the morning.\n",
  "notes/lamps.md":
    "# Lamps\n\nThe breakwater lamps are switched off at dawn by a light sensor, and tested every Sunday.\n",
  "notes/lost.md": "# Lost property\n\nLost gloves and keys are kept in the harbour office for a year.\n",
  "notes/winter.md":
    "# Winter\n\nBoats are lifted out of the water in October and stored in the sail loft until April.\n",
  "notes/divers.md":
    "# Divers\n\nDivers check the mooring chains each spring and write what they find into the chain book.\n",
  "notes/radio.md":
    "# Radio\n\nThe harbour office listens on channel nine by day and channel sixteen by night.\n",
  "notes/fuel.md": "# Fuel\n\nDiesel is sold at the south pontoon. The pump takes cards and no coins.\n",
  "src/tide.ts":
    "/** Height of the tide at a minute of the day. */\nexport function tideHeight(minute: number): number {\n  return amplitude * Math.cos(phase(minute));\n}\n",
};

const ANSWERED: readonly (readonly [query: string, path: string])[] = [
  ["when does the pilot boat leave the inner quay", "notes/pilot.md"],
  ["how many tonnes does the crane on the north quay lift", "notes/crane.md"],
  ["what do visiting yachts pay a night", "notes/fees.md"],
  ["where are lost gloves and keys kept", "notes/lost.md"],
  ["divers check mooring chains", "notes/divers.md"],
  ["tideHeight", "src/tide.ts"],
];

/** They share a word or none with the notes. */
const UNANSWERED = [
  "how do I bake sourdough bread in a cast iron pot",
  "which database does the payment service write its invoices to",
  "what is the maximum number of retries of the upload queue",
  "who won the chess championship in the winter of 1972",
  "resetPasswordTokenFactory",
];

describe("an answer knows what it is worth", () => {
  let database: TestDatabase;
  let client: TestClient;
  let token: string;

  beforeAll(async () => {
    database = await openQuickDatabase();
    client = createClient(local as never, testEnv(database.database));
    token = await client.workspace("harbour");
    await client.upload(token, NOTES);
    for (let run = 0; run < 3; run++) await client.sweep();
  });
  afterAll(() => database.dispose());

  const search = async (query: string, more: Record<string, unknown> = {}) => {
    const { status, body } = await client.search(token, query, more);
    expect([status, body.error]).toEqual([200, undefined]);
    return body;
  };
  const get = (parameters: Readonly<Record<string, string>>) =>
    client.call("GET", `/v1/search?${new URLSearchParams(parameters)}`, { token });

  describe.each(PROFILES)("in the profile %s", (profile) => {
    it.each(ANSWERED)("finds what answers %s, and says that it can be relied on", async (query, path) => {
      const { outcome, confidence, relevance, hits, closest, absence, calibration } = await search(query, {
        profile,
      });
      expect([outcome, hits[0]?.path, closest, absence]).toEqual(["found", path, undefined, undefined]);
      expect([confidence, relevance >= 0.5]).toEqual(["high", true]);
      expect(hits[0].relevance).toBe(Math.max(...hits.map((hit: Hit) => hit.relevance)));
      expect(calibration.measured).toBe(true);
    });

    it.each(UNANSWERED)("answers %s with nothing, or with what claims to be nothing", async (query) => {
      const answer = await search(query, { profile });
      expect([answer.confidence, answer.relevance < DEFAULT_FLOOR]).toEqual(["none", true]);
      if (answer.fallback !== undefined) {
        expect([profile, answer.hits.length > 0]).toEqual(["code-memory", true]);
        return;
      }
      expect(answer.hits).toEqual([]);
      expect(answer.absence).toEqual({ kind: "never" });
      const closest: readonly Hit[] = answer.closest ?? [];
      expect([answer.outcome, closest.length <= 3]).toEqual([
        closest.length > 0 ? "nothing_relevant" : "nothing_found",
        true,
      ]);
      const relevances = closest.map(({ relevance }) => relevance);
      expect(relevances).toEqual([...relevances].sort((a, b) => b - a));
    });
  });

  it("holds for a name that stands nowhere as for a word: parts of it that do are no answer", async () => {
    for (const name of ["tideWidth", "getTideTableUrl", "HARBOUR_TOKEN_SECRET", "winter-harbour-42"]) {
      const { confidence, hits } = await search(name, { profile: "keyword" });
      expect([name, confidence === "high", hits[0]?.relevance > 0.5]).toEqual([name, false, false]);
    }
  });

  it("shows in every view what comes closest", async () => {
    const query = "who won the chess championship in the winter of 1972";
    for (const view of ["full", "snippet", "compact", "digest"] as const) {
      const { outcome, closest } = await search(query, { view });
      expect([view, outcome, closest[0].citation]).toEqual([
        view,
        "nothing_relevant",
        "notes/winter.md#L1-L3",
      ]);
    }
  });

  it("needs of each hit the least relevance that is asked for, at GET as at POST", async () => {
    const query = "when does the pilot boat leave the inner quay";
    const all: readonly Hit[] = (await search(query)).hits;
    const [best, ...others] = all.map(({ relevance }) => relevance);
    const least = Math.max(...others) + 0.01;
    expect(best).toBeGreaterThan(least);
    const posted = await search(query, { minRelevance: least });
    const { status, body: got } = await get({ q: query, minRelevance: String(least) });
    expect([posted.outcome, posted.hits.map(({ path }: Hit) => path)]).toEqual(["found", ["notes/pilot.md"]]);
    expect([status, got.hits]).toEqual([200, posted.hits]);
    const set = await search(query, { settings: { "relevance.min": least } });
    expect(set.hits).toEqual(posted.hits);
    const none = await search(query, { minRelevance: 1 });
    expect([none.outcome, none.confidence, none.hits]).toEqual(["nothing_relevant", "high", []]);
    expect("absence" in none).toBe(false);
    expect([none.closest.length, none.closest[0].path]).toEqual([3, "notes/pilot.md"]);
    expect((await search(query, { minRelevance: 0 })).hits).toEqual(all);
  });

  it("refuses a relevance that is none, and a floor", async () => {
    for (const minRelevance of [-0.1, 1.1, "0.5", null]) {
      const answer = await client.search(token, "pilot", { minRelevance });
      expect([minRelevance, answer.status, answer.body.error?.code]).toEqual([
        minRelevance,
        400,
        "invalid_input",
      ]);
    }
    for (const minRelevance of ["-0.1", "1.1", "much", "", " "]) {
      const answer = await get({ q: "pilot", minRelevance });
      expect([minRelevance, answer.status, answer.body.error?.code]).toEqual([
        minRelevance,
        400,
        "invalid_input",
      ]);
    }
    for (const setting of ["relevance.floor", "relevance.min"]) {
      const { status, body } = await client.search(token, "pilot", { settings: { [setting]: 2 } });
      expect([status, body.error.message]).toEqual([400, expect.stringContaining(setting)]);
    }
  });

  it("is repeated with what it was worth, found or not", async () => {
    // Only what took two hops is kept: "harbuor" is repaired, and an answer of nothing looks for what is gone.
    for (const query of ["gloves and keys in the harbuor office", UNANSWERED[3] ?? ""]) {
      const first = await search(query, { limit: 4 });
      const again = await search(query, { limit: 4 });
      expect([query, again.use.cached]).toEqual([query, expect.arrayContaining(["answer"])]);
      for (const part of ["outcome", "relevance", "confidence", "calibration", "hits", "closest", "absence"])
        expect(again[part], part).toEqual(first[part]);
    }
  });

  it("is the same whatever the limit", async () => {
    for (const query of [ANSWERED[1]?.[0] ?? "", UNANSWERED[3] ?? ""]) {
      const [one, ten] = [await search(query, { limit: 1 }), await search(query, { limit: 10 })];
      expect(one.hits).toEqual(ten.hits.slice(0, 1));
      for (const part of ["outcome", "relevance", "confidence", "calibration", "closest", "absence"])
        expect(one[part], part).toEqual(ten[part]);
    }
  });

  it("explains the floor, what a passage's relevance is made of, and which passages it hid", async () => {
    const query = UNANSWERED[3] ?? "";
    const { explain, closest } = await search(query, { explain: true });
    const floor = explain.steps.find(({ step }: { step: string }) => step === "relevance.floor");
    expect(floor).toMatchObject({ out: 0, lowest: null });
    expect(floor.dropped.map(({ id }: Hit) => id)).toEqual(
      expect.arrayContaining(closest.map(({ id }: Hit) => id)),
    );
    expect(closest[0].evidence).toMatchObject({ found: expect.any(Number), steepness: expect.any(Number) });
    const { body: hidden } = await client.call("POST", "/v1/explain", {
      token,
      body: { query, id: closest[0].id },
    });
    expect(hidden).toMatchObject({ reason: "below_relevance_floor", outcome: "nothing_relevant" });
    const { body: least } = await client.call("POST", "/v1/explain", {
      token,
      body: { query: ANSWERED[0]?.[0], id: "notes/crane.md#L1", minRelevance: 0.99 },
    });
    expect(least).toMatchObject({ reason: "below_least_relevance" });
  });
});
