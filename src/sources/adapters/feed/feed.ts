import { slugOf } from "../../../text/slug.ts";
import { shortHash } from "../../../text/hash.ts";
import type { Listing, Outcome, Pull, SourceAdapter, Thing } from "../../adapter.ts";
import { MAX_KEY_CHARS } from "../../contract.ts";
import { SourceError } from "../../fetching/source-error.ts";
import { checkLength, markdownOf, plainText } from "../as-text.ts";
import { type Feed, type FeedEntry, readFeed } from "./read-feed.ts";

const MAX_FEED_BYTES = 10_000_000;

interface NamedEntry extends FeedEntry {
  readonly thing: Thing & { readonly version: string };
}

/** An RSS or Atom feed: each entry is a document. A feed shows its newest entries only, so that older ones stay. */
export const feed: SourceAdapter = {
  listsAll: false,
  asksTogether: true,
  async list(pull): Promise<Listing | "unchanged"> {
    const { etag, lastModified } = pull.memo;
    const read = await fetchFeed(pull, {
      ...(etag !== undefined && { "if-none-match": etag }),
      ...(lastModified !== undefined && { "if-modified-since": lastModified }),
    });
    if (read === "unchanged") return read;
    const entries = await named(read.feed);
    return { things: entries.map(({ thing }) => thing), notes: read.notes };
  },
  async *fetch(pull, things): AsyncGenerator<Outcome> {
    const read = await fetchFeed(pull, {});
    const entries = read === "unchanged" ? [] : await named(read.feed);
    const byKey = new Map(entries.map((entry) => [entry.thing.key, entry]));
    for (const { key } of things) yield outcomeOf(pull, key, byKey.get(key));
  },
};

function outcomeOf({ location }: Pull, key: string, entry: NamedEntry | undefined): Outcome {
  if (entry === undefined) return { key, did: "gone", why: "the feed no longer has it" };
  try {
    const { title, html, link, at, thing } = entry;
    const text = checkLength(markdownOf(`<h1>${escaped(title)}</h1>\n${html}`, () => title));
    // GitHub's feeds have addresses without a host.
    const url = URL.parse(link ?? "", location)?.href ?? location;
    const source = { source: url, mtime: at, ...(title !== "" && { title }) };
    return { key, did: "read", version: thing.version, text: { ...source, text } };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return { key, did: "gone", why: error.message };
  }
}

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

type Read = { readonly feed: Feed; readonly notes: Record<string, string> };

async function fetchFeed(
  { http, location }: Pull,
  headers: Readonly<Record<string, string>>,
): Promise<Read | "unchanged"> {
  const answer = await http.get(location, { headers, follows: true });
  if (answer.status === 304) {
    await answer.discard();
    return "unchanged";
  }
  if (answer.status !== 200) {
    await answer.discard();
    throw new SourceError("failed", `${location} answered ${answer.status}`);
  }
  const bytes = await answer.bytes({ maxBytes: MAX_FEED_BYTES });
  const read = readFeed(plainText(bytes, answer.headers.get("content-type") ?? "") ?? "");
  if (read === undefined) throw new SourceError("failed", `${location} is no RSS or Atom feed`);
  const [etag, lastModified] = [answer.headers.get("etag"), answer.headers.get("last-modified")];
  return {
    feed: read,
    notes: { ...(etag !== null && { etag }), ...(lastModified !== null && { lastModified }) },
  };
}

/** Day and title, with a few letters of the entry's id: two entries of one title are two documents. */
async function named({ entries }: Feed): Promise<readonly NamedEntry[]> {
  const once = new Map(entries.map((entry) => [entry.id, entry]));
  return Promise.all(
    [...once.values()].map(async (entry) => {
      const { id, title, html, link, at } = entry;
      const [name, version] = await Promise.all([
        shortHash(id),
        shortHash(JSON.stringify([title, html, link, at])),
      ]);
      const day = at === undefined ? "" : `${new Date(at).toISOString().slice(0, 10)}-`;
      const path = `${day}${slugOf(title) || "entry"}-${name.slice(0, 8)}.md`;
      return { ...entry, thing: { key: id.length > MAX_KEY_CHARS ? name : id, path, version } };
    }),
  );
}
