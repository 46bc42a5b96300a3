import { afterEach, describe, expect, it } from "vitest";
import type { SourceAdapter, SourceBucket } from "../../src/sources/adapter.ts";
import { ADAPTERS } from "../../src/sources/adapters/adapters.ts";
import { KINDS, type SourceKind } from "../../src/sources/contract.ts";
import { createHttp } from "../../src/sources/fetching/http.ts";
import { type Page, pageOf, webSite } from "../support/web-site.ts";
import { CONTRACT, sourceAdapterContract, type Tried } from "./adapter-contract.ts";
import { fakeBucket } from "./fake-bucket.ts";
import { archiveOf, refsOf } from "./tar-archive.ts";

const opened: { close(): void }[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});

type Texts = Readonly<Record<string, string>>;

/** A source on a server whose pages `make` makes of the texts. */
async function onServer(
  path: string,
  make: (texts: Texts) => Promise<Record<string, Page>> | Record<string, Page>,
): Promise<Tried> {
  const site = await webSite();
  opened.push(site);
  const down: Page = (response) => response.writeHead(503).end();
  let pages: Record<string, Page> = {};
  const show = (shown: Record<string, Page>): void => {
    for (const name of Object.keys(site.pages)) delete site.pages[name];
    Object.assign(site.pages, shown);
  };
  return {
    pull: {
      ...{ location: new URL(path, site.url).href, buckets: {}, notes: {}, memo: {}, nowMs: 0 },
      options: { maxItems: 100, host: "github" as const },
      http: createHttp({
        ...{ fetch, rules: { allowedHosts: new Set([site.host]) }, now: () => 0, pauseMs: 0 },
        sleep: async () => undefined,
      }),
    },
    async set(texts) {
      pages = await make(texts);
      show(pages);
    },
    fail: (isDown) =>
      show(isDown ? Object.fromEntries(Object.keys(pages).map((name) => [name, down])) : pages),
  };
}

const entry = (name: string, text: string): string =>
  `<item><guid>tag:${name}</guid><title>${name}</title><link>https://blog.acme.io/${name}</link><description>&lt;p&gt;${text}&lt;/p&gt;</description></item>`;

const COMMIT = "c".repeat(40);

const OPEN: Readonly<Record<SourceKind, () => Promise<Tried>>> = {
  site: () =>
    onServer("/", (texts) => ({
      "/robots.txt": "User-agent: *\nAllow: /\n",
      "/": pageOf("Start", "Here it begins.", Object.keys(texts)),
      ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [`/${name}`, pageOf(name, text)])),
    })),
  git: () =>
    onServer("/owner/birds", async (texts) => {
      const files = Object.fromEntries(
        Object.entries(texts).map(([name, text]) => [`docs/${name}.md`, text]),
      );
      const archive = await archiveOf(`birds-${COMMIT}`, files);
      return {
        "/owner/birds.git/info/refs?service=git-upload-pack": refsOf({ main: COMMIT }, "main"),
        [`/owner/birds/archive/${COMMIT}.tar.gz`]: (response) => response.writeHead(200).end(archive),
      };
    }),
  async r2() {
    const objects: Record<string, string> = {};
    const bucket = fakeBucket(objects);
    let isDown = false;
    const failing: SourceBucket = {
      list: async (options) => {
        if (isDown) throw new Error("R2 is down");
        return bucket.list(options);
      },
      get: bucket.get,
    };
    const { pull } = await onServer("/", () => ({}));
    return {
      pull: { ...pull, location: "r2://BIRDS/kept/", buckets: { BIRDS: failing } },
      set(texts) {
        for (const key of Object.keys(objects)) delete objects[key];
        for (const [name, text] of Object.entries(texts)) objects[`kept/${name}.md`] = text;
      },
      fail(down) {
        isDown = down;
      },
    };
  },
  feed: () =>
    onServer("/feed.xml", (texts) => ({
      "/feed.xml": `<?xml version="1.0"?><rss version="2.0"><channel><title>Birds</title>${Object.entries(
        texts,
      )
        .map(([name, text]) => entry(name, text))
        .join("")}</channel></rss>`,
    })),
};

describe.each(KINDS)("a source of the kind %s", (kind) => {
  sourceAdapterContract(ADAPTERS[kind], OPEN[kind]);
});

/** Adapters that each do one thing wrong; every one of them must fail the contract. */
const BROKEN: Readonly<Record<string, SourceAdapter>> = {
  "names paths anew in each run": {
    ...ADAPTERS.r2,
    async list(pull, cursor) {
      const listing = await ADAPTERS.r2.list(pull, cursor);
      if (listing === "unchanged") return listing;
      return { ...listing, things: listing.things.map((thing) => ({ ...thing, path: crypto.randomUUID() })) };
    },
  },
  "forgets the next page": {
    ...ADAPTERS.r2,
    async list(pull, cursor) {
      const listing = await ADAPTERS.r2.list(pull, cursor);
      return listing === "unchanged" ? listing : { things: listing.things };
    },
  },
  "never tells a change": {
    ...ADAPTERS.r2,
    async list(pull, cursor) {
      const listing = await ADAPTERS.r2.list(pull, cursor);
      if (listing === "unchanged") return listing;
      return { ...listing, things: listing.things.map((thing) => ({ ...thing, version: "1" })) };
    },
  },
  "takes a failure for nothing there": {
    ...ADAPTERS.r2,
    list: (pull, cursor) => ADAPTERS.r2.list(pull, cursor).catch(() => ({ things: [] })),
  },
};

it.each(Object.entries(BROKEN))("an adapter that %s fails the contract", async (_, adapter) => {
  const failures = await Promise.allSettled(Object.values(CONTRACT).map((check) => check(adapter, OPEN.r2)));
  expect(failures.some(({ status }) => status === "rejected")).toBe(true);
});
