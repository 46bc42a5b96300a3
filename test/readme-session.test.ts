import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { ensureAccess } from "../src/cli/local/local-access.ts";
import { startServer } from "../src/cli/local/start-server.ts";
import { runCli } from "./cli/run-cli.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const README = join(ROOT, "README.md");
const SECRET = "a secret for the session in the README";

const SESSION: readonly (readonly string[])[] = [
  ["search", "when are the keys rotated?", "-n", "1"],
  ["search", "MAX_ATTEMPTS", "-n", "1", "--language", "typescript"],
  ["get", "runbook.md:5-6"],
  ["push", "test/fixtures/notes"],
];

const BLOCK = /(<!-- session -->\n```console\n)([\s\S]*?)(```\n)/;

const quoted = (word: string): string => (/^[\w./:=-]+$/.test(word) ? word : `"${word}"`);

/** What a person who reads the answer of the push has waited for by the time of the search. */
async function untilEmbedded(url: string, home: string): Promise<void> {
  const { token } = JSON.parse(readFileSync(join(home, "config.json"), "utf8")) as { token: string };
  for (let pending = 1; pending > 0; ) {
    const answer = await fetch(`${url}/v1/status`, { headers: { authorization: `Bearer ${token}` } });
    pending = ((await answer.json()) as { index: { pendingChunks: number } }).index.pendingChunks;
  }
}

/** `UPDATE_README=1 npx vitest run test/readme-session.test.ts` writes what the commands print into the README. */
it("shows a session in the README that the commands really print", async () => {
  const home = mkdtempSync(join(tmpdir(), "recall-readme-"));
  const server = await startServer({ root: ROOT, home, port: 0, secret: SECRET });
  try {
    await ensureAccess({ url: server.url, fetch }, home, SECRET);
    const environment = { cwd: ROOT, env: { RECALL_HOME: home, XDG_CONFIG_HOME: home } };
    // What `npm start -- test/fixtures/notes` does before it says that it is ready.
    await runCli(["push", "test/fixtures/notes"], environment);
    let transcript = "";
    for (const args of SESSION) {
      await untilEmbedded(server.url, home);
      const { stdout, stderr } = await runCli(args, environment);
      transcript += `$ npx recall ${args.map(quoted).join(" ")}\n${`${stdout}${stderr}`.trimEnd()}\n\n`;
    }
    const text = readFileSync(README, "utf8");
    const written = text.replace(
      BLOCK,
      (_, open: string, __, close: string) => `${open}${transcript.trimEnd()}\n${close}`,
    );
    if (process.env.UPDATE_README === "1") writeFileSync(README, written);
    expect(text).toMatch(BLOCK);
    expect(text).toBe(written);
  } finally {
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  }
});
