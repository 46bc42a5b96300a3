import { z } from "@hono/zod-openapi";
import { PlanUse } from "./contract.ts";

/** How full one of several databases is. */
const DatabaseUse = z.object({
  database: z.number().meta({ description: "Its number: it is bound as `DB`, `DB_2`, `DB_3` …" }),
  workspaces: z.number(),
  maxWorkspaces: z.number(),
  bytes: z.number(),
  maxBytes: z.number().meta({ description: "What the plan allows" }),
});
export type DatabaseUse = z.infer<typeof DatabaseUse>;

/** What all workspaces share. For owners only: it counts what others do. */
export const DeploymentAnswer = z
  .object({
    workspaces: z.number(),
    databaseBytes: z.number(),
    maxDatabaseBytes: z.number().meta({ description: "What the plan allows" }),
    databases: z
      .array(DatabaseUse)
      .optional()
      .describe("Where there are several, whose bytes are counted together above"),
    models: z.object({
      day: z.string(),
      calls: z.number(),
      textsEmbedded: z.number(),
      passagesReranked: z.number(),
      budget: z.number().nullable().meta({ description: "MODEL_BUDGET_PER_DAY, model calls" }),
    }),
    use: PlanUse.optional().describe("Absent on one's own machine, where nothing is billed"),
  })
  .openapi("Deployment");
export type DeploymentAnswer = z.infer<typeof DeploymentAnswer>;

/** Whether the database's tables are those that the server works with. */
export const SchemaAnswer = z
  .object({
    databases: z
      .number()
      .optional()
      .describe("How many there are, where there are several: each has tables of its own"),
    state: z.enum(["current", "behind", "other_version", "damaged"]),
    applied: z.array(z.string()).meta({ description: "Migrations, oldest first" }),
    pending: z
      .array(z.object({ name: z.string(), statements: z.number(), done: z.number() }))
      .meta({ description: "Still to be applied, oldest first, and how many of its statements are there" }),
    unknown: z.array(z.string()).meta({ description: "Migrations of another version of the server" }),
    missing: z.array(z.string()).meta({ description: "Tables, indexes and triggers that are not there" }),
    different: z.array(z.string()).meta({ description: "Those that are there and are not the server's" }),
  })
  .openapi("Schema");
export type SchemaAnswer = z.infer<typeof SchemaAnswer>;

/** Which of the databases is asked about. */
export const SchemaParameters = z.strictObject({
  database: z.coerce.number().int().min(1).max(9_999).optional().meta({
    description: "Number of the database. Without one the state is that of all, and the first one is changed",
  }),
});
export type SchemaParameters = z.infer<typeof SchemaParameters>;
