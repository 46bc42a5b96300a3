import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { EXAMPLES } from "../../src/http/openapi/examples.ts";
import { type JsonObject, operationsOf, type Parameter } from "../../src/http/openapi/types.ts";
import { apiDocument } from "../support/api-document.ts";
import { closed } from "../support/check-answer.ts";

const named = operationsOf(apiDocument()).map((placed) => [placed.operation.operationId, placed] as const);

const ajv = new Ajv2020({ strict: false, validateFormats: false });
const problems = (schema: JsonObject, value: unknown): string => {
  const isValid = ajv.compile(closed(schema));
  return isValid(value) ? "" : ajv.errorsText(isValid.errors);
};

describe("the OpenAPI document", () => {
  it.each(named)("describes %s with an example of what is asked and answered", (id, { operation }) => {
    const { summary, description, parameters = [], requestBody, responses } = operation;
    expect(summary).toMatch(/^[A-Z].*[^.]$/);
    expect(description).toMatch(/^[A-Z].*\.$/s);
    const example = EXAMPLES[id];
    const answer = responses[200]?.content?.["application/json"].schema ?? {};
    expect(problems(answer, example?.answer)).toBe("");
    expect(requestBody === undefined).toBe(example?.body === undefined);
    if (requestBody !== undefined)
      expect(problems(requestBody.content["application/json"].schema, example?.body)).toBe("");
    expect(
      Object.entries({ ...example?.query, ...example?.params }).map((one) => wrongParameter(parameters, one)),
    ).toEqual(Object.keys({ ...example?.query, ...example?.params }).map(() => ""));
    const inPath = parameters.filter((one) => one.in === "path").map(({ name }) => name);
    expect(Object.keys(example?.params ?? {}).toSorted()).toEqual(inPath.toSorted());
  });
});

/** What is wrong with an example of a parameter; numbers and switches travel as text. */
function wrongParameter(parameters: readonly Parameter[], [name, text]: readonly [string, string]): string {
  const schema = parameters.find((one) => one.name === name)?.schema;
  if (schema === undefined) return `there is no parameter ${name}`;
  const isText = JSON.stringify(schema).includes('"string"');
  return problems(schema, isText ? text : JSON.parse(text));
}
