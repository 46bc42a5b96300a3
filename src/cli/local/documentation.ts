import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, posix } from "node:path";

/** A link of a Markdown page that leads to a file, without its anchor. */
const FILE_LINK = /\]\((?![a-z]+:|#)([^)#\s]+)/g;
/** What stands in code is no link. */
const CODE = /^```[\s\S]*?^```$|`[^`\n]*`/gm;

/** Files that a page links to, as paths from the root of the package. */
function linkedFrom(root: string, page: string): readonly string[] {
  const text = readFileSync(join(root, page), "utf8").replace(CODE, "");
  return [...text.matchAll(FILE_LINK)].map(([, link = ""]) => posix.join(posix.dirname(page), link));
}

const isFile = (root: string, path: string): boolean =>
  !path.startsWith("..") &&
  !path.endsWith(".png") &&
  existsSync(join(root, path)) &&
  statSync(join(root, path)).isFile();

/**
 * What a server publishes of a clone's documentation, as paths from its root: `docs/**.md`, and the files that those pages
 * link to, so that no link of them leads nowhere; nothing where there is none, and not its pictures, which would double the size of the package.
 */
export function documentation(root: string): readonly string[] {
  const folder = join(root, "docs");
  if (!existsSync(folder)) return [];
  const pages = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md"))
    .map((path) => posix.join("docs", path.replaceAll("\\", "/")));
  const linked = pages.flatMap((page) => linkedFrom(root, page)).filter((path) => isFile(root, path));
  return [...new Set([...pages, ...linked])].sort();
}
