import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import { ProfileAnswer, ProfileChange, ProfileList, ProfileName } from "../../contract/profiles.ts";
import { answers, body } from "../answers.ts";
import type { AppEnv, AppParts } from "../app-parts.ts";
import { forWorkspace } from "../authenticate.ts";
import { refuseInvalid } from "../errors.ts";

const params = z.object({ name: ProfileName });

const LIST = createRoute({
  middleware: forWorkspace("read"),
  method: "get",
  path: "/profiles",
  summary: "Every way of ranking, with each setting's value, range and meaning",
  responses: answers(ProfileList, "Profiles, settings and stages"),
});

const CHANGE = createRoute({
  middleware: forWorkspace("admin"),
  method: "put",
  path: "/profiles/{name}",
  summary: "Replace what this workspace sets otherwise in a profile",
  request: { params, body: body(ProfileChange) },
  responses: answers(ProfileAnswer, "The profile as it is now"),
});

const RESET = createRoute({
  middleware: forWorkspace("admin"),
  method: "delete",
  path: "/profiles/{name}",
  summary: "Take back all that this workspace sets otherwise in a profile",
  request: { params },
  responses: answers(ProfileAnswer, "The profile as it is now"),
});

/** /v1/profiles */
export const profileRoutes = ({ services }: AppParts) =>
  new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid })
    .openapi(LIST, async (c) => {
      return c.json(await services.profiles(c.get("workspace")), 200);
    })
    .openapi(CHANGE, async (c) => {
      const { name } = c.req.valid("param");
      return c.json(await services.changeProfile(c.get("workspace"), name, c.req.valid("json")), 200);
    })
    .openapi(RESET, async (c) => {
      const { name } = c.req.valid("param");
      return c.json(await services.changeProfile(c.get("workspace"), name, { settings: {} }), 200);
    });
