/** `npm run wasm` writes each `.wasm` of `src` anew from the `.wat` beside it; a test says when one is stale. */
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compileWat } from "./wasm/compile-wat.ts";

const root = join(import.meta.dirname, "..");
for (const file of globSync("src/**/*.wat", { cwd: root }))
  writeFileSync(
    join(root, file.replace(/wat$/, "wasm")),
    await compileWat(file, readFileSync(join(root, file), "utf8")),
  );
