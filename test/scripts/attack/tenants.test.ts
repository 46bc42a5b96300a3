import { describe, expect, it } from "vitest";
import { flood } from "../../../scripts/attack/flood.ts";
import type { Got } from "../../../scripts/attack/send.ts";
import { problemsOfVictim } from "../../../scripts/attack/watched-victim.ts";

const report = (search: readonly number[], problems: readonly string[] = []) => ({
  ...{ times: { search, remember: [12] }, problems, remembered: [], slowest: [0, 0] as const, machineMs: 1 },
});

describe("another tenant", () => {
  it.each<[string, Parameters<typeof problemsOfVictim>[1], boolean, readonly RegExp[]]>([
    ["was served", report([20, 249]), true, []],
    ["waited", report([20, 251]), true, [/waited 251 ms/]],
    ["waited for a machine that did something else", report([20, 900]), false, []],
    ["was refused", report([20], ["/v1/search: 503"]), false, [/503/]],
    ["was never answered", report([]), true, [/never answered/]],
  ])("%s", (_, seen, isJudged, problems) => {
    expect(problemsOfVictim("attack", seen, isJudged)).toEqual(
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
  const flooded = (answers: readonly Got[]) => {
    let turn = 0;
    const send = async (): Promise<Got> => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      return answers[Math.min(turn++, answers.length - 1)] as Got;
    };
    const signal = new AbortController().signal;
    return flood({ send, place, secrets: [], atOnce: 2, ms: 50, signal });
  };

  it("that nothing stops is a problem", async () => {
    const { asked, answered, refused, problems } = await flooded([answer(200)]);
    expect([asked > 2, answered === asked, refused]).toEqual([true, true, 0]);
    expect(problems).toEqual(["flood: a token that floods was never refused"]);
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
