/**
 * `npm run docs`: writes the reference pages, `docs/reference/*.md`, from the tables in the code, and the Python client,
 * `examples/python/edge_recall.py`, from the OpenAPI document.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../src/cli/local/load-runtime.ts";
import { referencePages } from "./docs/pages.ts";
import { pythonClient } from "./docs/python.ts";

const folder = join(packageRoot(), "docs", "reference");
mkdirSync(folder, { recursive: true });
const pages = await referencePages();
for (const [name, text] of pages) writeFileSync(join(folder, name), text);
writeFileSync(join(packageRoot(), "examples", "python", "edge_recall.py"), pythonClient());
console.log(`Wrote ${pages.size} pages to docs/reference, and the Python client`);
