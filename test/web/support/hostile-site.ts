import { REVIEW_TAG } from "../../../src/config.ts";
import { shortHash } from "../../../src/text/hash.ts";
import type { Site } from "./site.ts";
import { PAYLOADS } from "./xss-corpus.ts";

/** A word that all of it has, to find it by. */
export const WORD = "quahog";
export const ROOT = "hostile";
/** Names the entity that all others are related to. */
export const HUB = "Quahog Hub";

/** Parts of a path are neither empty nor dots. */
const asPath = (payload: string, at: number): string =>
  `${at} ${payload.replace(/\/+/g, "/").replace(/\\/g, "_")}/${at}.md`.replace(/\/\.{0,2}(?=\/)/g, "/_");

const fenced = (payload: string): string => `\`\`\`html\n${payload}\n\`\`\``;

/** One payload wherever a Markdown file can have it. */
const asText = (payload: string, at: number): string => `---
title: ${JSON.stringify(payload)}
---

# ${WORD} ${payload}

${WORD}${at} stands here: ${payload}

${payload}

> ${payload}

- [ ] ${payload}

| ${payload.replaceAll("|", "")} | b |
|---|---|
| ${payload.replaceAll("|", "")} | **${payload}** |

${fenced(payload)}
`;

/** The files with the payloads in their names, titles, headings and texts. */
export const HOSTILE_PATHS: readonly string[] = PAYLOADS.map(asPath);

async function push({ call }: Site): Promise<void> {
  const origin = "f".repeat(32);
  const documents = await Promise.all(
    PAYLOADS.map(async (payload, at) => {
      const text = asText(payload, at);
      return { path: asPath(payload, at), text, hash: await shortHash(text), mtime: 1_760_000_000_000 };
    }),
  );
  const files = documents.map(({ path, hash, text, mtime }) => [path, hash, Buffer.byteLength(text), mtime]);
  const manifest = await call<{ refused: readonly unknown[] }>("POST", `/v1/roots/${ROOT}/manifest`, {
    origin,
    files,
  });
  if (manifest.refused.length > 0) throw new Error(`refused: ${JSON.stringify(manifest.refused)}`);
  await call("POST", `/v1/roots/${ROOT}/documents`, { origin, documents });
}

const MAX_TAG_CHARS = 64;

async function remember({ call }: Site): Promise<void> {
  const memories = PAYLOADS.map((payload) => ({
    text: `${WORD} remembers ${payload}`,
    tags: [payload.slice(0, MAX_TAG_CHARS).trim(), REVIEW_TAG],
    session: payload,
    source: payload,
    entities: [payload],
    metadata: { note: payload },
    force: true,
  }));
  await call("POST", "/v1/memories/batch", { memories });
}

async function relate({ call }: Site): Promise<void> {
  for (const [at, payload] of PAYLOADS.entries()) {
    const slug = `${WORD}-${at}`;
    await call("PUT", `/v1/entities/${slug}`, {
      name: `${WORD} ${at} ${payload}`,
      type: "person",
      aliases: [`${payload} ${at}`, ...(at === 0 ? [HUB] : [])],
    });
    await call("POST", `/v1/entities/${slug}/observations`, { text: payload });
    if (at > 0) await call("POST", "/v1/relations", { from: `${WORD}-0`, to: slug, type: "knows" });
  }
}

/** Searches that name payloads, found and not, with votes whose notes are payloads. */
async function ask({ call }: Site): Promise<void> {
  for (const [at, payload] of PAYLOADS.entries()) {
    const { recallId, hits } = await call<{ recallId: string; hits: readonly unknown[] }>(
      "POST",
      "/v1/search",
      { query: `${WORD}${at} ${payload}`, session: payload, profile: "keyword" },
    );
    if (hits.length > 0)
      await call("POST", "/v1/feedback", { recallId, chunk: 1, value: "up", note: payload });
    await call("POST", "/v1/search", { query: `"unheard of" ${payload}`, profile: "keyword" });
  }
}

/** Everything that people and programs can put in, full of scripts. */
export async function fillHostile(site: Site): Promise<void> {
  await push(site);
  await remember(site);
  await relate(site);
  await ask(site);
}
