import type { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { ErrorCode } from "../errors.ts";

const json = <Schema extends z.ZodType>(schema: Schema) => ({ "application/json": { schema } });

/** A JSON request body that must be there. */
export const body = <Schema extends z.ZodType>(schema: Schema) => ({
  content: json(schema),
  required: true as const,
});

/** Where a route names its own failures, until `openapi/failures.ts` makes responses of them. */
export const OWN_CODES = "x-error-codes";

/**
 * The success of a route with its schema, and the codes of failures that only it and some others give: what any route of
 * its kind may answer (no token, no input, an outage …) is added where the document is made.
 */
export const answers = <Schema extends z.ZodType>(
  schema: Schema,
  description: string,
  ...codes: readonly ErrorCode[]
) => ({ 200: { description, content: json(schema), [OWN_CODES]: codes } });

/** What a route answers. */
export const answered = async <Answer extends object>(c: Context, answer: Promise<Answer> | Answer) =>
  c.json(await answer, 200);
