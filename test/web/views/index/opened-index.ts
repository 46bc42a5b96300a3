import { h } from "preact";
import { IndexView } from "../../../../src/web/views/index/index-view.tsx";
import { type Answers, type Asked, onPage, type Screen } from "../../support/screen.ts";

const STATUS = {
  ...{
    workspace: "home",
    name: "Home",
    scope: "admin",
    version: 1,
    documents: 1_200,
    chunks: 4_000,
    bytes: 2_500,
  },
  roots: [
    { root: "notes", documents: 3, bytes: 999, indexedAt: null },
    { root: "memories", documents: 4, bytes: 1_000, indexedAt: "2026-11-20T12:00:00Z" },
  ],
  index: {
    ...{ indexedAt: null, pendingChunks: 0, invisibleVectors: 0, failedDocuments: 0, failedWork: 0 },
    ...{ lastError: null, embedder: "bge", reranker: "none", vectors: "vectorize", pausedUntil: null },
  },
  reindex: [],
  searches: {
    ...{ day: "2026-03-01", count: 0, nothingFound: 0, degraded: 0, p50Ms: null, p95Ms: null, days: [] },
    cached: { answer: 0, embedding: 0, rerank: 0 },
  },
};

export interface Options {
  readonly status?: object;
  readonly index?: object;
  readonly searches?: object;
  readonly scope?: "read" | "write" | "admin";
  readonly address?: string;
  /** Which part is shown; the first. */
  readonly part?: string;
  readonly rest?: Answers;
}

/** What the server says of a made workspace. */
export const statusOf = (more: Pick<Options, "status" | "index" | "searches">) => ({
  ...{ ...STATUS, ...more.status },
  index: { ...STATUS.index, ...more.index },
  searches: { ...STATUS.searches, ...more.searches },
});

/** The index view of a made workspace. */
export async function open({
  scope = "admin",
  part,
  address = part === undefined ? "?view=index" : `?view=index&show=${part}`,
  rest,
  ...held
}: Options = {}) {
  const answers: Answers = (asked) => {
    const own = rest?.(asked);
    if (own !== undefined) return own;
    if (asked.path === "/v1/status") return statusOf(held);
    if (asked.path === "/v1/runs") return { runs: [] };
    if (asked.path === "/v1/tokens") return { tokens: [] };
    if (asked.path === "/v1/sources") return { sources: [] };
    if (asked.path === "/v1/sign-ins") return { signIns: [] };
    if (asked.path === "/v1/access-log") return { entries: [], nextCursor: null };
    return asked.path === "/v1/documents" ? { documents: [], nextCursor: null } : { queries: [] };
  };
  const page = onPage(() => h(IndexView, {}), { answers, address, status: { scope } });
  await page.screen.until((screen) => screen.all(".skeleton").length === 0);
  return page;
}

/** A panel's rows of names and figures. */
export const facts = (screen: Screen, panel: string) =>
  screen
    .all(".panel[aria-labelledby]")
    .filter((one) => one.getAttribute("aria-labelledby") === panel)
    .flatMap((one) =>
      Array.from(
        one.querySelectorAll(".fact, meter, .last-error, .all-done"),
        (row) => row.getAttribute("aria-label") ?? row.textContent,
      ),
    );
export const panels = (screen: Screen) =>
  screen.all(".panel").map((one) => one.getAttribute("aria-labelledby"));
export const asked = (all: readonly Asked[], path: string) => all.filter((one) => one.path === path);
