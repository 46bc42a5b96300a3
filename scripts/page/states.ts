import type { Page as Tab } from "playwright-core";
import { fillLarge } from "../../test/web/support/large-workspace.ts";
import { addSources, openHost } from "../../test/web/support/pulled-sources.ts";
import { NOTES, seed } from "../../test/web/support/seed.ts";
import { openSite, type Site } from "../../test/web/support/site.ts";
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

/** A site whose workspaces are in these states. */
export interface Staged {
  readonly site: Site;
  readonly stages: ReadonlyMap<State, Stage>;
  readonly stop: () => Promise<void>;
}

async function stageOf(site: Site, state: State): Promise<Stage> {
  if (state === "small") return { token: site.token };
  if (state === "failing") return { token: site.token, disturb: letFail };
  const token = await site.openWorkspace(state);
  if (state === "large") await fillLarge((method, path, body) => site.callAs(token, method, path, body));
  return { token };
}

/** Opens a site on a team's notes, and brings workspaces of it into these states. */
export async function openStaged(states: readonly State[]): Promise<Staged> {
  const host = await openHost();
  const site = await openSite(NOTES, { SOURCE_HOSTS: host.host });
  const stages = new Map<State, Stage>();
  if (states.some((state) => state === "small" || state === "failing")) {
    await seed(site);
    await addSources(site, host.url);
  }
  for (const state of states) stages.set(state, await stageOf(site, state));
  const stop = async () => {
    await site.stop();
    host.close();
  };
  return { site, stages, stop };
}
