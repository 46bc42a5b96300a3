import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import { HealthAnswer } from "../../workspaces/contract.ts";
import { answers } from "../answers.ts";
import type { AppEnv, AppParts } from "../app-parts.ts";

const HEALTH = createRoute({
  method: "get",
  path: "/health",
  operationId: "health",
  tags: ["Upkeep"],
  summary: "Is it up",
  description: "Needs no token, and reads no database.",
  responses: answers(HealthAnswer, "It is", "misconfigured"),
});

/** GET /health */
export const healthRoutes = ({ version }: AppParts) =>
  new OpenAPIHono<AppEnv>().openapi(HEALTH, (c) =>
    c.json({ ok: true, service: "edge-recall", version } as const, 200),
  );
