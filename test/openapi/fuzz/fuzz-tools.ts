import { Ajv2020 } from "ajv/dist/2020.js";
import { ERRORS } from "../../../src/errors.ts";
import type { JsonObject } from "../../../src/http/openapi/types.ts";
import type { Door } from "../../mcp/connect.ts";
import type { Fuzzed } from "./fuzz-routes.ts";
import { mutated } from "./mutate.ts";
import { type Random, seeded } from "./random.ts";

/** Arguments that each tool takes, to be made wrong in one place. */
export const ARGUMENTS: Readonly<Record<string, JsonObject>> = {
  search: { query: "when are the keys rotated?", limit: 3 },
  fetch: { id: "guides/keys.md" },
  get: { places: ["guides/keys.md:3-6"] },
  remember: { text: "The ferry leaves at noon", type: "fact", tags: ["ferry"] },
  forget: { query: "crane manual" },
  feedback: { recall: "01a1fdfa-460c-70f2-b13d-a3638c3fd076", hit: "1", vote: "up" },
  graph: { query: "Harbour Lab", depth: 1 },
  recent: { limit: 5 },
  status: {},
};

interface Listed {
  readonly name: string;
  readonly inputSchema: JsonObject;
}

interface Answered {
  readonly result?: {
    readonly isError?: boolean;
    readonly tools?: readonly Listed[];
    readonly content?: readonly { readonly text: string }[];
  };
  readonly error?: { readonly code: number; readonly message: string };
}

const ajv = new Ajv2020({ strict: false, validateFormats: false });

/** Calls every tool in turn with what its listed schema does not allow. Each is to be a tool's error with its code. */
export async function fuzzTools(
  door: Door,
  token: string,
  { count, seed }: { readonly count: number; readonly seed: number },
): Promise<Fuzzed> {
  const random = seeded(seed);
  const tools = (await ask(door, token, "tools/list", {})).answer.result?.tools ?? [];
  const validators = new Map(tools.map(({ name, inputSchema }) => [name, ajv.compile(inputSchema)]));
  const byOperation: Record<string, number> = {};
  const problems: string[] = [];
  let asked = 0;
  // A tool that takes anything at all can be asked for nothing wrong.
  for (let turn = 0; asked < count && turn < 20 * count; turn++) {
    const tool = tools[turn % tools.length];
    const args = tool === undefined ? undefined : wrongArguments(tool, random);
    if (tool === undefined || args === undefined || validators.get(tool.name)?.(args) !== false) continue;
    const { status, answer } = await ask(door, token, "tools/call", { name: tool.name, arguments: args });
    if (!isRefusal(status, answer)) problems.push(`${tool.name} ${short(args)}: ${status} ${short(answer)}`);
    byOperation[tool.name] = (byOperation[tool.name] ?? 0) + 1;
    asked++;
  }
  return { asked, byOperation, byKind: { arguments: asked }, problems };
}

const short = (value: unknown): string => (JSON.stringify(value) ?? "").slice(0, 300);

/** As it arrives: JSON knows no undefined. */
function wrongArguments({ name, inputSchema }: Listed, random: Random): unknown {
  return JSON.parse(JSON.stringify(mutated(inputSchema, ARGUMENTS[name] ?? {}, random)));
}

const INVALID_PARAMS = -32_602;

/** The tool says with one of the codes why it does nothing; what are no arguments at all, the protocol refuses. */
function isRefusal(status: number, { result, error }: Answered): boolean {
  if (status >= 500) return false;
  if (error !== undefined) return error.code === INVALID_PARAMS || error.code === -32_600;
  const code = /^(\w+): /.exec(result?.content?.[0]?.text ?? "")?.[1] ?? "";
  return result?.isError === true && Object.hasOwn(ERRORS, code) && code !== "internal";
}

async function ask(door: Door, token: string, method: string, params: JsonObject) {
  const response = await door(
    new Request("https://recall.test/mcp", {
      method: "POST",
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    }),
  );
  const text = await response.text();
  const data = /^data: (.*)$/m.exec(text)?.[1] ?? text;
  return { status: response.status, answer: JSON.parse(data === "" ? "{}" : data) as Answered };
}
