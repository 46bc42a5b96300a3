import { localName, readMarkup } from "../../../text/markup/markup.ts";
import type { Pull } from "../../adapter.ts";
import { SourceError } from "../../fetching/source-error.ts";

/** https://www.sitemaps.org/protocol.html allows 50 MB; one with 50,000 pages has about 5. */
const MAX_SITEMAP_BYTES = 10_000_000;

/** Addresses read of one file at most. */
const MAX_URLS = 50_000;

export interface Sitemap {
  readonly pages: readonly string[];
  /** Of an index. */
  readonly sitemaps: readonly string[];
}

/** What a sitemap names: pages, or other sitemaps. Damaged markup is read as far as it goes. */
function readSitemap(xml: string): Sitemap {
  const pages: string[] = [];
  const sitemaps: string[] = [];
  const open: string[] = [];
  let text = "";
  readMarkup(xml, {
    open(name) {
      open.push(localName(name));
      text = "";
    },
    text(part) {
      text += part;
    },
    close() {
      const name = open.pop();
      const parent = open.at(-1);
      if (name !== "loc" || pages.length + sitemaps.length >= MAX_URLS) return;
      if (parent === "url") pages.push(text.trim());
      if (parent === "sitemap") sitemaps.push(text.trim());
    },
  });
  return { pages, sitemaps };
}

const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** Bytes of a gzip stream, as far as a sitemap may be long. */
async function unpacked(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of stream) {
    size += part.length;
    if (size > MAX_SITEMAP_BYTES) throw new SourceError("failed", "a sitemap unpacks to more than 10 MB");
    parts.push(part);
  }
  return new Uint8Array(await new Blob(parts as Uint8Array<ArrayBuffer>[]).arrayBuffer());
}

/** The sitemap at an address; undefined: there is none. Throws SourceError where it cannot be had. */
export async function fetchSitemap({ http }: Pull, url: string): Promise<Sitemap | undefined> {
  const answer = await http.get(url, { follows: true });
  if (answer.status >= 500 || answer.status === 429)
    throw new SourceError("failed", `${url} answered ${answer.status}`);
  if (answer.status !== 200) {
    await answer.discard();
    return undefined;
  }
  const bytes = await answer.bytes({ maxBytes: MAX_SITEMAP_BYTES });
  const xml = new TextDecoder().decode(isGzip(bytes) ? await unpacked(bytes) : bytes);
  return readSitemap(xml);
}
