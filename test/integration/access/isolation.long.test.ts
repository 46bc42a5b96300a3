import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PROFILES } from "../../../src/search/contract/constants.ts";
import { createSimulatedWorld, type SimulatedWorld } from "../../support/worlds/world.ts";
import type { CaseRequest, CaseScope, Own } from "../isolation/case.ts";
import { CASES } from "../isolation/cases.ts";
import { fillPlaces, openPlace, type Place } from "../isolation/places.ts";
import { PASSING, parting, shape, told, without } from "../isolation/shape.ts";

const RANK: Readonly<Record<CaseScope, number>> = { read: 1, write: 2, admin: 3, owner: 4 };
const SCOPES = ["read", "write", "admin"] as const;

/** Looking at a workspace is itself a line of its access log. */
const withoutLogLines = (body: { readonly checks?: readonly { readonly check: string }[] }): unknown =>
  body.checks === undefined
    ? body
    : {
        ...body,
        checks: body.checks.map((one) => (one.check === "access_log" ? { ...one, checked: 0 } : one)),
      };

describe("workspaces with the same texts, entities and sessions", () => {
  let world: SimulatedWorld;
  /** Two that are the same: one is asked for things of `theirs`, the other for things that are nowhere. */
  let twins: readonly [Place, Place];
  let theirs: Place;
  let never: Place;
  let owner: string;

  beforeAll(async () => {
    world = await createSimulatedWorld(0);
    const { client, clock } = world;
    owner = await client.owner();
    twins = [await openPlace(client, "twin-1", "one"), await openPlace(client, "twin-2", "two")];
    theirs = await openPlace(client, "zarbon", "zarbon");
    never = await openPlace(client, "zarcon", "zarcon");
    const places = [...twins, theirs, never];
    await fillPlaces(client, { places, advance: clock.advance, alsoOwn: [theirs, never] });
    // What is asked for in vain was there once and is nowhere any more: its names are of the same shape.
    await client.call("DELETE", "/v1/workspaces/zarcon", { token: owner });
    await settle();
  });
  afterAll(() => world.dispose());

  const settle = async () => {
    for (let sweep = 0; sweep < 2; sweep++) await world.client.sweep();
  };
  const call = async (method: string, { path, body }: CaseRequest, token: string) =>
    world.client.call(method, `/v1${path}`, { token, body });
  const get = async (path: string, { tokens }: Place) => (await call("GET", { path }, tokens.admin)).body;
  const ownOf = async (place: Place): Promise<Own> => ({
    memory: (await get("/memories?sort=oldest", place)).memories[0].id,
    recall: (await get("/recalls", place)).recalls.at(-1).recallId,
  });

  /** Everything that a workspace tells its admin. */
  const everything = async (place: Place) => {
    const { entity } = place.names;
    const paths = [
      ...["/export?vectors=true", "/documents", "/memories", "/memories/statistics", "/memories/types"],
      ...["/recent", "/entities", `/entities/${entity}`, "/entities/ana-lopez", "/feedback", "/status"],
      ...["/entities/ana-lopez/suggestions", "/graph?query=Ana+Lopez&depth=2", "/recalls", "/tokens"],
      ...["popular", "stale", "never_found"].map((kind) => `/recalls/reports?kind=${kind}`),
      ...["/profiles", "/audit?full=true", "/webhooks"],
    ];
    const answers: [string, unknown][] = [];
    for (const path of paths) {
      const { status, body } = await call("GET", { path }, place.tokens.admin);
      answers.push([path, [status, without(PASSING, withoutLogLines(body))]]);
    }
    return Object.fromEntries(answers);
  };
  const failedChecks = async (place: Place) =>
    (await get("/audit?full=true", place)).checks.filter(({ failed }: { failed: number }) => failed > 0);

  /** What is wrong with the answer to a request for what is theirs; `inVain` asks for what is nowhere. */
  const problemOf = async (method: string, scope: (typeof SCOPES)[number], asked: readonly CaseRequest[]) => {
    const [request, inVain] = asked as readonly [CaseRequest, CaseRequest];
    const [answer, other] = [
      await call(method, request, twins[0].tokens[scope]),
      await call(method, inVain, twins[1].tokens[scope]),
    ];
    const marks = told(theirs.names, answer.body, request);
    if (marks.length > 0) return `tells ${marks.join()}`;
    // The text model of these tests answers with prose, which is no choice.
    const isProse = answer.body.error?.code === "generator_unavailable";
    if (answer.status >= 500 && !isProse) return `status ${answer.status}`;
    if (answer.status !== other.status) return `${answer.status}, and ${other.status} for what never was`;
    const [got, wanted] = [shape(answer.body), shape(other.body)];
    return got === wanted ? undefined : parting(got, wanted);
  };

  it("answer for another's things as for things that never were, and change nothing of them", async () => {
    const before = await everything(theirs);
    expect(JSON.stringify(before)).toContain(theirs.names.content);
    const owns = [await ownOf(twins[0]), await ownOf(twins[1])] as const;
    const problems: string[] = [];
    for (const [route, { scope: needed, ask }] of Object.entries(CASES)) {
      const method = route.split(" ")[0] ?? "";
      const [asked, inVain] = [await ask(theirs.names, owns[0]), await ask(never.names, owns[1])];
      for (const [at, request] of asked.entries())
        for (const scope of SCOPES.filter(
          (one) => RANK[one] >= RANK[needed] && (at === 0 || one === needed),
        )) {
          const problem = await problemOf(method, scope, [request, inVain[at] as CaseRequest]);
          if (problem !== undefined)
            problems.push(`${route} ${scope} ${JSON.stringify(request)}: ${problem}`);
        }
    }
    expect(problems).toEqual([]);
    expect(await everything(theirs)).toEqual(before);
    expect([await failedChecks(theirs), await failedChecks(twins[0])]).toEqual([[], []]);
  });

  it("page through what names an entity without a number that all of them share", async () => {
    const whole = (await get("/entities/kestrel-labs", twins[0])).citations;
    const paged: unknown[] = [];
    let after = "";
    do {
      const { citations, nextCursor: next } = await get(`/entities/kestrel-labs?limit=1${after}`, twins[0]);
      paged.push(...citations);
      if (next !== null) expect(next).toMatch(/^\d+\.[0-9a-f]{32}$/);
      after = next === null ? "" : `&cursor=${next}`;
    } while (after !== "");
    expect(whole.length).toBeGreaterThan(1);
    expect(paged).toEqual(whole);
  });

  it("refuse a scope that is too small, and an owner, whatever is asked for", async () => {
    const own = await ownOf(twins[0]);
    for (const [route, { scope: needed, ask }] of Object.entries(CASES)) {
      const [request] = await ask(theirs.names, own);
      const method = route.split(" ")[0] ?? "";
      for (const has of SCOPES.filter((scope) => RANK[scope] < RANK[needed])) {
        const { status, body } = await call(method, request as CaseRequest, twins[0].tokens[has]);
        expect([route, status, body.error.details]).toEqual([route, 403, { needed, has }]);
      }
      // Tokens, workspaces, tables and what was done for all of them are what an owner is for.
      if (needed === "owner" || /\/v1\/(?:tokens|runs|migrations|access-log)/.test(route)) continue;
      const { status, body } = await call(method, request as CaseRequest, owner);
      expect([route, status, body.error.code]).toEqual([route, 403, "forbidden"]);
    }
  });

  it("repeat nobody else's answer under the same Idempotency-Key", async () => {
    const remember = async ({ tokens }: Place) =>
      world.client.call("POST", "/v1/memories", {
        token: tokens.admin,
        body: { text: "The tide table hangs by the door." },
        headers: { "idempotency-key": "one-key-for-all" },
      });
    const [first, second] = [await remember(theirs), await remember(twins[0])];
    expect([first.body.action, second.body.action]).toEqual(["created", "created"]);
    expect(second.headers.get("idempotent-replay")).toBeNull();
    expect(second.body.memory.id).not.toBe(first.body.memory.id);
  });

  it("rank and count the same after another has grown", async () => {
    await settle();
    const [place] = twins;
    const asOf = new Date(world.clock.now()).toISOString();
    const queries = ["harbour pilot", "Ana Lopez", "when does the gate close", "clockwork of the lighthouse"];
    const searches = async () => {
      // What is kept would be the same for want of a look.
      const kept = ["DELETE FROM answers", "DELETE FROM query_results"];
      await world.database.batch(kept.map((sql) => world.database.prepare(sql)));
      const isolate = world.isolate();
      const found: unknown[] = [];
      for (const profile of PROFILES)
        for (const query of queries) {
          const more = { profile, session: "s-shared", limit: 50, asOf, log: false, explain: true };
          found.push(without(PASSING, (await isolate.search(place.tokens.admin, query, more)).body));
        }
      return found;
    };
    const before = [await searches(), await everything(place)];
    await grow();
    await settle();
    expect([await searches(), await everything(place)]).toEqual(before);
  });

  /** 50 documents and 50 memories with the words, names, session and tags that all have, votes and logged searches. */
  const grow = async () => {
    const { client } = world;
    const token = theirs.tokens.admin;
    const files = Object.fromEntries(
      Array.from({ length: 50 }, (_, at) => [
        `grown/${at}.md`,
        `# Harbour ${at}\n\nAna Lopez, pilot ${at} of the harbour, works at Kestrel Labs by lighthouse ${at}.\n`,
      ]),
    );
    const memories = Array.from({ length: 50 }, (_, at) => ({
      text: `The harbour gate ${at} closes with the clockwork of lighthouse ${at + 100}.`,
      ...{ session: "s-shared", tags: ["harbour"], source: "planner", entities: ["Ana Lopez"] },
    }));
    expect((await client.upload(token, files)).body.indexed).toBe(50);
    const batch = await client.call("POST", "/v1/memories/batch", { token, body: { memories } });
    expect(batch.body.created).toBe(50);
    const observe = { token, body: { text: "Keeps the tide table." } };
    await client.call("POST", "/v1/entities/ana-lopez/observations", observe);
    for (const query of ["harbour pilot", "lighthouse", "Ana Lopez"]) {
      const { body } = await client.search(token, query, { session: "s-shared" });
      const vote = { recallId: body.recallId, chunk: 1, value: "down" };
      expect((await client.call("POST", "/v1/feedback", { token, body: vote })).status).toBe(200);
    }
  };
});
