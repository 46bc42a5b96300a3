import { h } from "preact";
import { SearchView } from "../../../../src/web/views/search/search-view.tsx";
import { hitsOf as passagesOf, searchAnswerOf } from "../../support/answers.ts";
import { type Answers, onPage } from "../../support/screen.ts";
import { asWindow } from "../../support/window.ts";

export interface Options {
  readonly answers?: Answers;
  readonly stored?: Readonly<Record<string, string>>;
  readonly status?: object;
  readonly parts?: object;
}

/** So many passages, each of another document. */
export const hitsOf = (count: number) => passagesOf(count).map((hit, at) => ({ ...hit, path: `${at}.md` }));

export const DOCUMENT = {
  text: "a",
  lines: 1,
  bytes: 1,
  kind: "file",
  language: "text",
  indexedAt: "2026-11-20",
};

const found: Answers = ({ path, body }) =>
  path !== "/v1/search"
    ? DOCUMENT
    : searchAnswerOf({ hits: hitsOf((body as { limit: number }).limit).slice(0, 24) });

/** The search at an address, with what a user does to it. */
export function open(
  address: string,
  { answers = found, stored = {}, status = {}, parts = {} }: Options = {},
) {
  const kept = new Map(Object.entries(stored));
  const window = asWindow({
    requestAnimationFrame: (run: () => void) => run(),
    ...parts,
    localStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    },
  });
  const page = onPage(() => h(SearchView, {}), { answers, address, status, window });
  const { document } = window;
  const key = (name: string, more: object = {}) =>
    page.screen.fire(document.activeElement ?? document.body, "keydown", { key: name, ...more });
  const at = () => {
    const link = document.activeElement?.closest(".hit");
    return link == null ? document.activeElement?.localName : (link.getAttribute("data-rank") ?? "");
  };
  return { ...page, document, key, at, kept };
}

/** The searches that were asked for. */
export const logged = (asked: ReturnType<typeof open>["asked"]) =>
  asked
    .filter(({ path }) => path === "/v1/search")
    .map(({ body }) => body as { query: string; limit: number; log: boolean })
    .map(({ query, limit, log }) => `${query} ${limit}${log ? " logged" : ""}`);
