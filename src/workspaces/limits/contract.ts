import { z } from "@hono/zod-openapi";
import { QUOTAS } from "../../contract/quotas.ts";

const Amount = z.number().int().min(0).max(1e12).nullable();

export const QuotasRequest = z
  .strictObject({ bytes: Amount, documents: Amount, memories: Amount, tokens: Amount, modelCalls: Amount })
  .partial()
  .openapi("QuotasRequest");
export type QuotasRequest = z.infer<typeof QuotasRequest>;

export const QuotasAnswer = z
  .object({
    workspace: z.string(),
    bytes: z.number().meta({ description: "Bytes of text; 0, here as below: no limit" }),
    documents: z.number().meta({ description: "Memories among them" }),
    memories: z.number(),
    tokens: z.number().meta({ description: "That have not ended" }),
    modelCalls: z.number().meta({ description: "A UTC day" }),
    used: z
      .record(z.enum(QUOTAS), z.number())
      .meta({ description: "What the workspace has of each by now, limited or not" }),
  })
  .openapi("Quotas");
export type QuotasAnswer = z.infer<typeof QuotasAnswer>;

export const QuotaUse = z
  .array(z.object({ quota: z.enum(QUOTAS), used: z.number(), allowed: z.number() }))
  .meta({
    description:
      "What the workspace has of what it may have, of model calls today's; what has no limit is left out",
  });
