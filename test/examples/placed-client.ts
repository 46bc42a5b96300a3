import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { clientTypes } from "../../scripts/package/client-types.ts";
import { apiDocument } from "../support/api-document.ts";

/** Puts `edge-recall/client` into a folder's node_modules: the types as the package has them, the sources as they are. */
export function placeClient(folder: string): void {
  const installed = join(folder, "node_modules", "edge-recall");
  mkdirSync(installed, { recursive: true });
  const there = { types: "./client.d.ts", default: "./client.js" };
  const named = { name: "edge-recall", type: "module", exports: { "./client": there } };
  writeFileSync(join(installed, "package.json"), JSON.stringify(named));
  writeFileSync(join(installed, "client.d.ts"), clientTypes(apiDocument()));
  const source = pathToFileURL(resolve("src/client/client.ts"));
  writeFileSync(join(installed, "client.js"), `export * from ${JSON.stringify(source)};\n`);
}
