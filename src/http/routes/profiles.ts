import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import { ProfileAnswer, ProfileChange, ProfileList, ProfileName } from "../../search/contract/profiles.ts";
import { needs } from "../access.ts";
import { answers, body } from "../answers.ts";
import type { AppEnv, AppParts } from "../app-parts.ts";
import { refuseInvalid } from "../errors.ts";

const tags = ["Profiles"];

const params = z.object({ name: ProfileName });

const LIST = createRoute({
  ...needs("read"),
  method: "get",
  path: "/profiles",
  operationId: "listProfiles",
  tags,
  summary: "Every way of ranking, with each setting's value, range and meaning",
  description:
    "A profile is a named way of ranking. Each setting comes with its value, range, unit and meaning.",
  responses: answers(ProfileList, "Profiles, settings and stages"),
});

const CHANGE = createRoute({
  ...needs("admin"),
  method: "put",
  path: "/profiles/{name}",
  operationId: "changeProfile",
  tags,
  summary: "Replace what this workspace sets otherwise in a profile",
  description: "What is not named in `settings` is the profile's own again. Counts from the next search on.",
  request: { params, body: body(ProfileChange) },
  responses: answers(ProfileAnswer, "The profile as it is now"),
});

const RESET = createRoute({
  ...needs("admin"),
  method: "delete",
  path: "/profiles/{name}",
  operationId: "resetProfile",
  tags,
  summary: "Take back all that this workspace sets otherwise in a profile",
  description: "The same as replacing its settings by none.",
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
