import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isRecord } from "../../../src/text/parse-json.ts";
import { createSimulatedWorld, type World } from "../../support/worlds/world.ts";
import { call, connect, type McpClient } from "../connect.ts";
import { openDoor } from "../open-door.ts";
import { LISTS, NOTES, READS, SEARCHES, WIKI } from "./reading.ts";
import type { Known } from "./task.ts";
import { FORGETS, OTHERS, REMEMBERS, VOTES } from "./writing.ts";

// Sixty situations of an agent: does the right call do it, and do the descriptions lead to the right tool? No model chooses
// here: a keyword ranking over what a client lists, this project's own, stands in for one. A description that shares no word
// with the situation, or shares more with another's, misleads both; that a model reads between the lines, chooses among
// tools of other servers, or fills in arguments well, this cannot show.

const TASKS = [...SEARCHES, ...READS, ...LISTS, ...REMEMBERS, ...FORGETS, ...VOTES, ...OTHERS];
/** Of sixty, by words alone. */
const MIN_CHOSEN = 56;

const MEMORIES = {
  port: { text: "The staging server listens on port 5433.", session: "s1", tags: ["ops"] },
  deploy: { text: "We deploy on Thursdays, after the standup." },
  mysql: { text: "We chose MySQL for the ledger.", type: "decision" },
  office: { text: "The office is in Rome." },
  phone: { text: "The phone number of the help desk is 4711." },
  parking: { text: "The parking lot is closed on Fridays." },
  printer: { text: "The printer is on floor three." },
};

interface Listed {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

/** What a model is told of a tool, without the punctuation of JSON. */
function toldOf({ name, description = "", inputSchema }: Listed): string {
  const properties = isRecord(inputSchema.properties) ? inputSchema.properties : {};
  const args = Object.entries(properties).map(([argument, schema]) => {
    const about = isRecord(schema) && typeof schema.description === "string" ? schema.description : "";
    return `${argument}: ${about}`;
  });
  return [name, description, ...args].join("\n");
}

describe("sixty tasks of an agent", () => {
  let world: World;
  let client: McpClient;
  let tools: readonly Listed[];
  let known: Known;

  beforeAll(async () => {
    world = await createSimulatedWorld(0, { NAMES: "on" });
    const token = await world.client.workspace("default", "write");
    await world.client.upload(token, NOTES);
    await world.client.upload(token, WIKI, "wiki");
    const opened = openDoor(world);
    client = await connect(opened.door, { token });
    tools = (await client.listTools()).tools as unknown as readonly Listed[];
    const memories: Record<string, string> = {};
    const keep = async (name: string, body: object) => {
      const kept = await world.client.call("POST", "/v1/memories", { token, body });
      memories[name] = kept.body.memory.id;
    };
    for (const [name, body] of Object.entries(MEMORIES)) await keep(name, body);
    const chosen = { text: "We chose PostgreSQL as the database of the ledger.", type: "decision" };
    await keep("database", { ...chosen, supersedes: memories.mysql });
    // What follows is answered from an index that nothing changes meanwhile.
    for (let round = 0; round < 5; round++) await world.client.sweep();
    const first = await call<{ recallId: string; nextCursor: string; hits: { id: string }[] }>(
      client,
      "search",
      { query: "keys backups tomatoes", limit: 1 },
    );
    const garden = await call<{ hits: { id: string }[] }>(client, "search", {
      ...{ query: "when are tomatoes watered?", glob: "garden.md" },
    });
    const listed = await call(client, "list", { kind: "memory", limit: 1 });
    await opened.settle();
    known = {
      memories,
      passages: { "garden.md": garden.structured.hits[0]?.id ?? "" },
      recallId: first.structured.recallId,
      nextCursor: first.structured.nextCursor,
      listCursor: /^\[more: cursor (.*)\]$/m.exec(listed.text)?.[1] ?? "",
    };
  });
  afterAll(() => world.dispose());

  it("are sixty, and every tool has its own", () => {
    expect(TASKS).toHaveLength(60);
    expect(new Set(TASKS.map(({ tool }) => tool))).toEqual(new Set(tools.map(({ name }) => name)));
  });

  it.each(TASKS)("$situation ($tool)", async ({ tool, args, says, not }) => {
    const given = typeof args === "function" ? args(known) : args;
    const schema = tools.find(({ name }) => name === tool)?.inputSchema ?? {};
    const validate = new Ajv2020({ strict: false }).compile(schema);
    expect([validate(given), validate.errors]).toEqual([true, null]);
    const { isError, text } = await call(client, tool, given);
    expect([isError, text]).toEqual([false, expect.stringMatching(says)]);
    if (not !== undefined) expect(text).not.toMatch(not);
  });

  it(`lead to the right tool by the words of its description in ${MIN_CHOSEN} of them`, async () => {
    const token = await world.client.workspace("chooser", "write");
    await world.client.upload(
      token,
      Object.fromEntries(tools.map((tool) => [`${tool.name}.txt`, toldOf(tool)])),
    );
    const misled: string[] = [];
    for (const { situation, tool } of TASKS) {
      const settings = { "relevance.floor": 0 };
      // Quoted words must occur where this project searches: here they are words like others.
      const words = situation.replaceAll(/["“”「」]/g, " ");
      const { body } = await world.client.search(token, words, { profile: "keyword", settings });
      const [best] = body.hits as readonly { readonly path: string }[];
      if (best?.path !== `${tool}.txt`) misled.push(`${situation} ${tool}, not ${best?.path}`);
    }
    // Those beyond the few that may be.
    expect(misled.slice(TASKS.length - MIN_CHOSEN), misled.join("\n")).toEqual([]);
  });
});
