import { describe, expect, it } from "vitest";
import { chatBody, generatedText } from "../../src/models/generated-text.ts";

const chat = (content: unknown) => ({ choices: [{ message: { content } }] });

describe("a model's text", () => {
  it.each<[string, unknown, boolean, string]>([
    ["of an older model", { response: " hi " }, false, "hi"],
    ["of an older model in JSON mode", { response: { a: 1 } }, true, '{"a":1}'],
    ["of a chat", chat(" hi "), false, "hi"],
    ["before that of an older model", { ...chat("chat"), response: "old" }, false, "chat"],
    ["of an older model beside an empty chat", { ...chat(null), response: "old" }, false, "old"],
    ["in parts", chat([{ type: "text", text: "a" }, { type: "image" }, null, { text: "b" }]), false, "ab"],
    ["after its last thought", chat("hm</think>so</think> it is"), false, "it is"],
    ["within a fence, where JSON was asked for", chat('```json\n{"a":1}\n```'), true, '{"a":1}'],
    ["within a fence without a language", chat('```\n{"a":1}\n```'), true, '{"a":1}'],
    ["within a fence that ends on the line", chat('```json\n{"a":1}```'), true, '{"a":1}'],
    ["without spaces around its fence", chat(' ```json\n{"a":1}\n``` '), true, '{"a":1}'],
    ["of the first choice", { choices: [...chat("a").choices, ...chat("b").choices] }, false, "a"],
    ["of an older model without a choice", { choices: [], response: "old" }, false, "old"],
    ["of an older model beside a choice of nothing", { choices: [null], response: "old" }, false, "old"],
    [
      "as it is, where JSON was asked for and it is none",
      chat("Sure, here are some"),
      true,
      "Sure, here are some",
    ],
    ["with its fence, where it was not", chat("```\nx\n```"), false, "```\nx\n```"],
  ])("is taken %s", (_, answer, json, text) => {
    expect(generatedText(answer, { json })).toBe(text);
  });

  it.each([
    [null, "The model answered without text"],
    [undefined, "The model answered without text"],
    [{ response: 7 }, "The model answered without text"],
    [chat([]), "The model answered without text"],
    [chat("x</think> "), "The model answered without text"],
  ])("is none in %j: %s", (answer, message) => {
    expect(() => generatedText(answer, { json: true })).toThrow(
      expect.objectContaining({ code: "generator_unavailable", message }),
    );
  });
});

it("a chat is asked with its rules first, and for JSON only where it is wanted", () => {
  const messages = [
    { role: "system", content: "rules" },
    { role: "user", content: "question" },
  ];
  const asked = { system: "rules", prompt: "question", maxTokens: 9 };
  expect(chatBody({ ...asked, json: false })).toEqual({ messages });
  expect(chatBody({ ...asked, json: true })).toEqual({ messages, response_format: { type: "json_object" } });
});
