import { z } from "@hono/zod-openapi";
import { KINDS } from "../changes/kinds.ts";
import { answerSchema, requestSchema, RootName } from "../contract/common.ts";

/** Webhooks of a workspace at most: each change is posted to all of them. */
export const MAX_WEBHOOKS = 10;

/** Characters of an address at most. */
const MAX_URL_CHARS = 2_000;

/** Changes of one message at most. */
export const MAX_CHANGES = 100;

/** Names of one filter at most. */
const MAX_ROOTS = 50;

/** Characters of a place in the feed at most. */
const MAX_SINCE_CHARS = 300;

/** What a message tells: changes; that some were missed; nothing. */
export const EVENTS = ["changes", "changes.expired", "webhook.test"] as const;

/** Why nothing is posted to an address. */
const DISABLED_REASONS = ["paused", "gone", "failing", "secret_lost"] as const;

export const WebhookRequest = requestSchema("WebhookRequest", {
  url: z
    .string()
    .min(1)
    .max(MAX_URL_CHARS)
    .meta({
      description:
        "https, port 443, a public name; a local server takes http and https on its own machine too, on any port",
      examples: ["https://hooks.example.com/recall"],
    }),
  kinds: z.array(z.enum(KINDS)).min(1).max(KINDS.length).optional().meta({
    description: "Only changes of these kinds. Without it: all",
  }),
  roots: z.array(RootName).min(1).max(MAX_ROOTS).optional().meta({
    description: "Only documents of these roots (memories: `memories`), and no entities. Without it: all",
  }),
  since: z.string().min(1).max(MAX_SINCE_CHARS).optional().meta({
    description: "`cursor` of an answer of /v1/changes, or a time as ISO 8601, to begin at. Without it: now",
  }),
});
export type WebhookRequest = z.infer<typeof WebhookRequest>;

export const WebhookChange = requestSchema("WebhookChange", {
  paused: z.boolean().meta({
    description:
      "true: nothing is posted, the place in the feed is kept. false: it goes on from there, also where failures had disabled it",
  }),
});
export type WebhookChange = z.infer<typeof WebhookChange>;

const time = (description: string) => z.string().nullable().meta({ description });

const SHAPE = {
  id: z.string(),
  url: z.string(),
  kinds: z.array(z.enum(KINDS)).nullable().meta({ description: "Null: all" }),
  roots: z.array(z.string()).nullable().meta({ description: "Null: all" }),
  disabledReason: z.enum(DISABLED_REASONS).nullable().meta({
    description:
      "Null: changes are posted. `paused` by an admin; `gone`: it answered 410; `failing`: every retry of three days failed; `secret_lost`: the deployment's signing secret was replaced twice: remove it and add it anew",
  }),
  disabledAt: time("When"),
  attempts: z.number().meta({ description: "Failures in a row of the message under way" }),
  nextAt: time("When that is tried again; null: nothing failed"),
  lastStatus: z.number().nullable().meta({ description: "HTTP status of the last answer; null: none came" }),
  lastError: z.string().nullable().meta({ description: "Why the last try failed; null: it did not" }),
  lastAt: time("When the last message was sent"),
  deliveredAt: time("When the last message was taken"),
  createdAt: z.string(),
};

export const Webhook = answerSchema("Webhook", SHAPE);
export type Webhook = z.infer<typeof Webhook>;

export const NewWebhook = answerSchema("NewWebhook", {
  ...SHAPE,
  secret: z.string().meta({ description: "Verifies the signatures; shown this one time" }),
});
export type NewWebhook = z.infer<typeof NewWebhook>;

export const WebhookList = answerSchema("WebhookList", { webhooks: z.array(Webhook) });
export type WebhookList = z.infer<typeof WebhookList>;

export const WebhookTest = answerSchema("WebhookTest", {
  delivered: z.boolean().meta({ description: "It answered with a status from 200 to 299" }),
  status: z.number().nullable().meta({ description: "Null: no answer came" }),
  error: z.string().nullable(),
  ms: z.number().meta({ description: "Until the answer began" }),
});
export type WebhookTest = z.infer<typeof WebhookTest>;
