import { expect, it } from "vitest";
import { operationsOf } from "../../src/http/openapi/types.ts";
import { apiDocument } from "../support/api-document.ts";
import { fuzzRoutes } from "./fuzz/fuzz-routes.ts";
import { openFuzzed } from "./fuzz/open-fuzzed.ts";

it("150 requests that are wrong in some way are refused with a code each, and nothing is written", async () => {
  const { client, tokens, content, dispose } = await openFuzzed();
  try {
    const before = await content();
    const { problems, byOperation } = await fuzzRoutes(client, tokens, { count: 150, seed: 1 });
    expect(problems).toEqual([]);
    expect(await content()).toEqual(before);
    const asked = operationsOf(apiDocument()).filter(
      ({ operation: { parameters = [], requestBody, responses } }) =>
        requestBody !== undefined ||
        responses[422] !== undefined ||
        parameters.some((one) => one.in === "query"),
    );
    expect(Object.keys(byOperation)).toEqual(
      expect.arrayContaining(asked.map(({ operation }) => operation.operationId)),
    );
  } finally {
    await dispose();
  }
});
