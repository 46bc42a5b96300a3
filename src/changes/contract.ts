import { z } from "@hono/zod-openapi";
import { KINDS } from "./kinds.ts";

/** Changes of one page at most. */
const MAX_LIMIT = 1_000;

/** Seconds that a request waits for a change at most: proxies end requests that are silent for longer. */
const MAX_WAIT_SECONDS = 25;

/** Days that the feed keeps what is gone. */
export const KEPT_DAYS = 30;

/** Characters of a cursor at most. */
const CURSOR_CHARS = 300;

export const ChangeParameters = z.strictObject({
  since: z
    .string()
    .min(1)
    .max(CURSOR_CHARS)
    .optional()
    .meta({
      description:
        "`cursor` of the page before, or a time as ISO 8601. Without it: everything that is there, and what went lately",
      examples: ["2026-11-01T00:00:00Z"],
    }),
  limit: z.coerce.number().int().min(1).max(MAX_LIMIT).default(100),
  wait: z.coerce
    .number()
    .int()
    .min(0)
    .max(MAX_WAIT_SECONDS)
    .default(0)
    .meta({ description: "Seconds that an empty page waits for the next change" }),
});
export type ChangeParameters = z.infer<typeof ChangeParameters>;

/** How a thing changed; the last four mean that it is there no more. */
const CHANGES = ["added", "changed", "restored", "removed", "superseded", "merged", "forgotten"] as const;

export const Change = z
  .object({
    kind: z.enum(KINDS),
    change: z.enum(CHANGES).meta({
      description:
        "The latest of its changes: the feed does not repeat what was overtaken. `removed`, `superseded`, `merged`, `forgotten`: it is there no more",
    }),
    root: z.string().nullable().meta({ description: "Null: an entity" }),
    path: z.string().meta({ description: "Of a memory its id, of an entity its slug" }),
    hash: z.string().nullable().meta({ description: "Of a document's text; null where there is none" }),
    into: z.string().nullable().meta({ description: "Id of the memory that took its place, where one did" }),
    at: z.string(),
  })
  .openapi("Change");
export type Change = z.infer<typeof Change>;

export const ChangeList = z
  .object({
    changes: z.array(Change).meta({ description: "In the order in which they happened" }),
    cursor: z.string().meta({ description: "Send it as `since` to go on, also where the page is empty" }),
    more: z.boolean().meta({ description: "There may be more already: ask at once" }),
  })
  .openapi("ChangeList");
export type ChangeList = z.infer<typeof ChangeList>;
