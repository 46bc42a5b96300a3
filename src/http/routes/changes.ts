import { ChangeList, ChangeParameters } from "../../changes/contract.ts";
import type { AppParts } from "../app-parts.ts";
import { accessTo, answered, answers, route, router } from "../routing.ts";

const { readsConfined } = accessTo("Changes");

const LIST = route("get", "/changes", "listChanges", {
  ...readsConfined,
  summary: "What changed, in order",
  description:
    "Each document, memory and entity made by hand, with its latest change. To follow: send `cursor` of each answer as `since` of the next request once its changes are dealt with, so that none is missed, and some come twice where a follower was stopped. With `wait` an empty page waits for the next change.",
  request: { query: ChangeParameters },
  responses: answers(ChangeList, "Changes, and where to go on", "cursor_expired"),
});

/** /v1/changes */
export const changeRoutes = ({ services }: AppParts) =>
  router().openapi(LIST, (c) =>
    answered(c, services.listChanges(c.var.workspace, c.req.valid("query"), c.req.raw.signal)),
  );
