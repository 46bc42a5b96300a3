/**
 * `npm run page [-- folder]`: the page of src/web as static files, into public/, which a deployment sends along with the
 * Worker (wrangler runs it by itself). Says what a first visit loads.
 */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { buildPage } from "../../src/cli/local/build-page.ts";
import { packageRoot } from "../../src/cli/local/load-runtime.ts";

const root = packageRoot();
const folder = resolve(process.argv[2] ?? join(root, "public"));
const kilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} KB`;

const { firstLoad, files } = await buildPage(build, root, folder);
const compressed = (path: string): number => gzipSync(readFileSync(join(folder, path))).length;
const total = (paths: readonly string[]): number =>
  paths.reduce((bytes, path) => bytes + compressed(path), 0);
console.log(
  `page: ${files.length} files, ${kilobytes(total(files))} compressed; first load ${kilobytes(total(firstLoad))}`,
);
