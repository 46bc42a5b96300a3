import { afterAll, beforeAll, expect, it } from "vitest";
import { operationsOf } from "../../../src/http/openapi/types.ts";
import { TOOLS } from "../../../src/mcp/tools/table.ts";
import { openDoor } from "../../mcp/open-door.ts";
import { apiDocument } from "../../support/api-document.ts";
import { createWorld, type World } from "../../support/worlds/world.ts";

let world: World;
let token = "";
let owner = "";
beforeAll(async () => {
  world = await createWorld();
  owner = await world.client.owner();
  token = await world.client.workspace("attacked");
  await world.client.upload(token, { "a.md": "# Heron\n\nHerons eat fish.\n" });
});
afterAll(() => world.dispose());

const keys = (count: number, value = "1"): string =>
  `{${Array.from({ length: count }, (_, at) => `"k${at}":${value}`).join()}}`;
const list = (count: number, of: string): string => `[${Array(count).fill(of).join()}]`;
const nested = (open: string, close: string, levels: number): string =>
  open.repeat(levels) + close.repeat(levels);

/** Values that may stand anywhere, some within the bounds of structure and some far beyond. */
const VALUES: readonly string[] = [
  ...["null", "-0", "1e999", "-1e999", "9".repeat(5_000), "0.1e1000000000", '""', "[]", "{}"],
  ...[
    nested("[", "]", 6),
    nested("[", "]", 5_000),
    nested('{"a":', "}", 20_000),
    keys(90),
    keys(2_000),
    keys(200_000),
  ],
  ...[list(900, "1"), list(10_000, "{}"), list(100_000, '""'), list(50, JSON.stringify("x".repeat(100_000)))],
  JSON.stringify("\u0301".repeat(5_000)),
  JSON.stringify("\ufdfa".repeat(5_000)),
  '"\\ud800"',
  '"\\u0000"',
  JSON.stringify("*".repeat(256)),
  JSON.stringify("[".repeat(256)),
  JSON.stringify("__proto__"),
];

/** Each field of a body with each of the values, the others left out or as in the route's example. */
function* bodies(example: unknown): Generator<string> {
  yield* VALUES;
  const fields = typeof example === "object" && example !== null ? Object.entries(example) : [];
  for (const [name] of fields)
    for (const value of VALUES) {
      const others = fields.filter(([other]) => other !== name);
      const said = others.map(([other, given]) => `${JSON.stringify(other)}:${JSON.stringify(given)}`);
      yield `{${[...said, `${JSON.stringify(name)}:${value}`].join()}}`;
    }
}

const FILLED: Readonly<Record<string, string>> = {
  root: "notes",
  name: "edge",
  slug: "heron",
  id: "0".repeat(32),
};
const addressOf = (path: string): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => FILLED[name] ?? "x");

const withBodies = operationsOf(apiDocument()).filter(({ operation }) => operation.requestBody !== undefined);

it.each(withBodies.map((placed) => [`${placed.method} ${placed.path}`, placed] as const))(
  "%s answers whatever it is sent, and never with an error of ours",
  async (_, { method, path, operation }) => {
    const example = operation.requestBody?.content["application/json"].example;
    const own =
      path === "/v1/tokens" || path === "/v1/workspaces" || path === "/v1/migrations" ? owner : token;
    const headers = { authorization: `Bearer ${own}`, "content-type": "application/json" };
    for (const body of bodies(example)) {
      const answer = await world.client.raw(method.toUpperCase(), addressOf(path), { headers, body });
      expect([body.slice(0, 200), answer.status < 500 || answer.body.error?.code !== "internal"]).toEqual([
        body.slice(0, 200),
        true,
      ]);
    }
  },
);

it("each parameter of an address takes whatever it is given", async () => {
  const texts = [
    "[".repeat(7_000),
    "9".repeat(7_000),
    "-1",
    "1e999",
    "%00",
    "\u{e0041}",
    "a\u202eb",
    "*a".repeat(128),
  ];
  for (const { method, path, operation } of operationsOf(apiDocument())) {
    if (method !== "get" || (operation.security ?? []).length === 0) continue;
    const own = operation.security?.[0]?.token?.[0] === "owner" ? owner : token;
    for (const { name, in: place } of operation.parameters ?? [])
      for (const text of place === "query" ? texts : []) {
        const others = name === "q" ? "" : "q=heron&query=heron&kind=silent&";
        const address = `${addressOf(path)}?${others}${name}=${encodeURIComponent(text)}`;
        const headers = { authorization: `Bearer ${own}` };
        const { status } = await world.client.raw("GET", address, { headers, body: null });
        expect([name, path, text.slice(0, 20), status < 500]).toEqual([name, path, text.slice(0, 20), true]);
      }
  }
});

it("each tool of /mcp does so, too", async () => {
  const { door, settle } = openDoor(world);
  const send = async (body: string) => {
    const headers = {
      ...{ authorization: `Bearer ${token}`, "content-type": "application/json" },
      accept: "application/json, text/event-stream",
    };
    const request = new Request("https://recall.test/mcp", { method: "POST", headers, body });
    const answer = await door(request);
    return { status: answer.status, text: await answer.text() };
  };
  const schemas = TOOLS.map((tool) => tool.listed() as { name: string; inputSchema: { properties: object } });
  for (const { name, inputSchema } of schemas) {
    const given = Object.fromEntries(Object.keys(inputSchema.properties).map((field) => [field, "heron"]));
    for (const args of bodies(given)) {
      const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${args}}}`;
      const { status, text } = await send(call);
      expect([name, args.slice(0, 100), status < 500, text.includes("internal:")]).toEqual([
        ...[name, args.slice(0, 100), true, false],
      ]);
    }
  }
  for (const method of [
    "resources/read",
    "resources/list",
    "prompts/get",
    "completion/complete",
    "initialize",
  ])
    for (const params of [
      ...VALUES,
      ...VALUES.map((value) => `{"uri":${value},"cursor":${value},"name":${value}}`),
    ]) {
      const { status } = await send(`{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`);
      expect([method, params.slice(0, 100), status < 500]).toEqual([method, params.slice(0, 100), true]);
    }
  await settle();
});
