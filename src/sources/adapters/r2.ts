import type { Listing, Outcome, Pull, SourceAdapter, SourceBucket, Thing } from "../adapter.ts";
import { SourceError } from "../fetching/source-error.ts";
import { DEFAULTS } from "../../config.ts";
import { isBinaryName } from "../../text/skip-rules.ts";
import { checkLength, htmlText, isHtmlType, markdownOf, plainText } from "./as-text.ts";
import { documentPath } from "./document-path.ts";

/** Objects of one page of a listing: R2's own limit. */
const PAGE = 1_000;

/** Markup may be longer than its text. */
const MAX_OBJECT_BYTES = 2 * DEFAULTS.maxFileBytes;

/** Binding and prefix of `r2://DOCS/handbook/`; undefined: it is no such address. */
export function bucketPlace(
  location: string,
): { readonly binding: string; readonly prefix: string } | undefined {
  const match = /^r2:\/\/([A-Za-z_]\w{0,63})(?:\/(.*))?$/s.exec(location);
  return match?.[1] === undefined ? undefined : { binding: match[1], prefix: match[2] ?? "" };
}

function placeOf({ location, buckets }: Pull): { readonly bucket: SourceBucket; readonly prefix: string } {
  const place = bucketPlace(location);
  const bucket = place === undefined ? undefined : buckets[place.binding];
  if (place === undefined || bucket === undefined)
    throw new SourceError(
      "refused",
      `No bucket is bound as ${place?.binding ?? location} that sources may read`,
    );
  return { bucket, prefix: place.prefix };
}

/** A bucket of R2, from a prefix on: each object that is text is a document; its etag tells whether it changed. */
export const r2: SourceAdapter = {
  listsAll: true,
  async list(pull, cursor): Promise<Listing> {
    const { bucket, prefix } = placeOf(pull);
    const asked = { prefix, limit: PAGE, ...(cursor !== undefined && { cursor }) };
    const page = await bucket.list(asked);
    const things = page.objects.flatMap(({ key, etag }): Thing[] => {
      const path =
        isBinaryName(key) || key.endsWith("/") ? undefined : documentPath(key.slice(prefix.length));
      return path === undefined ? [] : [{ key, path, version: etag }];
    });
    return { things, ...(page.truncated && page.cursor !== undefined && { next: page.cursor }) };
  },
  async *fetch(pull, things): AsyncGenerator<Outcome> {
    const { bucket } = placeOf(pull);
    for (const { key } of things) yield await readObject(pull, bucket, key);
  },
};

async function readObject({ location }: Pull, bucket: SourceBucket, key: string): Promise<Outcome> {
  const object = await bucket.get(key);
  if (object === null) return { key, did: "gone", why: "it is not there" };
  if (object.size > MAX_OBJECT_BYTES) {
    await object.body.cancel();
    return { key, did: "gone", why: `it has ${object.size.toLocaleString("en")} bytes` };
  }
  const bytes = new Uint8Array(await object.arrayBuffer());
  const source = {
    source: `r2://${bucketPlace(location)?.binding ?? ""}/${key}`,
    mtime: object.uploaded.getTime(),
  };
  try {
    const text = textOf(bytes, key, object.httpMetadata?.contentType ?? "");
    if (text === undefined) return { key, did: "gone", why: "it is no text" };
    return { key, did: "read", version: object.etag, text: { ...source, text: checkLength(text) } };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return { key, did: "gone", why: error.message };
  }
}

function textOf(bytes: Uint8Array, key: string, contentType: string): string | undefined {
  const text = plainText(bytes, contentType);
  if (text === undefined || text.trim() === "") return undefined;
  const isPage = isHtmlType(contentType) || /\.x?html?$/i.test(key);
  return isPage ? markdownOf(htmlText(bytes, contentType), (title) => title || key) : text;
}
