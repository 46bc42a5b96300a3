/** `npm run docs`: writes the reference pages, `docs/reference/*.md`, from the tables in the code. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../src/cli/local/load-runtime.ts";
import { referencePages } from "./docs/pages.ts";

const folder = join(packageRoot(), "docs", "reference");
mkdirSync(folder, { recursive: true });
const pages = await referencePages();
for (const [name, text] of pages) writeFileSync(join(folder, name), text);
console.log(`Wrote ${pages.size} pages to docs/reference`);
