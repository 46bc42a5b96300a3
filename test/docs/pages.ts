import { globSync, readFileSync } from "node:fs";

export interface Page {
  readonly path: string;
  readonly text: string;
}

/** Pages that people wrote and people read; reference pages are checked where they are made. */
export const PAGES: readonly Page[] = [
  ...globSync("*.md"),
  ...globSync("docs/*.md"),
  ...globSync("examples/*/README.md"),
  ...globSync("plugins/*/README.md"),
]
  .map((path) => path.replaceAll("\\", "/"))
  .sort()
  .map((path) => ({ path, text: readFileSync(path, "utf8") }));

/** One page's text by its path. */
export function pageText(path: string): string {
  const page = PAGES.find((one) => one.path === path);
  if (page === undefined) throw new Error(`No page ${path}`);
  return page.text;
}
