import { expect, it } from "vitest";
import { operationsOf } from "../../src/http/openapi/types.ts";
import { openDoor } from "../mcp/open-door.ts";
import { apiDocument } from "../support/api-document.ts";
import { fuzzRoutes } from "./fuzz/fuzz-routes.ts";
import { fuzzTools } from "./fuzz/fuzz-tools.ts";
import { openFuzzed } from "./fuzz/open-fuzzed.ts";

const ROUTE_CASES = 8_000;
const TOOL_CASES = 2_000;
/** So often it is looked whether anything was written: what did it is among so many. */
const STEP = 2_000;

const THAT_CAN_BE_WRONG = operationsOf(apiDocument())
  .filter(
    ({ operation: { parameters = [], requestBody, responses } }) =>
      requestBody !== undefined ||
      responses[422] !== undefined ||
      parameters.some(({ in: place }) => place === "query"),
  )
  .map(({ operation }) => operation.operationId);

it(`${ROUTE_CASES} wrong requests of routes are refused with a code each, and nothing is written`, async () => {
  const { client, tokens, content, dispose } = await openFuzzed();
  try {
    const before = await content();
    const met = new Set<string>();
    for (let done = 0; done < ROUTE_CASES; done += STEP) {
      const { problems, byKind, byOperation } = await fuzzRoutes(client, tokens, {
        count: STEP,
        seed: done + 2,
      });
      expect(problems).toEqual([]);
      expect(await content()).toEqual(before);
      expect(Object.keys(byKind).toSorted()).toEqual(
        ["body", "content type", "key", "name", "no JSON", "parameter"].toSorted(),
      );
      for (const operation of Object.keys(byOperation)) met.add(operation);
    }
    expect([...met]).toEqual(expect.arrayContaining(THAT_CAN_BE_WRONG));
  } finally {
    await dispose();
  }
});

it(`${TOOL_CASES} wrong calls of MCP tools are refused with a code each, and nothing is written`, async () => {
  const { world, tokens, content, dispose } = await openFuzzed();
  try {
    const { door, settle } = openDoor(world);
    const before = await content();
    const { asked, problems, byOperation } = await fuzzTools(door, tokens.admin, {
      count: TOOL_CASES,
      seed: 1,
    });
    await settle();
    expect(problems).toEqual([]);
    expect(asked).toBe(TOOL_CASES);
    expect(Object.keys(byOperation)).toEqual(
      expect.arrayContaining(["search", "get", "remember", "forget", "graph"]),
    );
    expect(await content()).toEqual(before);
  } finally {
    await dispose();
  }
});
