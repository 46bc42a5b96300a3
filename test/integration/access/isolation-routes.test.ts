import { expect, it } from "vitest";
import { createApp } from "../../../src/http/app.ts";
import { CASES } from "../isolation/cases.ts";

it("every route has a case of the isolation of workspaces", () => {
  const services = new Proxy({}, { get: () => ({}) });
  const app = createApp({ services, corsOrigins: [], version: "", now: Date.now } as never);
  const routes = app.routes
    .filter(({ method }) => method !== "ALL")
    // Of no workspace: what they give is a token, whose routes are below (test/oauth).
    .filter(({ path }) => !/^\/(?:oauth|\.well-known)\//.test(path))
    .map(({ method, path }) => `${method} ${path}`)
    // Of all of them, for an owner alone (test/http/observability), and no JSON.
    .filter((route) => route !== "GET /metrics")
    // Answered without a token, and reads nothing.
    .filter(
      (route) =>
        !["GET /health", "POST /health/proof", "GET /openapi.json", "GET /docs", "GET /llms.txt"].includes(
          route,
        ),
    );
  expect([...new Set(routes)].toSorted()).toEqual(Object.keys(CASES).toSorted());
});
