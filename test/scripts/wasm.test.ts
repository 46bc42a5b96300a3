import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { compileWat } from "../../scripts/wasm/compile-wat.ts";

it.each(globSync("src/**/*.wat"))("the module beside %s is made of it: npm run wasm", async (file) => {
  const made = await compileWat(file, readFileSync(file, "utf8"));
  expect(readFileSync(file.replace(/wat$/, "wasm"))).toEqual(Buffer.from(made));
});
