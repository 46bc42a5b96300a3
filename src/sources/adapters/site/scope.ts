import type { Thing } from "../../adapter.ts";
import { documentPath } from "../document-path.ts";

/** Links from the start at most: deeper is a trap, or a calendar. */
const MAX_DEPTH = 30;

const MAX_URL_CHARS = 1_000;

/** Parameters that name a visit, not a page. */
const TRACKING = /^(?:utm_\w+|gclid|fbclid|msclkid|mc_[ce]id|ref|source)$/i;

/** One origin, from a path on down: all that a site's source reads. */
export interface SiteScope {
  readonly start: URL;
  readonly origin: string;
  /** Ends in a slash. */
  readonly folder: string;
}

/** The folder of an address: `/guide/` of `/guide/intro`, and of `/guide/` itself. A last part without a dot is a folder. */
export function scopeOf(location: string): SiteScope {
  const start = new URL(location);
  start.hash = "";
  const { origin, pathname } = start;
  const last = pathname.slice(pathname.lastIndexOf("/") + 1);
  const folder =
    last === "" || last.includes(".") ? pathname.slice(0, pathname.lastIndexOf("/") + 1) : `${pathname}/`;
  return { start, origin, folder };
}

/** A page's address as it is always written: no fragment, no tracking, escapes as the parser writes them. */
export function canonicalUrl(text: string, base?: URL): URL | undefined {
  const url = URL.parse(text, base);
  if (url === null || url.href.length > MAX_URL_CHARS) return undefined;
  url.hash = "";
  for (const name of [...url.searchParams.keys()]) if (TRACKING.test(name)) url.searchParams.delete(name);
  return url;
}

const isInside = ({ pathname }: URL, { folder }: SiteScope): boolean =>
  pathname.startsWith(folder) || `${pathname}/` === folder;

/** The page at an address; undefined: it is another site's, outside the folder, or no document can be called that. */
export function pageAt(url: URL, scope: SiteScope, depth = 0): Thing | undefined {
  const isStart = url.href === scope.start.href;
  if (url.origin !== scope.origin || url.username !== "" || !(isStart || isInside(url, scope)))
    return undefined;
  const path = documentPath(`${pathOf(url.pathname)}${url.search === "" ? "" : url.search}`);
  const named = path === undefined ? undefined : withEnding(path);
  return named === undefined || depth > MAX_DEPTH ? undefined : { key: url.href, path: named, depth };
}

const pathOf = (pathname: string): string => (pathname.endsWith("/") ? `${pathname}index` : pathname);

/** What is converted becomes Markdown, and says so by its name; a text keeps its own. */
const withEnding = (path: string): string => (/\.(?:md|markdown|txt|rst)$/i.test(path) ? path : `${path}.md`);
