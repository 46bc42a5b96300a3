const END = "<!-- end -->";

/** The page with what stands between a mark and the next end replaced. Throws where the page has no place for it. */
export function withMarkedLines(page: string, mark: string, lines: readonly string[]): string {
  const from = page.indexOf(mark);
  const to = page.indexOf(END, from);
  if (from < 0 || to < from) throw new Error(`The page lacks ${mark} and ${END}`);
  return `${page.slice(0, from)}${mark}\n\n${lines.join("\n")}\n\n${page.slice(to)}`;
}
