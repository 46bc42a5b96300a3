import { OpenAPIHono, z } from "@hono/zod-openapi";
import { ProfileAnswer, ProfileChange, ProfileList, ProfileName } from "../../search/contract/profiles.ts";
import { changeProfile, listProfiles } from "../../search/profiles/profile-service.ts";
import { needs, route } from "../access.ts";
import { answered, answers, body } from "../answers.ts";
import type { AppEnv } from "../app-parts.ts";
import { refuseInvalid } from "../errors.ts";

const tags = ["Profiles"];
const administers = { ...needs("admin"), tags };
const reads = { ...needs("read"), tags };

const params = z.object({ name: ProfileName });

const LIST = route("get", "/profiles", "listProfiles", {
  ...reads,
  summary: "List profiles, with each setting's value, range and meaning",
  description:
    "A profile is a named way of ranking. Each setting comes with its value, range, unit and meaning.",
  responses: answers(ProfileList, "Profiles, settings and stages"),
});

const CHANGE = route("put", "/profiles/{name}", "changeProfile", {
  ...administers,
  summary: "Replace this workspace's changes to a profile",
  description:
    "Settings that are left out return to the profile's own values. Takes effect with the next search.",
  request: { params, body: body(ProfileChange) },
  responses: answers(ProfileAnswer, "The profile as it is now"),
});

const RESET = route("delete", "/profiles/{name}", "resetProfile", {
  ...administers,
  summary: "Reset a profile for this workspace",
  description: "The same as replacing its settings with an empty set.",
  request: { params },
  responses: answers(ProfileAnswer, "The profile as it is now"),
});

/** /v1/profiles */
export const profileRoutes = () =>
  new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid })
    .openapi(LIST, (c) => answered(c, listProfiles(c.get("workspace").row)))
    .openapi(CHANGE, (c) => {
      const { name } = c.req.valid("param");
      return answered(c, changeProfile(c.get("workspace"), name, c.req.valid("json")));
    })
    .openapi(RESET, (c) => {
      const { name } = c.req.valid("param");
      return answered(c, changeProfile(c.get("workspace"), name, { settings: {} }));
    });
