import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureAccess } from "../src/cli/local/local-access.ts";
import { startServer } from "../src/cli/local/start-server.ts";
import { runCli } from "./cli/run-cli.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const README = join(ROOT, "README.md");
const SECRET = "a secret for the session in the README";

/** What stands in the README's blocks of output, by the comment before the block. */
const SESSIONS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  session: [
    ["search", "when are the keys rotated?", "-n", "1"],
    ["search", "MAX_ATTEMPTS", "-n", "1", "--language", "typescript"],
    ["get", "runbook.md:5-6"],
    ["push", "test/fixtures/notes"],
  ],
  views: [
    ["search", "when are the keys rotated?", "--digest"],
    ["search", "when are the keys rotated?", "--compact", "-n", "2"],
    ["get", "7139d30b"],
    ["get", "runbook.md#L1-L3", "src/*.ts"],
  ],
  explain: [
    ["explain", "when are the keys rotated?", "runbook.md#L12", "-n", "1"],
    ["explain", "when are the keys rotated?", "src/retry.ts#L2"],
  ],
};

/** Every search has an id of its own. */
const RECALL_LINE = /^Recall [0-9a-f]{8}-[0-9a-f-]{27}$/m;
const RECALLS = [
  "Recall 01a1fdfa-460c-70f2-b13d-a3638c3fd076",
  "Recall 01a1fdfb-0d3e-7a41-9c06-5be1f70a2d94",
] as const;

const blockOf = (name: string): RegExp =>
  new RegExp(`(<!-- ${name} -->\\n\`\`\`console\\n)([\\s\\S]*?)(\`\`\`\\n)`);

/** Commands of the README's recipes, as a shell would take them apart. */
function recipes(text: string): readonly (readonly string[])[] {
  const [, block = ""] = /<!-- recipes -->\n```sh\n([\s\S]*?)```\n/.exec(text) ?? [];
  const commands = [...block.matchAll(/^npx recall (.+)$/gm)].map(([, rest = ""]) => rest);
  return commands.map((rest) =>
    Array.from(rest.matchAll(/"([^"]*)"|(\S+)/g), ([, inner, word]) => inner ?? word ?? ""),
  );
}

const quoted = (word: string): string => (/^[\w./:=#-]+$/.test(word) ? word : `"${word}"`);

/** What a person who reads the answer of the push has waited for by the time of the search. */
async function untilEmbedded(url: string, home: string): Promise<void> {
  const { token } = JSON.parse(readFileSync(join(home, "config.json"), "utf8")) as { token: string };
  for (let pending = 1; pending > 0; ) {
    const answer = await fetch(`${url}/v1/status`, { headers: { authorization: `Bearer ${token}` } });
    pending = ((await answer.json()) as { index: { pendingChunks: number } }).index.pendingChunks;
  }
}

describe("the README", () => {
  const home = mkdtempSync(join(tmpdir(), "recall-readme-"));
  const environment = { cwd: ROOT, env: { RECALL_HOME: home, XDG_CONFIG_HOME: home } };
  let server: Awaited<ReturnType<typeof startServer>>;

  beforeAll(async () => {
    server = await startServer({ root: ROOT, home, port: 0, secret: SECRET });
    await ensureAccess({ url: server.url, fetch }, home, SECRET);
    // What `npm start -- test/fixtures/notes` does before it says that it is ready.
    await runCli(["push", "test/fixtures/notes"], environment);
  });
  afterAll(async () => {
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  });

  /** `UPDATE_README=1 npx vitest run test/readme-session.test.ts` writes what the commands print into the README. */
  it.each(Object.entries(SESSIONS))(
    "shows in its %s what the commands really print",
    async (name, session) => {
      let transcript = "";
      let searches = 0;
      for (const args of session) {
        await untilEmbedded(server.url, home);
        const { stdout, stderr } = await runCli(args, environment);
        const printed = `${stdout}${stderr}`
          .trimEnd()
          .replace(RECALL_LINE, () => RECALLS[searches++ % 2] ?? "");
        transcript += `$ npx recall ${args.map(quoted).join(" ")}\n${printed}\n\n`;
      }
      const text = readFileSync(README, "utf8");
      const written = text.replace(
        blockOf(name),
        (_, open: string, __, close: string) => `${open}${transcript.trimEnd()}\n${close}`,
      );
      if (process.env.UPDATE_README === "1") writeFileSync(README, written);
      expect(text).toMatch(blockOf(name));
      expect(text).toBe(written);
    },
  );

  it("has recipes that run and find something", async () => {
    const commands = recipes(readFileSync(README, "utf8"));
    expect(commands.length).toBeGreaterThanOrEqual(5);
    for (const args of commands) {
      const { code, stderr } = await runCli(args, environment);
      expect([args, code, stderr]).toEqual([args, 0, ""]);
    }
  });
});
