import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type AttackPlan,
  attackAll,
  goalsOf,
  neverDone,
  problemsOfReach,
} from "../../../scripts/attack/attack-all.ts";
import { type Hostile, openHostile, SCOPES } from "../../../scripts/attack/places.ts";
import type { Got, Send, Sent } from "../../../scripts/attack/send.ts";
import { openPlace, type Place } from "../../integration/isolation/places.ts";
import { openDoor } from "../../mcp/open-door.ts";
import { createWorld, type World } from "../../support/worlds/world.ts";

/** Cases enough for each route and tool to be asked some ten times. */
const COUNT = 800;

/** Sends to a Worker without a network what can be sent so: the rest is refused as a server refuses what is no HTTP. */
const sendTo =
  (door: (request: Request) => Promise<Response>): Send =>
  async ({ method, path, headers, body }: Sent): Promise<Got> => {
    try {
      const hasBody = body !== null && !["GET", "HEAD"].includes(method);
      const init = { method, headers, ...(hasBody && { body: new Uint8Array(body) }) };
      const response = await door(new Request(`https://recall.test${path}`, init));
      const text = await response.text();
      return { status: response.status, headers: Object.fromEntries(response.headers), text, ms: 1 };
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      return { status: 400, headers: {}, text: "", ms: 0 };
    }
  };

let world: World;
let victim: Place;
let hostile: Hostile;
let send: Send;
beforeAll(async () => {
  world = await createWorld();
  victim = await openPlace(world.client, "victim", "zarbon");
  hostile = await openHostile(world.client, 0);
  send = sendTo(openDoor(world).door);
});
afterAll(() => world.dispose());

const planned = async (more: Partial<AttackPlan>): Promise<AttackPlan> => ({
  ...{ url: "https://recall.test", send, goals: await goalsOf(send, victim.tokens.read) },
  ...{
    victim: victim.names,
    secrets: [],
    seed: 1,
    count: COUNT,
    atOnce: 4,
    endsAt: Number.POSITIVE_INFINITY,
  },
  ...{ open: async () => hostile, close: async () => undefined, signal: new AbortController().signal },
  ...more,
});

describe("hostile requests", () => {
  it("are answered as they may be, of every route and tool", async () => {
    const plan = await planned({});
    const { asked, problems, byOperation, byKind } = await attackAll(plan);
    expect(problems).toEqual([]);
    expect(asked).toBe(COUNT);
    expect(Object.keys(byOperation).toSorted()).toEqual(plan.goals.map(({ name }) => name).toSorted());
    expect(Object.keys(byKind).length).toBeGreaterThan(10);
  });

  it("are the same for the same seed, and others for another one", async () => {
    const sentWith = async (seed: number): Promise<readonly string[]> => {
      const all: string[] = [];
      const noting: Send = async ({ method, path, body }) => {
        all.push(`${method} ${path} ${body?.toString("base64")}`);
        return {
          status: 404,
          headers: { "content-type": "application/json" },
          text: '{"error":{"code":"not_found"}}',
          ms: 0,
        };
      };
      await attackAll(await planned({ send: noting, seed, count: 200, atOnce: 1 }));
      return all;
    };
    const [first, again, other] = [await sentWith(1), await sentWith(1), await sentWith(2)];
    expect(again).toEqual(first);
    expect(other).not.toEqual(first);
  });

  it.each<[string, Partial<Got>, RegExp]>([
    ["fails", { status: 500 }, /500/],
    ["tells another's text", { text: '{"text":"quillzarbon"}' }, /tells theirs/],
    ["breaks off", { status: undefined, text: "" }, /ended without an answer/],
  ])("show a server that %s, each with a request to send again", async (_, bad, problem) => {
    const broken: Send = async () => ({ status: 200, headers: {}, text: "{}", ms: 1, ...bad }) as Got;
    const secrets = [{ what: "theirs", text: victim.names.content }];
    const { problems } = await attackAll(await planned({ send: broken, secrets, count: 40 }));
    expect(problems.length).toBeGreaterThan(5);
    for (const shown of problems) expect(shown).toMatch(problem);
    expect(problems[0]).toContain("curl -s --path-as-is");
    expect(problems.join()).not.toMatch(/Bearer rcl_/);
  });

  it("show answers that are slow three times, and not those that only waited", async () => {
    const slow: Send = async () => ({ status: 200, headers: {}, text: "{}", ms: 2_000 });
    let turn = 0;
    const late: Send = async () => ({
      status: 200,
      headers: {},
      text: "{}",
      ms: turn++ < 5 ? 2_000 : 1,
    });
    const [always, once] = [
      await attackAll(await planned({ send: slow, count: 5, atOnce: 1 })),
      await attackAll(await planned({ send: late, count: 5, atOnce: 1 })),
    ];
    expect([always.slow.length, always.late]).toEqual([5, 0]);
    expect([once.slow.length, once.late]).toEqual([0, 5]);
  });

  it("that did not get anywhere are no good news", async () => {
    const { goals } = await planned({});
    const one = Object.fromEntries(SCOPES.map((scope) => [scope, [9, 1] as const]));
    const byOperation = Object.fromEntries(goals.map(({ name }) => [name, one]));
    const reached = { asked: 20_000, byOperation, byStatus: {} } as never;
    expect(problemsOfReach(reached, goals)).toEqual([]);
    const limited = { ...(reached as object), byStatus: { 429: 15_000 } } as never;
    expect(problemsOfReach(limited, goals)).toEqual([expect.stringMatching(/15000 requests met a limit/)]);
    const nothing = { ...(reached as object), byOperation: {} } as never;
    expect(problemsOfReach(nothing, goals).length).toBeGreaterThan(goals.length);
    expect(neverDone(nothing, goals)).toHaveLength(goals.length);
  });
});
