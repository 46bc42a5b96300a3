import { z } from "@hono/zod-openapi";

const Amount = z.number().int().min(0).max(1e12);

export const QuotasRequest = z
  .strictObject({ bytes: Amount, documents: Amount, memories: Amount, tokens: Amount })
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
  })
  .openapi("Quotas");
export type QuotasAnswer = z.infer<typeof QuotasAnswer>;
