import type { z } from "@hono/zod-openapi";
import { ErrorAnswer } from "../contract/common.ts";

const json = <Schema extends z.ZodType>(schema: Schema) => ({ "application/json": { schema } });

/** A JSON request body that must be there. */
export const body = <Schema extends z.ZodType>(schema: Schema) => ({
  content: json(schema),
  required: true as const,
});

/** The success of a route with its schema, and the one shape of every failure. */
export const answers = <Schema extends z.ZodType>(schema: Schema, description: string) => ({
  200: { description, content: json(schema) },
  400: { description: "The request is not valid: `invalid_input`", content: json(ErrorAnswer) },
  401: { description: "No valid token: `unauthorized`", content: json(ErrorAnswer) },
  403: { description: "The token's scope is too small: `forbidden`", content: json(ErrorAnswer) },
  404: { description: "There is no such thing: `not_found`", content: json(ErrorAnswer) },
  409: { description: "It stands against what is there: see the code", content: json(ErrorAnswer) },
  422: {
    description: "Another request had this Idempotency-Key: `idempotency_mismatch`",
    content: json(ErrorAnswer),
  },
  429: { description: "Too many requests: `rate_limited`", content: json(ErrorAnswer) },
  503: { description: "The database did not answer: `unavailable`", content: json(ErrorAnswer) },
});
