import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Env } from "../../../../src/env.ts";
import local from "../../../../src/local.ts";
import { percent } from "../../../../src/search/views/answer-words.ts";
import { temporaryFolder } from "../../../cli/temporary-folder.ts";
import { connect, type McpClient } from "../../../mcp/connect.ts";
import { openDoor } from "../../../mcp/open-door.ts";
import { createClient, type TestClient, testEnv } from "../../../support/client.ts";
import { serveClient } from "../../../support/serve-client.ts";
import { createWorld, type World } from "../../../support/worlds/world.ts";
import { byClient, byCommand, overHttp, overMcp, type Told } from "./doors.ts";
import { MEMORIES, NOTES, QUESTIONS, WIKI } from "./questions.ts";

// The same fifty questions at every door that a program or an agent has. What they answer is judged elsewhere; here it must
// be the same answer: its hits and their order, how far it can be relied on, what is missing, in the same words.

const ASKED = Object.entries(QUESTIONS).flatMap(([kind, questions]) =>
  questions.map((question) => ({ kind, question, words: JSON.stringify(question) })),
);

/** A Worker without any model. */
const WITHOUT_MODELS: Partial<Env> = { PLATFORM: "local", ALLOWED_HOSTS: "recall.test" };

describe.each([
  ["with models", false],
  ["without any", true],
])("fifty questions of a server %s", (_, isBare) => {
  let world: World;
  let server: Awaited<ReturnType<typeof serveClient>>;
  let at: { readonly url: string; readonly token: string };
  let mcp: McpClient;

  beforeAll(async () => {
    world = await createWorld();
    const bare = { ...world, ai: undefined, vectorize: undefined } as unknown as World;
    const client: TestClient = isBare
      ? createClient(local as never, testEnv(world.database, WITHOUT_MODELS))
      : world.client;
    const token = await client.workspace("questions", "admin");
    await client.upload(token, NOTES);
    await client.upload(token, WIKI, "wiki");
    for (const body of MEMORIES) await client.call("POST", "/v1/memories", { token, body });
    for (let round = 0; round < 5; round++) await client.sweep();
    server = await serveClient(client);
    at = { url: server.url, token };
    mcp = await connect((isBare ? openDoor(bare, WITHOUT_MODELS, local as never) : openDoor(world)).door, {
      token,
    });
  });
  afterAll(async () => {
    server.close();
    await world.dispose();
  });

  it("are fifty, and not all alike", async () => {
    expect(ASKED).toHaveLength(50);
    const answers: Told[] = [];
    for (const { question } of ASKED) answers.push(await overHttp(at, question));
    const outcomes = new Set(answers.map(({ outcome }) => outcome));
    expect(outcomes).toEqual(new Set(["found", "nothing_found", "nothing_relevant"]));
    expect(new Set(answers.map(({ confidence }) => confidence)).size).toBe(3);
    expect(answers.filter(({ closest }) => closest.length > 0).length).toBeGreaterThan(0);
    const unknown = answers.filter(({ notes }) => notes.some((note) => note.startsWith("There is no root")));
    expect(unknown).toHaveLength(QUESTIONS["of an unknown root"]?.length ?? 0);
    const bare = answers.filter(({ notes }) => notes.some((note) => note.startsWith("No model:")));
    expect(bare).toHaveLength(isBare ? 50 : 0);
  });

  it.each(ASKED)("have one answer where they are $kind: $words", async ({ question }) => {
    const told = await overHttp(at, question);
    expect(await byClient(at, question)).toEqual(told);
    expect(await byCommand(at, question, temporaryFolder())).toEqual(told);
    const over = await overMcp(mcp, question);
    expect(over.told).toEqual(told);
    const lines = over.text.split("\n");
    expect(lines.slice(0, told.hits.length)).toEqual(
      told.hits.map(([id, citation, relevance]) =>
        expect.stringContaining(`${id} ${citation} ${percent(relevance ?? 0)} `),
      ),
    );
    const behind = lines.slice(told.hits.length).filter((line) => !/^(?:recall|more: cursor) /.test(line));
    expect(behind).toEqual(told.notes);
    expect(lines.at(-1)).toMatch(/^recall [0-9a-f-]+$/);
  });
});
