import { z } from "@hono/zod-openapi";
import { MOVE_FIELDS } from "../workspaces/contract.ts";

export const MoveRequest = z
  .strictObject({
    to: z
      .number()
      .int()
      .min(1)
      .meta({ description: "Number of the database, as `GET /v1/deployment` lists them" }),
  })
  .openapi("MoveRequest");
export type MoveRequest = z.infer<typeof MoveRequest>;

const MoveProgress = z.object({
  ...MOVE_FIELDS,
  table: z.string().nullable().meta({ description: "What is being copied; null in the other phases" }),
  rows: z
    .number()
    .meta({ description: "Rows that have reached the other database, also those that were written again" }),
  startedAt: z.string(),
  error: z
    .string()
    .nullable()
    .meta({ description: "Why the last step failed; it is tried again. Null: it did not" }),
});

export const MoveAnswer = z
  .object({
    workspace: z.string(),
    database: z.number().meta({ description: "Number of the database that it lives in, from 1" }),
    databases: z.number().meta({ description: "How many the deployment has" }),
    move: MoveProgress.nullable().meta({
      description: "Null: it is not moving, and nothing of a move is left",
    }),
  })
  .openapi("Move");
export type MoveAnswer = z.infer<typeof MoveAnswer>;
