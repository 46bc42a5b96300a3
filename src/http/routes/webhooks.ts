import { z } from "@hono/zod-openapi";
import {
  NewWebhook,
  Webhook,
  WebhookChange,
  WebhookList,
  WebhookRequest,
  WebhookTest,
} from "../../webhooks/contract.ts";
import { readWebhooks, removeWebhook } from "../../webhooks/webhooks.ts";
import { Deleted } from "../../workspaces/contract.ts";
import type { AppParts } from "../app-parts.ts";
import { accessTo, answered, answers, body, fromBody, fromBodyOf, route, router } from "../routing.ts";

const { administers } = accessTo("Webhooks");

const params = z.object({ id: z.uuid("no webhook has such an id; the list of webhooks has them") });

const ADD = route("post", "/webhooks", "addWebhook", {
  ...administers,
  summary: "Have changes posted to an address",
  description:
    "Messages of up to 100 changes, in order, each at least once, signed as Standard Webhooks says. A message that fails is tried again for three days, with its id. Ten webhooks a workspace.",
  request: { body: body(WebhookRequest) },
  responses: answers(NewWebhook, "The webhook, with its secret, shown once", "cursor_expired"),
});
const LIST = route("get", "/webhooks", "listWebhooks", {
  ...administers,
  summary: "List the workspace's webhooks",
  description: "The oldest first, each with what came of its last message. Never a secret.",
  responses: answers(WebhookList, "All webhooks"),
});
const CHANGE = route("patch", "/webhooks/{id}", "changeWebhook", {
  ...administers,
  summary: "Pause a webhook, or have it go on",
  description:
    "It goes on behind the last change that was taken. After 30 days it may have missed what is gone, which a message `changes.expired` tells.",
  request: { params, body: body(WebhookChange) },
  responses: answers(Webhook, "The webhook", "not_found"),
});
const REMOVE = route("delete", "/webhooks/{id}", "removeWebhook", {
  ...administers,
  summary: "Remove a webhook",
  description: "A message that is under way may still come.",
  request: { params },
  responses: answers(Deleted, "Gone", "not_found"),
});
const TEST = route("post", "/webhooks/{id}/test", "testWebhook", {
  ...administers,
  summary: "Post a message that tells nothing, and say what came of it",
  description: "Once, without a retry, also where the webhook is paused. It waits up to 10 seconds.",
  request: { params },
  responses: answers(WebhookTest, "What the receiver answered", "not_found", "conflict"),
});

/** /v1/webhooks */
export const webhookRoutes = ({ services }: AppParts) =>
  router()
    .openapi(ADD, fromBody(services.addWebhook))
    .openapi(LIST, (c) => answered(c, readWebhooks(c.var.workspace)))
    .openapi(CHANGE, fromBodyOf("id", services.changeWebhook))
    .openapi(REMOVE, (c) =>
      answered(
        c,
        removeWebhook(c.var.workspace, c.req.valid("param").id).then(() => ({ deleted: true }) as const),
      ),
    )
    .openapi(TEST, (c) => answered(c, services.testWebhook(c.var.workspace, c.req.valid("param").id)));
