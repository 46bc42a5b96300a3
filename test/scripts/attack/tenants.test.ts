import { describe, expect, it } from "vitest";
import { flood } from "../../../scripts/attack/flood.ts";
import type { Got } from "../../../scripts/attack/send.ts";
import { type Judging, problemsOfVictim } from "../../../scripts/attack/watched-victim.ts";

const report = (search: readonly number[], problems: readonly string[] = []) => ({
  ...{ times: { search, remember: [12] }, problems, remembered: [], slowest: [0, 0] as const, machineMs: 1 },
});

const alone = (search: number) => ({ times: { search: [5, search, 900], remember: [12] } });

describe("another tenant", () => {
  it.each<[string, Parameters<typeof problemsOfVictim>[1], Partial<Judging>, readonly RegExp[]]>([
    ["was served", report([20, 249]), {}, []],
    ["waited", report([20, 251]), {}, [/waited 251 ms, 250 at most/]],
    ["waited for a machine that did something else", report([20, 900]), { isJudged: false }, []],
    ["waited for its turns on a slow machine", report([20, 399]), { alone: alone(10) }, []],
    ["waited longer than that", report([20, 401]), { alone: alone(10) }, [/waited 401 ms, 400 at most/]],
    ["was refused", report([20], ["/v1/search: 503"]), { isJudged: false }, [/503/]],
    ["was never answered", report([]), {}, [/never answered/]],
  ])("%s", (_, seen, judging, problems) => {
    const usual = { isJudged: true, alone: alone(6), atOnce: 4 };
    expect(problemsOfVictim("attack", seen, { ...usual, ...judging })).toEqual(
      problems.map((problem) => expect.stringMatching(problem)),
    );
  });
});

describe("a flood", () => {
  const names = { content: "quill", session: "s-1" };
  const place = { names, tokens: { read: "rcl_x" } } as never;
  const answer = (status: number, headers: Got["headers"] = {}): Got => ({
    ...{ status, headers: { "content-type": "application/json", ...headers }, ms: 1 },
    text: status === 200 ? "{}" : '{"error":{"code":"rate_limited","message":"Later"}}',
  });
  const flooded = (answers: readonly Got[], unitsPerMinute = 1) => {
    let turn = 0;
    const send = async (): Promise<Got> => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      return answers[Math.min(turn++, answers.length - 1)] as Got;
    };
    const signal = new AbortController().signal;
    const times = { ms: 50, longestMs: 100 };
    return flood({ send, place, secrets: [], atOnce: 2, ...times, signal, unitsPerMinute });
  };

  it("that nothing stops is a problem", async () => {
    const { asked, answered, refused, problems } = await flooded([answer(200)]);
    expect([asked > 2, answered === asked, refused]).toEqual([true, true, 0]);
    expect(problems).toEqual([expect.stringMatching(/^flood: a token that floods was never refused/)]);
  });

  it("that never comes to the limit shows nothing", async () => {
    const { answered, allowed, problems } = await flooded([answer(200)], 1_000_000);
    expect([answered < allowed, problems]).toEqual([true, []]);
  });

  it("is to be told when it may come again", async () => {
    const { problems } = await flooded([answer(200), answer(429)]);
    expect(problems).toEqual(["flood: 429 rate_limited without retry-after"]);
  });

  it("is answered again when it has waited so long", async () => {
    const limit = answer(429, { "retry-after": "1" });
    const { refused, retryAfter, problems } = await flooded([answer(200), limit]);
    expect([refused > 0, retryAfter]).toEqual([true, 1]);
    expect(problems).toEqual(["flood: after 1 s, as it was told, the token was answered 429"]);
  });
});
