import { z } from "@hono/zod-openapi";
import { Slug } from "../../contract/common.ts";
import { Door } from "../contract.ts";

const Word = z.string().min(1).max(100);
const Time = z.iso.datetime();

export const AccessParameters = z.strictObject({
  workspace: Slug.optional().meta({ description: "For an owner's token, which sees all" }),
  token: z.string().max(32).optional().meta({ description: "Id of a token, as the list of tokens has it" }),
  door: Door.optional(),
  route: Word.optional().meta({
    description: "As an entry has it, or the start of it",
    examples: ["POST /v1/search", "mcp search"],
  }),
  outcome: Word.optional().meta({ description: "`ok`, or an error code", examples: ["forbidden"] }),
  from: Time.optional(),
  to: Time.optional(),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
  cursor: z
    .string()
    .regex(/^\d{1,9}\.\d{1,15}$/, "send the `nextCursor` of the page before")
    .optional()
    .meta({ description: "`nextCursor` of the page before" }),
});
export type AccessParameters = z.infer<typeof AccessParameters>;

const AccessEntry = z.object({
  seq: z.number().meta({ description: "Place in the workspace's chain of entries" }),
  workspace: z.string().nullable().meta({ description: "Null: an owner's request" }),
  at: z.string().meta({ description: "Of several requests that of the first" }),
  token: z.string(),
  door: Door,
  route: z.string(),
  outcome: z.string(),
  requests: z.number().meta({ description: "Reads that are alike within a minute may share an entry" }),
  address: z.string().meta({ description: "The network: IPv4 /24, IPv6 /48, or `local`" }),
});
export type AccessEntry = z.infer<typeof AccessEntry>;

export const AccessList = z
  .object({
    entries: z.array(AccessEntry),
    nextCursor: z.string().nullable().meta({ description: "Where older ones begin; null: there are none" }),
  })
  .openapi("AccessLog");
export type AccessList = z.infer<typeof AccessList>;

export const AccessCheckParameters = z.strictObject({
  workspace: Slug.optional().meta({
    description: "Whose chain; an owner's token that names none checks that of the owner's own requests",
  }),
  cursor: z
    .string()
    .regex(/^\d{1,15}$/, "send the `nextCursor` of the page before")
    .optional()
    .meta({ description: "`nextCursor` of the page before" }),
});
export type AccessCheckParameters = z.infer<typeof AccessCheckParameters>;

export const AccessCheck = z
  .object({
    workspace: z.string().nullable().meta({ description: "Null: of the owner's requests" }),
    checked: z.number().meta({ description: "Entries of this page" }),
    broken: z
      .array(z.object({ seq: z.number(), problem: z.string() }))
      .meta({ description: "Entries that were changed, or before which some are missing" }),
    nextCursor: z
      .string()
      .nullable()
      .meta({ description: "Send it as `cursor`; null: the chain is checked" }),
  })
  .openapi("AccessCheck");
export type AccessCheck = z.infer<typeof AccessCheck>;
