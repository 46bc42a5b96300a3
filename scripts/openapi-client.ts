/**
 * `npm run openapi-client`: a client that `openapi-typescript` makes of the OpenAPI document type-checks, with a program
 * that uses it. Installed in a folder of its own that is deleted afterwards: it wants another TypeScript than this project.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packageRoot } from "../src/cli/local/load-runtime.ts";
import { apiRoutes } from "../src/http/api.ts";
import type { AppParts } from "../src/http/app-parts.ts";
import { openApiDocument } from "../src/http/openapi/document.ts";
import { VERSION } from "../src/version.ts";

const SOURCE = join(packageRoot(), "test", "openapi", "fixtures", "generated-client");
/** Without the last two, whatever has a default would have to be sent. */
const GENERATE = ["openapi-typescript", "openapi.json", "-o", "api.d.ts", "--default-non-nullable", "false"];
const STEPS: readonly (readonly [command: string, parameters: readonly string[]])[] = [
  ["npm", ["ci", "--no-audit", "--no-fund"]],
  ["npx", ["--no-install", ...GENERATE]],
  ["npx", ["--no-install", "tsc", "--project", "."]],
];

const folder = mkdtempSync(join(tmpdir(), "generated-client-"));
try {
  cpSync(SOURCE, folder, { recursive: true });
  const api = apiRoutes({ services: {}, version: VERSION } as AppParts);
  writeFileSync(join(folder, "openapi.json"), JSON.stringify(openApiDocument(api, VERSION)));
  for (const [command, parameters] of STEPS) {
    const { status } = spawnSync(command, parameters, { cwd: folder, stdio: "inherit" });
    if (status === 0) continue;
    process.exitCode = 1;
    break;
  }
  if (process.exitCode !== 1) console.log("A client made of /openapi.json type-checks.");
} finally {
  rmSync(folder, { recursive: true, force: true });
}
