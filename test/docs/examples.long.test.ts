import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureAccess } from "../../src/cli/local/local-access.ts";
import { startServer } from "../../src/cli/local/start-server.ts";
import { runCli } from "../cli/run-cli.ts";
import { untilEmbedded } from "./until-embedded.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const SECRET = "a secret for the examples of this project";
const AGENT_PAGE = join(ROOT, "examples/agent/README.md");
const AGENT_BLOCK = /(<!-- agent -->\n```console\n)([\s\S]*?)(```\n)/;

/** What is another at each run, as the page has it: ids, and whether the new memory has its vector yet. */
const settled = (printed: string): string =>
  printed
    .replaceAll(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, "01a1fdfa-460c-70f2-b13d-a3638c3fd076")
    .replaceAll(/\b[0-9a-f]{32}\b/g, "5e202d4e8de549dcacfa64afe81efff5")
    .replaceAll(/\(memory [0-9a-f]{12}\)( +)\d\d%/g, "(memory 5e202d4e8de5)$178%")
    .replaceAll(/^\d+ passages? cannot be found by meaning yet\.\n/gm, "");

interface Ran {
  readonly code: number | null;
  readonly output: string;
}

describe("the examples", () => {
  const home = mkdtempSync(join(tmpdir(), "recall-examples-"));
  let server: Awaited<ReturnType<typeof startServer>>;
  let env: Record<string, string>;

  beforeAll(async () => {
    server = await startServer({ root: ROOT, home, port: 0, secret: SECRET });
    const { url, token } = await ensureAccess({ url: server.url, fetch }, home, SECRET);
    const recall = `${process.execPath} ${join(ROOT, "bin/recall.js")}`;
    env = {
      RECALL_URL: url,
      RECALL_TOKEN: token,
      RECALL: recall,
      HOME: home,
      XDG_CONFIG_HOME: home,
      PATH: process.env.PATH ?? "",
    };
    await runCli(["push", "test/fixtures/notes"], { cwd: ROOT, env });
    await untilEmbedded(url, home);
  });
  afterAll(async () => {
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  });

  const run = (command: string, args: readonly string[]): Promise<Ran> =>
    new Promise((resolve, reject) => {
      const child = spawn(command, args, { cwd: ROOT, env });
      let output = "";
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding("utf8").on("data", (text: string) => {
          output += text;
        });
      child.on("error", reject);
      child.on("close", (code) => resolve({ code, output }));
    });

  /** `UPDATE_DOCS=1 npx vitest run test/docs/examples.long.test.ts` writes what the agent prints into its page. */
  it("have an agent that prints what its page shows", async () => {
    const { code, output } = await run(process.execPath, ["examples/agent/agent.ts"]);
    expect([code, output]).toEqual([0, expect.stringContaining("> remember")]);
    const page = readFileSync(AGENT_PAGE, "utf8");
    const written = page.replace(
      AGENT_BLOCK,
      (_, open: string, __, close: string) => `${open}${settled(output).trimEnd()}\n${close}`,
    );
    if (process.env.UPDATE_DOCS === "1") writeFileSync(AGENT_PAGE, written);
    expect(page).toBe(written);
  });

  it("of docs/http.md run as one program", async () => {
    const page = readFileSync(join(ROOT, "docs/http.md"), "utf8");
    const blocks = [...page.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, block = ""]) => block);
    const client = pathToFileURL(join(ROOT, "src/client/client.ts")).href;
    const program = [`const token = process.env.RECALL_TOKEN ?? "";`, ...blocks, "console.log(missing);"]
      .join("\n")
      .replace('"edge-recall/client"', JSON.stringify(client))
      .replace('"http://localhost:8787"', 'process.env.RECALL_URL ?? ""');
    const file = join(home, "program.mts");
    writeFileSync(file, program);
    expect(await run(process.execPath, [file])).toEqual({ code: 0, output: "[ 'guides/keys.md' ]\n" });
  });

  it("check that questions find their pages, and fail where one does not", async () => {
    const script = "examples/ci-search/check-docs.sh";
    const passing = await run("bash", [script, "test/fixtures/notes", "examples/ci-search/questions.tsv"]);
    expect([passing.code, passing.output]).toEqual([0, expect.stringContaining("ok      why one queue")]);
    const wrong = join(home, "wrong.tsv");
    writeFileSync(wrong, "when are the keys rotated?\tnowhere.md\n");
    const failing = await run("bash", [script, "test/fixtures/notes", wrong]);
    expect([failing.code, failing.output]).toEqual([1, expect.stringContaining("1 questions missed")]);
  });

  it("back a workspace up, privately, and keep as many as asked", async () => {
    const folder = join(home, "backups");
    const first = await run("bash", ["examples/backup/backup.sh", folder, "2"]);
    expect([first.code, first.output]).toEqual([0, expect.stringMatching(/recall-[\d-]+\.ndjson\.gz\n$/)]);
    const [name = ""] = readdirSync(folder);
    const text = gunzipSync(readFileSync(join(folder, name))).toString();
    expect(text).toContain('"format":"edge-recall-export"');
    expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
    for (const day of ["2020-01-01", "2020-01-02"])
      writeFileSync(join(folder, `recall-${day}.ndjson.gz`), "");
    await run("bash", ["examples/backup/backup.sh", folder, "2"]);
    expect(readdirSync(folder).sort()).toEqual(["recall-2020-01-02.ndjson.gz", name]);
  });
});
