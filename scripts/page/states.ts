import type { Page as Tab } from "playwright-core";
import { fillLarge } from "../../test/web/support/large-workspace.ts";
import { seed } from "../../test/web/support/seed.ts";
import type { Site } from "../../test/web/support/site.ts";
import type { State } from "./views.ts";

const FAILURES = [
  {
    root: "notes",
    path: "projects/heron.md",
    chunks: 3,
    error: "embedding_unavailable: the model answered 503",
  },
  { root: "notes", path: "decisions/2026-03-queue.md", chunks: 12, error: null },
] as const;

/** Everything but the status fails: the page is open, and the server behind it has lost its database. */
async function letFail(tab: Tab): Promise<void> {
  await tab.route("**/v1/**", async (route) => {
    if (new URL(route.request().url()).pathname !== "/v1/status")
      return route.fulfill({
        status: 503,
        json: { error: { code: "database_unavailable", message: "The database did not answer" } },
      });
    const response = await route.fetch();
    const status = (await response.json()) as { readonly index: object };
    const index = { ...status.index, failedDocuments: FAILURES.length, failures: FAILURES };
    return route.fulfill({ response, json: { ...status, index } });
  });
}

/** How a state is reached: a token of the workspace that is in it, and what a tab is put through once it is signed in. */
export interface Stage {
  readonly token: string;
  readonly disturb?: (tab: Tab) => Promise<void>;
}

/** Brings the site's workspaces into these states. */
export async function stage(site: Site, states: readonly State[]): Promise<ReadonlyMap<State, Stage>> {
  const stages = new Map<State, Stage>();
  if (states.some((state) => state === "small" || state === "failing")) await seed(site);
  for (const state of states) {
    if (state === "small") stages.set(state, { token: site.token });
    if (state === "failing") stages.set(state, { token: site.token, disturb: letFail });
    if (state === "empty") stages.set(state, { token: await site.openWorkspace("empty") });
    if (state === "large") {
      const token = await site.openWorkspace("large");
      await fillLarge((method, path, body) => site.callAs(token, method, path, body));
      stages.set(state, { token });
    }
  }
  return stages;
}
