/**
 * `npm run openapi-client`: a linter finds nothing wrong with the OpenAPI document, and the clients that two generators make
 * of it (`openapi-typescript`, `@hey-api/openapi-ts`) type-check and work against a local server: they push, search,
 * remember and read it back. Installed in a folder of its own that is deleted afterwards: they want another TypeScript than
 * this project.
 */
import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureAccess } from "../src/cli/local/local-access.ts";
import { packageRoot } from "../src/cli/local/load-runtime.ts";
import { startServer } from "../src/cli/local/start-server.ts";
import { apiRoutes } from "../src/http/api.ts";
import type { AppParts } from "../src/http/app-parts.ts";
import { openApiDocument } from "../src/http/openapi/document.ts";
import { VERSION } from "../src/version.ts";

const SOURCE = join(packageRoot(), "test", "openapi", "fixtures", "generated-client");
/** Without the last two, whatever has a default would have to be sent. */
const GENERATE = ["openapi-typescript", "openapi.json", "-o", "api.d.ts", "--default-non-nullable", "false"];
type Step = readonly [command: string, ...parameters: string[]];
const MADE: readonly Step[] = [
  ["npm", "ci", "--no-audit", "--no-fund"],
  ["npx", "--no-install", "redocly", "lint", "openapi.json", "--format", "json"],
  ["npx", "--no-install", ...GENERATE],
  ["npx", "--no-install", "openapi-ts", "-i", "openapi.json", "-o", "sdk", "-c", "@hey-api/client-fetch"],
  ["npx", "--no-install", "tsc", "--project", "."],
];
const TOLD = {
  ...{ found: ["keys.md#L1-L3"], memory: "We deploy on Thursdays", read: true, code: "not_found" },
};

/** The linter would send statistics and ask for its newest version. */
const ENV = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };

/** What a command prints; throws when it fails. */
const run = ([command, ...parameters]: Step, cwd: string): Promise<string> =>
  new Promise((done, reject) => {
    const child = spawn(command, parameters, { cwd, env: ENV, stdio: ["ignore", "pipe", "inherit"] });
    let printed = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) return done(printed);
      reject(new Error(`${command} ${parameters.join(" ")} ended with ${code}\n${printed}`));
    });
  });

async function runPrograms(folder: string): Promise<void> {
  const home = join(folder, "home");
  const secret = "a secret for clients that are made and gone";
  const server = await startServer({ root: packageRoot(), home, port: 0, secret });
  try {
    const { url, token } = await ensureAccess({ url: server.url, fetch }, home, secret);
    for (const program of ["main.js", "sdk.js"]) {
      const told = await run([process.execPath, join("made", program), url, token], folder);
      if (told.trim() !== JSON.stringify(TOLD)) throw new Error(`${program} printed ${told}`);
    }
  } finally {
    await server.stop();
  }
}

const folder = mkdtempSync(join(tmpdir(), "generated-client-"));
try {
  cpSync(SOURCE, folder, { recursive: true });
  const api = apiRoutes({ services: {}, version: VERSION } as AppParts);
  writeFileSync(join(folder, "openapi.json"), JSON.stringify(openApiDocument(api, VERSION)));
  for (const step of MADE) {
    const printed = await run(step, folder);
    // The linter ends well with warnings.
    if (printed.includes('"severity"')) throw new Error(printed);
  }
  await runPrograms(folder);
  console.log("The document is clean, and two clients made of /openapi.json type-check and work.");
} finally {
  rmSync(folder, { recursive: true, force: true });
}
