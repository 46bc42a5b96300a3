import { z } from "@hono/zod-openapi";
import { Slug } from "../../contract/common.ts";
import { MoveAnswer, MoveRequest } from "../../moves/contract.ts";
import { readMove } from "../../moves/moving.ts";
import type { AppParts } from "../app-parts.ts";
import { accessTo, answered, answers, body, route, router } from "../routing.ts";

const { forOwners } = accessTo("Workspaces and tokens");

const params = z.object({ slug: Slug });

const MOVE = route("post", "/workspaces/{slug}/move", "moveWorkspace", {
  ...forOwners,
  summary: "Move a workspace to another database of the deployment",
  description:
    "In the background. It is searched and written to meanwhile, but for a moment in which writes are refused with `workspace_moving`; its tokens, ids and vectors stay what they are. Asked again it answers how far it is; while it moves to another database it answers `conflict`.",
  request: { params, body: body(MoveRequest) },
  responses: answers(MoveAnswer, "How far it is", "not_found", "conflict"),
});
const READ = route("get", "/workspaces/{slug}/move", "readMove", {
  ...forOwners,
  summary: "How far a workspace's move is",
  description: "And the database that it lives in.",
  request: { params },
  responses: answers(MoveAnswer, "How far it is", "not_found"),
});
const STOP = route("delete", "/workspaces/{slug}/move", "stopMove", {
  ...forOwners,
  summary: "Stop a workspace's move",
  description:
    "Before the other database takes over; what was copied is deleted there, in the background. After that it answers `conflict`.",
  request: { params },
  responses: answers(MoveAnswer, "How far that is", "not_found", "conflict"),
});

/** /v1/workspaces/{slug}/move */
export const moveRoutes = ({ services }: AppParts) =>
  router()
    .openapi(MOVE, (c) =>
      answered(c, services.moveWorkspace(c.var.request, c.req.valid("param").slug, c.req.valid("json"))),
    )
    .openapi(READ, (c) => answered(c, readMove(c.var.request, c.req.valid("param").slug)))
    .openapi(STOP, (c) => answered(c, services.stopMoving(c.var.request, c.req.valid("param").slug)));
