import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Metafile, OutputFile } from "esbuild";
import { documentation } from "./documentation.ts";

type Build = typeof import("esbuild")["build"];

/** Where the files with a hash in their name lie, which browsers may keep for ever. */
const PARTS = "parts";
/** The line of index.html that scripts and styles take the place of. */
const PARTS_MARK = "<!--parts-->";
const ENTRY = "src/web/main.tsx";
const ENTRY_NAME = "page";
/** Of the views that are loaded when they are opened. */
const VIEW_STYLES = "src/web/styles/views.css";

const outputOf = ({ outputs }: Metafile, entry: string): string =>
  Object.keys(outputs).find((name) => outputs[name]?.entryPoint === entry) ?? "";

/** The entry's outputs and all that they import at once, in the order of loading. */
function loadedFirst(metafile: Metafile): readonly string[] {
  const { outputs } = metafile;
  const entry = outputOf(metafile, ENTRY);
  const loaded = new Set([entry]);
  for (const name of loaded)
    for (const { path, kind } of outputs[name]?.imports ?? [])
      if (kind === "import-statement") loaded.add(path);
  const { cssBundle } = outputs[entry] ?? {};
  return cssBundle === undefined ? [...loaded] : [cssBundle, ...loaded];
}

/** The elements that load a file; imports of the entry are asked for before it has been read. */
function elementFor(path: string): string {
  if (path.endsWith(".css")) return `<link rel="stylesheet" href="/${path}" />`;
  return basename(path).startsWith(`${ENTRY_NAME}-`)
    ? `<script type="module" src="/${path}"></script>`
    : `<link rel="modulepreload" href="/${path}" />`;
}

function writeFile(folder: string, { path, contents }: Pick<OutputFile, "path" | "contents">): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), contents);
}

/**
 * Bundles src/web into a folder, which then holds nothing else: index.html, hashed parts, the documentation, `_headers` for
 * whoever serves them.
 */
export async function buildPage(build: Build, root: string, folder: string) {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: { [ENTRY_NAME]: ENTRY, views: VIEW_STYLES },
    outdir: PARTS,
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    bundle: true,
    splitting: true,
    minify: true,
    format: "esm",
    target: ["es2022", "chrome123", "firefox124", "safari17.5"],
    jsx: "automatic",
    jsxImportSource: "preact",
    legalComments: "none",
    metafile: true,
    write: false,
    logLevel: "error",
  });
  rmSync(folder, { recursive: true, force: true });
  const source = join(root, "src", "web");
  // Written, not copied with their modes: nothing in a server's home is open to others.
  for (const path of readdirSync(join(source, "static")))
    writeFile(folder, { path, contents: readFileSync(join(source, "static", path)) });
  const parts = outputFiles.map(({ path, contents }) => ({ path: `${PARTS}/${basename(path)}`, contents }));
  for (const part of parts) writeFile(folder, part);
  for (const path of documentation(root))
    writeFile(folder, { path, contents: readFileSync(join(root, path)) });
  const first = loadedFirst(metafile);
  const html = readFileSync(join(source, "index.html"), "utf8");
  // A name that only a script reads: what a browser takes for a stylesheet, also one that is off, it may load ahead.
  const later = `<meta name="view-styles" content="/${outputOf(metafile, VIEW_STYLES)}" />`;
  const elements = [...first.map(elementFor), later].join("\n    ");
  writeFileSync(join(folder, "index.html"), html.replace(PARTS_MARK, elements));
  const names = parts.map(({ path }) => path);
  return { firstLoad: ["index.html", ...first], files: ["index.html", ...names] };
}
