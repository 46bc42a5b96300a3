import { ConversionError } from "../../../text/markup/conversion-error.ts";
import type { KnownThing, Outcome, Pull } from "../../adapter.ts";
import { type Answer, locationOf } from "../../fetching/http.ts";
import { SourceError } from "../../fetching/source-error.ts";
import { checkLength, htmlText, isHtmlType, markdownOf, mayBeText, plainText } from "../as-text.ts";
import { pagesIn, readPageHead } from "./page-links.ts";
import { canonicalUrl, pageAt, type SiteScope } from "./scope.ts";

/** A page's markup, bytes. */
const MAX_PAGE_BYTES = 5_000_000;

export interface PageRules {
  readonly scope: SiteScope;
  readonly allows: (url: string) => boolean;
  /** False: a sitemap says what there is. */
  readonly followsLinks: boolean;
}

/** Not there now, or asked too often: it may come back. */
const isPassing = (status: number): boolean =>
  status >= 500 || status === 429 || status === 408 || status === 425;

const conditions = ({ etag, lastModified }: KnownThing): Record<string, string> => ({
  accept: "text/html, application/xhtml+xml, text/markdown, text/plain;q=0.9",
  ...(etag !== null && { "if-none-match": etag }),
  ...(lastModified !== null && { "if-modified-since": lastModified }),
});

/** Asks for one page, unless robots.txt keeps it. Every answer is an outcome; only a refused address of the start throws. */
export async function fetchPage({ http }: Pull, rules: PageRules, page: KnownThing): Promise<Outcome> {
  const { key } = page;
  if (!rules.allows(key)) return { key, did: "gone", why: "robots.txt keeps it from being read" };
  try {
    const answer = await http.get(key, { headers: conditions(page) });
    return await outcomeOf(answer, rules, page);
  } catch (error) {
    if (error instanceof ConversionError) return { key, did: "gone", why: error.message };
    if (!(error instanceof SourceError)) throw error;
    const { failure, message: why } = error;
    return { key, did: failure === "unreachable" || failure === "failed" ? "failed" : "gone", why };
  }
}

async function outcomeOf(answer: Answer, rules: PageRules, page: KnownThing): Promise<Outcome> {
  const { key } = page;
  const { status, headers } = answer;
  if (status === 200) return readPage(answer, rules, page);
  await answer.discard();
  if (status === 304) return { key, did: "unchanged" };
  if (status >= 300 && status < 400) return moved(answer, rules, page);
  const why = `it answered ${status}`;
  if (isPassing(status)) return { key, did: "failed", why: retryText(why, headers) };
  return { key, did: "gone", why };
}

const retryText = (why: string, headers: Headers): string => {
  const after = headers.get("retry-after");
  return after === null ? why : `${why}, and wants to be asked again after ${after.slice(0, 40)}`;
};

/** A redirect leads to another page of the site, or out of it. */
function moved(answer: Answer, { scope }: PageRules, { key, depth }: KnownThing): Outcome {
  const target = locationOf(answer);
  const url = target && canonicalUrl(target.href);
  const page = url && pageAt(url, scope, depth + 1);
  const why = `it leads to ${target?.href ?? "nowhere"}`;
  if (page?.key === key) return { key, did: "gone", why: "it redirects to itself" };
  if (page === undefined) return { key, did: "gone", why: `${why}, which is not part of this source` };
  return { key, did: "gone", why, found: [page] };
}

async function readPage(answer: Answer, rules: PageRules, page: KnownThing): Promise<Outcome> {
  const { key } = page;
  const contentType = answer.headers.get("content-type") ?? "";
  if (!mayBeText(contentType)) {
    await answer.discard();
    return { key, did: "gone", why: `it is ${contentType.slice(0, 80)}, no text` };
  }
  const bytes = await answer.bytes({ maxBytes: MAX_PAGE_BYTES });
  const kept = {
    etag: answer.headers.get("etag"),
    lastModified: answer.headers.get("last-modified"),
  };
  const source = { source: key, mtime: timeOf(kept.lastModified) };
  if (isHtmlType(contentType))
    return readHtml(answer, htmlText(bytes, contentType), { ...rules, page, kept, source });
  const text = plainText(bytes, contentType);
  if (text === undefined || text.trim() === "") return { key, did: "gone", why: "it has no text" };
  return { key, did: "read", text: { ...source, text: checkLength(text) }, ...kept };
}

interface Reading extends PageRules {
  readonly page: KnownThing;
  readonly kept: { readonly etag: string | null; readonly lastModified: string | null };
  readonly source: { readonly source: string; readonly mtime: number | undefined };
}

function readHtml(
  answer: Answer,
  html: string,
  { scope, followsLinks, page, kept, source }: Reading,
): Outcome {
  const { key, depth, path } = page;
  const head = readPageHead(html, answer.url, answer.headers.get("x-robots-tag") ?? "");
  const links = followsLinks ? pagesIn(head.links, scope, depth + 1) : [];
  const canonical = head.canonical && pageAt(head.canonical, scope, depth);
  if (canonical !== undefined && canonical.key !== key)
    return { key, did: "gone", why: `it is called ${canonical.key}`, found: [canonical, ...links] };
  if (!head.isIndexed) return { key, did: "gone", why: "it asks not to be indexed", found: links };
  const title = (head.title || path).slice(0, 500);
  const text = checkLength(markdownOf(html, () => title));
  return { key, did: "read", text: { ...source, text, title }, ...kept, found: links };
}

function timeOf(lastModified: string | null): number | undefined {
  const ms = Date.parse(lastModified ?? "");
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
