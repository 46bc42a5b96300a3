import robotsModule from "robots-parser";
import type { Pull } from "../../adapter.ts";
import { PRODUCT } from "../../fetching/http.ts";
import { SourceError } from "../../fetching/source-error.ts";
import type { SiteScope } from "./scope.ts";

/** RFC 9309 has at least 500 KiB read; what is kept of it stands in a row. */
const MAX_ROBOTS_BYTES = 512_000;
const KEPT_CHARS = 100_000;

/** A site may ask for so much at most, milliseconds: a run would not end. */
const MAX_DELAY_MS = 10_000;

export interface Robots {
  readonly allows: (url: string) => boolean;
  readonly sitemaps: readonly string[];
  /** Between two requests, milliseconds; 0: it does not say. */
  readonly delayMs: number;
}

const robotsUrl = ({ origin }: SiteScope): string => `${origin}/robots.txt`;

/**
 * The rules of a site, as https://www.rfc-editor.org/rfc/rfc9309#section-2.3.1 has them read: without a file everything
 * may be read, and while it cannot be had nothing. Throws SourceError.
 */
export async function fetchRobots({ http }: Pull, scope: SiteScope): Promise<string> {
  const answer = await http.get(robotsUrl(scope), { follows: true });
  if (answer.status >= 500)
    throw new SourceError(
      "failed",
      `${robotsUrl(scope)} answered ${answer.status}: nothing may be read until it is there`,
    );
  if (answer.status !== 200) {
    await answer.discard();
    return "";
  }
  const bytes = await answer.bytes({ maxBytes: MAX_ROBOTS_BYTES });
  return new TextDecoder().decode(bytes).slice(0, KEPT_CHARS);
}

interface ParsedRobots {
  isAllowed(url: string, product: string): boolean | undefined;
  getCrawlDelay(product: string): number | undefined;
  getSitemaps(): string[];
}

/** The package is CommonJS and exports the function itself; its types say that it is a module's default. */
const robotsParser = robotsModule as unknown as (url: string, text: string) => ParsedRobots;

/** What the text of a robots.txt says. */
export function readRobots(text: string, scope: SiteScope): Robots {
  const robots = robotsParser(robotsUrl(scope), text);
  return {
    allows: (url) => robots.isAllowed(url, PRODUCT) ?? true,
    sitemaps: robots.getSitemaps(),
    delayMs: Math.min(MAX_DELAY_MS, 1_000 * (robots.getCrawlDelay(PRODUCT) ?? 0)),
  };
}
