import { describe, expect, it } from "vitest";
import { workersAiGenerator } from "../../../src/models/cloudflare/workers-ai-generator.ts";
import { aiError } from "../../support/fakes/fake-ai.ts";

const ASKED = { system: "s", prompt: "p", json: true, maxTokens: 64 };
const GLM = "@cf/zai-org/glm-4.7-flash";

describe("the Workers AI generator", () => {
  it.each([
    [aiError(3036), "quota"],
    [aiError(3040), "capacity"],
    [new Error("429 Too Many Requests"), "capacity"],
    [aiError(3007), "timeout"],
    [aiError(3008), "timeout"],
    [aiError(5_007), "generator_unavailable"],
    [aiError(3006), "generator_unavailable"],
    [new Error("JSON Mode couldn't be met"), "generator_unavailable"],
    [new Error("socket closed"), "generator_unavailable"],
  ])("tells %s as %s", async (failure, code) => {
    const generator = workersAiGenerator({ run: () => Promise.reject(failure) }, { model: GLM });
    await expect(generator.generate(ASKED)).rejects.toMatchObject({ code });
  });

  it.each([
    ["nothing", undefined],
    ["a queued request", { request_id: "r" }],
    ["no choice", { choices: [] }],
    ["no text", { choices: [{ message: { content: null } }] }],
    ["a list", { response: [] }],
  ])("takes %s for an outage", async (_, answer) => {
    const generator = workersAiGenerator({ run: async () => answer }, { model: GLM });
    await expect(generator.generate(ASKED)).rejects.toMatchObject({ code: "generator_unavailable" });
  });

  it("leaves it to its asker what prose is worth where JSON was asked for", async () => {
    const response = "Sure! Here it is";
    const generator = workersAiGenerator({ run: async () => ({ response }) }, { model: GLM });
    expect(await generator.generate(ASKED)).toBe(response);
  });

  it("ends when its signal aborts, although the binding does not listen", async () => {
    const generator = workersAiGenerator({ run: () => new Promise(() => undefined) }, { model: GLM });
    const signal = AbortSignal.timeout(10);
    await expect(generator.generate(ASKED, signal)).rejects.toMatchObject({ code: "timeout" });
    await expect(generator.generate(ASKED, AbortSignal.abort())).rejects.toMatchObject({ code: "timeout" });
  });

  it("asks for JSON, repeatable answers, and no reasoning of models that reason", async () => {
    const sent: Record<string, unknown>[] = [];
    const ai = {
      run: async (_: string, inputs: Record<string, unknown>) => {
        sent.push(inputs);
        return { response: "{}" };
      },
    };
    await workersAiGenerator(ai, { model: GLM }).generate(ASKED);
    await workersAiGenerator(ai, { model: "@cf/meta/llama-3.2-3b-instruct" }).generate({
      ...ASKED,
      json: false,
    });
    expect(sent[0]).toMatchObject({
      response_format: { type: "json_object" },
      chat_template_kwargs: { enable_thinking: false },
      temperature: 0,
      max_tokens: 64,
      max_completion_tokens: 64,
    });
    expect(Object.keys(sent[1] ?? {}).sort()).toEqual([
      "max_completion_tokens",
      "max_tokens",
      "messages",
      "temperature",
    ]);
  });
});
