import { readMarkup } from "../../../text/markup/markup.ts";
import type { Thing } from "../../adapter.ts";
import { canonicalUrl, pageAt, type SiteScope } from "./scope.ts";

/** Links of one page at most. */
const MAX_LINKS = 2_000;

/** What a page says of itself and where it leads. */
export interface PageHead {
  /** As it wants to be called; undefined: it does not say. */
  readonly canonical: URL | undefined;
  readonly isIndexed: boolean;
  readonly links: readonly URL[];
  readonly title: string;
}

const saysOf = (content: string, word: string): boolean => {
  const words = content.toLowerCase().split(/[\s,]+/);
  return words.includes(word) || words.includes("none");
};

/** Reads a page's head and links. Addresses are relative to its own, or to its `<base>`. */
export function readPageHead(html: string, url: URL, robotsHeader = ""): PageHead {
  let base = url;
  let canonical: URL | undefined;
  let robots = robotsHeader;
  let title = "";
  let isInTitle = false;
  const hrefs = new Set<string>();
  readMarkup(
    html,
    {
      open(name, { href, rel = "", name: meta = "", content = "" }) {
        if (name === "title" && title === "") isInTitle = true;
        if (name === "base" && href) base = URL.parse(href, url) ?? base;
        if (name === "meta" && /^(?:robots|edge-recall)$/i.test(meta)) robots += `,${content}`;
        if (name === "link" && href && /\bcanonical\b/i.test(rel)) canonical ??= canonicalUrl(href, base);
        if (name === "a" && href && !/\bnofollow\b/i.test(rel) && hrefs.size < MAX_LINKS) hrefs.add(href);
      },
      text(part) {
        if (isInTitle) title += part;
      },
      close(name) {
        if (name === "title") isInTitle = false;
      },
    },
    "html",
  );
  const links = saysOf(robots, "nofollow") ? [] : [...hrefs];
  return {
    ...{ canonical, isIndexed: !saysOf(robots, "noindex"), title: title.replace(/\s+/g, " ").trim() },
    links: links.flatMap((href) => canonicalUrl(href, base) ?? []),
  };
}

/** Files that are no pages, by their names: nobody is asked for them. */
const NO_PAGE =
  /\.(?:png|jpe?g|gif|webp|avif|svg|ico|css|m?js|map|json|xml|rss|atom|zip|gz|tgz|bz2|xz|7z|rar|tar|exe|dmg|pkg|deb|rpm|pdf|docx?|xlsx?|pptx?|mp[34]|m4[av]|mov|webm|og[gv]|wav|woff2?|ttf|otf|eot|wasm|bin|iso)$/i;

/**
 * Pages of the site that a page leads to. An address with a query is none: calendars, sessions and searches have those, and
 * have no end.
 */
export function pagesIn(links: readonly URL[], scope: SiteScope, depth: number): readonly Thing[] {
  const pages = new Map<string, Thing>();
  for (const url of links) {
    const page = url.search === "" && !NO_PAGE.test(url.pathname) ? pageAt(url, scope, depth) : undefined;
    if (page !== undefined) pages.set(page.key, page);
  }
  return [...pages.values()];
}
