import { expect } from "vitest";
import type { Generator } from "../../src/models/ports.ts";
import type { DefineCase } from "../support/failures-of.ts";
import type { Echo } from "../support/fakes/fake-chat.ts";

const ASKED = { system: "Rewrite the query.", prompt: "where do herons nest?", maxTokens: 120 };

/** Every Generator passes this, over a model that repeats what it was asked (test/support/fakes/fake-chat.ts). */
export function generatorContract(create: () => Generator, it: DefineCase): void {
  it("answers the model's text, without what only surrounds it", async () => {
    const text = await create().generate({ ...ASKED, json: false });
    expect(text).toBe("Rewrite the query. / where do herons nest? / 120");
  });

  it("answers one JSON object where JSON is asked for, and hands system, prompt and limit on", async () => {
    const text = await create().generate({ ...ASKED, json: true });
    expect(JSON.parse(text) as Echo).toEqual(ASKED);
  });

  it("tells the text in parts where somebody listens, and answers the same text", async () => {
    const parts: string[] = [];
    const onPart = (part: string): void => void parts.push(part);
    const text = await create().generate({ ...ASKED, json: false }, undefined, { onPart });
    expect(text).toBe("Rewrite the query. / where do herons nest? / 120");
    expect(parts.join("")).toContain(text);
  });

  it("ends when it is told to, in parts as well", async () => {
    const generator = create();
    const ended = generator.generate({ ...ASKED, json: false }, AbortSignal.abort(), {
      onPart: () => undefined,
    });
    await expect(ended).rejects.toMatchObject({ code: "timeout" });
  });

  it("names the model, under which texts are kept", () => {
    expect(create().model).not.toBe("");
  });
}
