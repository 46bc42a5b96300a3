import { writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { EXAMPLES } from "../../src/http/openapi/examples.ts";
import { operationsOf } from "../../src/http/openapi/types.ts";
import { apiDocument } from "../support/api-document.ts";
import { recordExamples } from "./example-desk.ts";

/** The fields of an example, however its values differ from one day to the next. */
function fieldsOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(fieldsOf);
  if (typeof value !== "object" || value === null) return null;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, fieldsOf(part)]));
}

it("every example of the document is a call that works, and what it answers", async () => {
  const recorded = await recordExamples();
  if (process.env.UPDATE_EXAMPLES !== undefined)
    writeFileSync("src/http/openapi/examples.json", `${JSON.stringify(recorded, undefined, 2)}\n`);
  const operations = operationsOf(apiDocument()).map(({ operation }) => operation.operationId);
  expect(Object.keys(recorded).toSorted()).toEqual(operations.toSorted());
  const known = process.env.UPDATE_EXAMPLES === undefined ? EXAMPLES : recorded;
  const hint = "UPDATE_EXAMPLES=1 npx vitest run test/openapi/examples.long.test.ts; npm run format";
  expect(fieldsOf(JSON.parse(JSON.stringify(recorded))), hint).toEqual(
    fieldsOf(JSON.parse(JSON.stringify(known))),
  );
});
