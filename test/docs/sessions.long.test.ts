import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureAccess } from "../../src/cli/local/local-access.ts";
import { startServer } from "../../src/cli/local/start-server.ts";
import { runCli } from "../cli/run-cli.ts";
import { untilEmbedded } from "./until-embedded.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const SECRET = "a secret for the sessions of the documentation";

interface Session {
  readonly page: string;
  readonly commands: readonly (readonly string[])[];
}

/** What stands in the pages' blocks of output, by the comment before the block. */
const SESSIONS: Readonly<Record<string, Session>> = {
  views: {
    page: "docs/command-line.md",
    commands: [
      ["search", "when are the keys rotated?", "--digest"],
      ["search", "when are the keys rotated?", "--compact", "-n", "2"],
      ["get", "7139d30b"],
      ["get", "runbook.md#L1-L3", "src/*.ts"],
    ],
  },
  silence: {
    page: "docs/ranking.md",
    commands: [["search", "who cleans the office on Monday?"]],
  },
  explain: {
    page: "docs/ranking.md",
    commands: [
      ["explain", "when are the keys rotated?", "runbook.md#L12", "-n", "1"],
      ["explain", "when are the keys rotated?", "src/retry.ts#L2"],
    ],
  },
  // Last: what it remembers would show in the others.
  session: {
    page: "README.md",
    commands: [
      ["search", "when are the keys rotated?", "-n", "1"],
      ["get", "runbook.md:5-6"],
      ["push", "test/fixtures/notes"],
      ["remember", "We deploy on Thursdays, never on a Friday", "--type", "decision"],
      ["search", "when do we deploy?", "-n", "1"],
    ],
  },
};

/** Ids and days that are others at each run, as the pages have them. */
const SETTLED: readonly (readonly [pattern: RegExp, as: string])[] = [
  [/^Recall [0-9a-f]{8}-[0-9a-f-]{27}$/m, "Recall 01a1fdfa-460c-70f2-b13d-a3638c3fd076"],
  [/^Remembered [0-9a-f]{8}\b/m, "Remembered 5e202d4e"],
  [/\(memory [0-9a-f]{12}\)/g, "(memory 5e202d4e8de5)"],
  [/\bdecision, \d{4}-\d\d-\d\d$/m, "decision, 2026-11-22"],
];

const settled = (printed: string): string =>
  SETTLED.reduce((text, [pattern, as]) => text.replace(pattern, as), printed);

const blockOf = (name: string): RegExp =>
  new RegExp(`(<!-- ${name} -->\\n\`\`\`console\\n)([\\s\\S]*?)(\`\`\`\\n)`);

/** Commands of a page's recipes, as a shell would take them apart. */
function recipes(text: string): readonly (readonly string[])[] {
  const [, block = ""] = /<!-- recipes -->\n```sh\n([\s\S]*?)```\n/.exec(text) ?? [];
  const commands = [...block.matchAll(/^npx recall (.+)$/gm)].map(([, rest = ""]) => rest);
  return commands.map((rest) =>
    Array.from(rest.matchAll(/"([^"]*)"|(\S+)/g), ([, inner, word]) => inner ?? word ?? ""),
  );
}

const quoted = (word: string): string => (/^[\w./:=#-]+$/.test(word) ? word : `"${word}"`);

describe("the pages", () => {
  const home = mkdtempSync(join(tmpdir(), "recall-docs-"));
  const environment = { cwd: ROOT, env: { RECALL_HOME: home, XDG_CONFIG_HOME: home } };
  let server: Awaited<ReturnType<typeof startServer>>;

  beforeAll(async () => {
    server = await startServer({ root: ROOT, home, port: 0, secret: SECRET });
    await ensureAccess({ url: server.url, fetch }, home, SECRET);
    // What `npm start -- test/fixtures/notes` does before it says that it is ready.
    await runCli(["push", "test/fixtures/notes"], environment);
    // That there is no model is said by the first search of a day.
    await runCli(["search", "keys"], environment);
  });
  afterAll(async () => {
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  });

  it("have recipes that run and find something", async () => {
    const commands = recipes(readFileSync(join(ROOT, "docs/ranking.md"), "utf8"));
    expect(commands.length).toBeGreaterThanOrEqual(5);
    for (const args of commands) {
      const { code, stderr } = await runCli(args, environment);
      expect([args, code, stderr]).toEqual([args, 0, ""]);
    }
  });

  /** `UPDATE_DOCS=1 npx vitest run test/docs/sessions.long.test.ts` writes what the commands print into the pages. */
  it.each(Object.entries(SESSIONS))("show in %s what the commands really print", async (name, session) => {
    const { page, commands } = session;
    let transcript = "";
    for (const args of commands) {
      await untilEmbedded(server.url, home);
      const { stdout, stderr } = await runCli(args, environment);
      transcript += `$ npx recall ${args.map(quoted).join(" ")}\n${settled(`${stdout}${stderr}`.trimEnd())}\n\n`;
    }
    const text = readFileSync(join(ROOT, page), "utf8");
    const written = text.replace(
      blockOf(name),
      (_, open: string, __, close: string) => `${open}${transcript.trimEnd()}\n${close}`,
    );
    if (process.env.UPDATE_DOCS === "1") writeFileSync(join(ROOT, page), written);
    expect(text).toMatch(blockOf(name));
    expect(text).toBe(written);
  });
});
