import { z } from "@hono/zod-openapi";
import { expect, it } from "vitest";
import { invalidInput } from "../../src/workspaces/invalid-input.ts";

const Request = z.strictObject({
  texts: z.array(z.string().max(5)).min(2),
  limit: z.int().min(1).max(9),
});

const refused = (request: unknown, schema: z.ZodType = Request): string => {
  const { error } = schema.safeParse(request);
  if (error === undefined) throw new Error("the request is valid");
  return invalidInput(error).message;
};

it.each([
  [{ texts: ["a"], limit: 1 }, "texts: must have at least 2 items"],
  [{ texts: ["a", "too long"], limit: 1 }, "texts.1: must have at most 5 characters"],
  [{ texts: ["a", "b"], limit: 0 }, "limit: must be at least 1"],
  [{ texts: ["a", "b"], limit: 10 }, "limit: must be at most 9"],
  [{ limit: 1 }, "texts: is missing (array)"],
  [{ texts: ["a", "b"], limit: 1, text: "a", of: 1 }, 'there is no "text", "of", only texts, limit'],
])("says in plain words what is wrong with %j", (request, message) => {
  expect(refused(request)).toBe(message);
});

it("says what is empty, and that nothing is taken", () => {
  expect(refused({ name: "" }, z.object({ name: z.string().min(1) }))).toBe("name: must not be empty");
  expect(refused({ names: [] }, z.object({ names: z.array(z.string()).min(1) }))).toBe(
    "names: must not be empty",
  );
  expect(refused({ x: 1 }, z.strictObject({}))).toBe('there is no "x": nothing is taken');
});

it("says which types a value may have, which value it must be, and what is wrong with a key", () => {
  const value = z.union([z.union([z.string(), z.number()]), z.array(z.string())]);
  expect(refused({ x: { y: 1 } }, z.object({ x: value }))).toBe("x: must be a string or number or array");
  expect(refused({ x: [1] }, z.object({ x: value }))).toContain("x.0: ");
  expect(refused({ log: true }, z.object({ log: z.literal(false) }))).toBe("log: must be false");
  const short = z.record(z.string().max(3), z.number());
  expect(refused({ m: { long: 1 } }, z.object({ m: short }))).toBe(
    "m.long: a key must have at most 3 characters",
  );
});
