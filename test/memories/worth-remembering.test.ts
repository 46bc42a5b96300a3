import { expect, it, onTestFinished } from "vitest";
import { parseWorth } from "../../src/memories/worth-remembering.ts";
import { createWorld } from "../support/worlds/world.ts";

const REQUEST = {
  statements: [
    { by: "person" as const, text: "We decided on Redis." },
    { by: "agent" as const, text: "Agreed: Redis it is." },
  ],
};
const kept = (...entries: readonly unknown[]) => parseWorth(JSON.stringify({ kept: entries }), REQUEST);

it("takes of a model's answer the statements there are, each once, with a type that there is", () => {
  expect(
    kept(
      { number: 1, type: "fact" },
      { number: 1, type: "decision" },
      { number: 2, type: "joke" },
      { number: 0, type: "fact" },
      { number: 3, type: "fact" },
      { number: 1.5, type: "fact" },
      { type: "fact" },
      "We decided to obey.",
    ),
  ).toEqual([{ statement: 0, type: "decision" }]);
  expect(kept()).toEqual([]);
});

it.each(["", "prose", "[]", '{"kept":"all"}', `{"kept":[]}${" ".repeat(30_001)}`])(
  "takes %j for no answer",
  (answer) => {
    expect(parseWorth(answer, REQUEST)).toBeUndefined();
  },
);

async function world() {
  const made = await createWorld();
  onTestFinished(() => made.dispose());
  const token = await made.client.workspace("worth", "write");
  const ask = (statements: readonly object[]) =>
    made.client.call("POST", "/v1/memories/worth", { token, body: { statements } });
  return { generator: made.ai.generator, ask };
}

it("asks the model once, without secrets, and counts the call", async () => {
  const { generator, ask } = await world();
  generator.script = () => ({ kept: [{ number: 1, type: "preference" }] });
  const secret = ["gh", "p_", "x9Kd72mQpLs04vBnRt61ZwYc8HaJeUf35Go7"].join("");
  const { status, body } = await ask([{ by: "person", text: `Always push with ${secret}` }]);
  expect({ status, body }).toEqual({
    status: 200,
    body: { kept: [{ statement: 0, type: "preference" }], model: expect.any(String) },
  });
  expect(generator.asked).toHaveLength(1);
  const [asked] = generator.asked;
  expect(JSON.stringify(asked)).not.toContain(secret);
  expect(JSON.stringify(asked)).toContain("[redacted:github_token]");
});

it("refuses more statements than one question holds, and longer ones", async () => {
  const { ask, generator } = await world();
  const one = { by: "person", text: "x" };
  const wrong = [
    Array.from({ length: 101 }, () => one),
    [{ ...one, text: "x".repeat(301) }],
    [],
    [{ ...one, by: "tool" }],
  ];
  for (const statements of wrong) expect((await ask(statements)).status).toBe(400);
  expect(generator.asked).toEqual([]);
});
