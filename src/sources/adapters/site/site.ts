import type { KnownThing, Listing, Outcome, Pull, SourceAdapter, Thing } from "../../adapter.ts";
import { fetchPage } from "./fetch-page.ts";
import { fetchRobots, readRobots } from "./robots.ts";
import { canonicalUrl, pageAt, scopeOf, type SiteScope } from "./scope.ts";
import { fetchSitemap } from "./sitemap.ts";

/** Files of one site's sitemap at most. */
const MAX_SITEMAPS = 100;

/** How a run's listing goes on: sitemaps that are still to be read, and how many were. */
interface Place {
  readonly waiting: readonly string[];
  readonly read: number;
}

/**
 * A web site: what its sitemap names inside one origin and folder, or without one what its pages lead to. A page that
 * nothing leads to any more stays for as long as it answers.
 */
export const site: SourceAdapter = {
  listsAll: true,
  async list(pull, cursor) {
    const scope = scopeOf(pull.location);
    if (cursor !== undefined) return nextSitemap(pull, scope, JSON.parse(cursor) as Place);
    const robotsText = await fetchRobots(pull, scope);
    const { sitemaps } = readRobots(robotsText, scope);
    const waiting = [...new Set(sitemaps.length > 0 ? sitemaps : [`${scope.origin}/sitemap.xml`])];
    return { things: [], notes: { robots: robotsText }, next: JSON.stringify({ waiting, read: 0 }) };
  },
  fetch: fetchPages,
};

async function nextSitemap(pull: Pull, scope: SiteScope, { waiting, read }: Place): Promise<Listing> {
  const [url, ...others] = waiting;
  if (url === undefined || read >= MAX_SITEMAPS) return listed(pull, scope, []);
  const { pages = [], sitemaps = [] } = (await fetchSitemap(pull, url)) ?? {};
  const things = pages.flatMap((text) => {
    const page = canonicalUrl(text);
    return (page && pageAt(page, scope)) ?? [];
  });
  const isFound = things.length > 0 || pull.notes.isSitemap === "yes";
  const rest = [...new Set([...others, ...sitemaps])];
  if (rest.length === 0) return listed(pull, scope, things);
  return {
    ...{ things, next: JSON.stringify({ waiting: rest, read: read + 1 }) },
    ...(isFound && { notes: { isSitemap: "yes" } }),
  };
}

/** The last page: without any sitemap's page, the one that the source begins with. */
function listed({ notes }: Pull, scope: SiteScope, things: readonly Thing[]): Listing {
  if (things.length > 0 || notes.isSitemap === "yes") return { things, notes: { isSitemap: "yes" } };
  const start = pageAt(scope.start, scope);
  return { things: start === undefined ? [] : [start], asksKnown: true, notes: { isSitemap: "no" } };
}

async function* fetchPages(pull: Pull, pages: readonly KnownThing[]): AsyncGenerator<Outcome> {
  const scope = scopeOf(pull.location);
  const { allows, delayMs } = readRobots(pull.notes.robots ?? "", scope);
  pull.http.slowDown(delayMs);
  const rules = { scope, allows, followsLinks: pull.notes.isSitemap !== "yes" };
  for (const page of pages) yield await fetchPage(pull, rules, page);
}
