import { describe, expect, it } from "vitest";
import { adviceOf, problemOf, refused } from "../../../scripts/deploy/failure.ts";
import { runSteps, type Step } from "../../../scripts/deploy/steps/run-steps.ts";
import { AppError } from "../../../src/errors.ts";

/** As wrangler 4.164 lays an error of the API out. */
const answer = (message: string, notes: string) => ({
  args: ["queues", "create", "a-queue"],
  code: 1,
  stdout: "\n ⛅️ wrangler 4.164.0\n────────────────────\n🌀 Creating queue 'a-queue'\n",
  stderr: `\n✘ [ERROR] ${message}\n\n  ${notes}\n  \n  If you think this is a bug, please open an issue at: https://github.com/cloudflare/workers-sdk/issues/new/choose\n\n\n🪵  Logs were written to "wrangler.log"\n`,
});

describe("a refusal of wrangler", () => {
  it("is told in one line, without its banner, its log and its request for bug reports", () => {
    const refusal = answer(
      "A request to the Cloudflare API (/accounts/acc1/queues) failed.",
      "Something. [code: 1]",
    );
    expect(problemOf(refusal)).toBe(
      "A request to the Cloudflare API (/accounts/acc1/queues) failed. Something. [code: 1]",
    );
    expect(adviceOf(refused(refusal))).toContain("npx wrangler queues create a-queue");
  });

  it.each([
    ["Authentication error [code: 10000]", "permission"],
    ["workers.api.error.not_entitled [code: 10015]", "Workers Paid"],
    ["You have reached the maximum number of D1 databases for your account.", "Delete a database"],
    ["You need to register a workers.dev subdomain before publishing to workers.dev", "dashboard"],
    ["fetch failed", "online"],
  ])("%s comes with what helps", (notes, advice) => {
    expect(adviceOf(refused(answer("Failed.", notes)))).toContain(advice);
  });

  it("without a word of explanation still has one", () => {
    const { message } = refused({ args: ["deploy"], code: 9, stdout: "", stderr: "" });
    expect(message).toBe("wrangler ended with code 9");
  });
});

describe("the steps", () => {
  const done: Step = { name: "a", isDone: async () => "there", run: async () => "made" };
  const broken: Step = {
    name: "b",
    isDone: async () => undefined,
    run: async () => {
      throw new AppError("unavailable", "no");
    },
  };
  const lines = async (steps: readonly Step[]) => {
    const said: string[] = [];
    return [await runSteps(steps, (line) => void said.push(line)), said];
  };

  it("run in their order up to the first that fails", async () => {
    const made: Step = { ...done, name: "c", isDone: async () => undefined };
    expect(await lines([done, made, broken, made])).toEqual([false, ["– a: there", "✓ c: made", "✗ b: no"]]);
  });

  it("take a failure whose result is there for a success", async () => {
    let asked = 0;
    const late: Step = { ...broken, isDone: async () => (asked++ === 0 ? undefined : "there after all") };
    expect(await lines([late])).toEqual([true, ["✓ b: there after all"]]);
  });

  it("do not hide a mistake of the program", async () => {
    const wrong: Step = { ...done, isDone: () => Promise.reject(new TypeError("a bug")) };
    await expect(lines([wrong])).rejects.toThrow("a bug");
  });
});
