import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createHandlers } from "../../../src/wiring.ts";
import { cloudflareModels } from "../../../src/models/models.ts";
import { SECRET, testEnv } from "../../support/client.ts";
import { aiError } from "../../support/fakes/fake-ai.ts";
import { createWorld, type World } from "../../support/worlds/world.ts";

const FILES = {
  "keys.md": "# Runbook\n\n## Keys\n\nSigning keys are rotated on the first Monday of each month.\n",
  "lunch.md": "# Lunch\n\nThe kitchen serves soup on Mondays.\n",
};
const QUESTION = "When are signing keys rotated? And the soup?";

let world: World;
let token: string;
beforeAll(async () => {
  world = await createWorld();
  token = await world.client.workspace("default", "write");
  await world.client.upload(token, FILES);
  await world.client.sweep();
});
afterAll(() => world.dispose());

/** A question over `fetch`, its answer not read yet. */
async function open(body: object, { as = token, signal = new AbortController().signal } = {}) {
  const later: Promise<unknown>[] = [];
  const context = { waitUntil: (work: Promise<unknown>) => void later.push(work) };
  const worker = createHandlers({ cloudflare: cloudflareModels });
  const env = testEnv(world.database, {
    ...{ PLATFORM: "cloudflare", AI: world.ai, VECTORIZE: world.vectorize, SIGNING_SECRET: SECRET },
  });
  const headers = {
    authorization: `Bearer ${as}`,
    accept: "text/event-stream",
    "content-type": "application/json",
  };
  const init = { method: "POST", headers, body: JSON.stringify(body), signal };
  const request = new Request("https://recall.test/v1/ask", init);
  const response = await worker.fetch(request as never, env, context as unknown as ExecutionContext);
  return { response, settled: () => Promise.all(later) };
}

interface Told {
  readonly event: string;
  readonly data: ReturnType<typeof JSON.parse>;
}

async function events(body: object): Promise<readonly Told[]> {
  const { response, settled } = await open(body);
  expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  const text = await response.text();
  await settled();
  return text
    .trim()
    .split("\n\n")
    .map((event) => {
      const [, name = "", data = ""] = /^event: (.*)\ndata: (.*)$/.exec(event) ?? [];
      return { event: name, data: JSON.parse(data) };
    });
}

describe("an answer in events", () => {
  it("is its passages, each sentence that stands on one, and at the end what it is in one piece", async () => {
    world.ai.generator.script = ({ prompt }) => {
      const { passages } = JSON.parse(prompt) as { passages: { number: number; from: string }[] };
      const numberOf = (path: string) => passages.find(({ from }) => from.includes(path))?.number;
      return {
        sentences: [
          { text: "Keys are rotated on the first Monday.", passages: [numberOf("keys.md")] },
          { text: "They were rotated in 1999.", passages: [numberOf("keys.md")] },
          { text: "The kitchen serves “soup”.", passages: [numberOf("lunch.md"), numberOf("keys.md")] },
        ],
      };
    };
    const told = await events({ question: QUESTION });
    expect(told.map(({ event }) => event)).toEqual(["passages", "sentence", "sentence", "end"]);
    const [passages, first, second, end] = told.map(({ data }) => data);
    expect(passages.passages.map(({ citation }: { citation: string }) => citation).toSorted()).toEqual([
      ...["keys.md#L1-L5", "lunch.md#L1-L3"],
    ]);
    expect(first).toMatchObject({ text: "Keys are rotated on the first Monday.", sources: [1] });
    expect(second).toMatchObject({ sources: [1, 2], newSources: [{ number: 2, root: "notes" }] });
    // What does not stand on its passage was never told.
    expect(end).toMatchObject({ outcome: "answered", dropped: 1, passages: 2 });
    expect([first, second].map(({ text, sources }) => ({ text, sources }))).toEqual(end.sentences);
    expect([...first.newSources, ...second.newSources]).toEqual(end.sources);
    const plain = (await world.client.call("POST", "/v1/ask", { token, body: { question: QUESTION } })).body;
    expect(Object.keys(end).toSorted()).toEqual(Object.keys(plain).toSorted());
    expect(end.sentences).toEqual(plain.sentences);
  });

  it("asks no model where nothing is found", async () => {
    const before = world.ai.generator.asked.length;
    const told = await events({ question: "zzyzx quux", filters: { root: "nowhere" } });
    expect(told.map(({ event }) => event)).toEqual(["passages", "end"]);
    expect(told.at(-1)?.data).toMatchObject({ outcome: "nothing_found", model: null });
    expect(world.ai.generator.asked.length).toBe(before);
  });

  it("that the model cannot write ends with the code, after what was told", async () => {
    world.ai.generator.script = () => aiError(3040, "Capacity temporarily exceeded, please try again.");
    expect((await events({ question: QUESTION })).map(({ event, data }) => [event, data.code])).toEqual([
      ...[
        ["passages", undefined],
        ["error", "capacity"],
      ],
    ]);
    world.ai.generator.script = () => "No JSON at all.";
    expect((await events({ question: QUESTION })).at(-1)).toMatchObject({
      ...{ event: "error", data: { code: "generator_unavailable" } },
    });
  });

  it("that may not be asked for is refused with its status, as JSON", async () => {
    const { response } = await open({ question: "" });
    expect([response.status, ((await response.json()) as Told["data"]).error.code]).toEqual([
      400,
      "invalid_input",
    ]);
    const other = await open({ question: QUESTION }, { as: `${token.slice(0, -4)}AAAA` });
    expect(other.response.status).toBe(401);
  });

  it("stops the model when the caller goes", async () => {
    world.ai.generator.script = () => ({
      sentences: Array.from({ length: 400 }, (_, at) => ({ text: `Herons ${at}.`, passages: [1] })),
    });
    const before = world.ai.generator.cancelled;
    const { response, settled } = await open({ question: QUESTION });
    const reader = response.body?.getReader();
    let text = "";
    while (!text.includes("event: sentence")) text += new TextDecoder().decode((await reader?.read())?.value);
    await reader?.cancel();
    await expect.poll(() => world.ai.generator.cancelled).toBe(before + 1);
    await settled();
  });
});
