import { readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { made } from "../../redaction/samples/random.ts";
import { fakeServer } from "../fake-server.ts";
import { runCli } from "../run-cli.ts";
import { temporaryFolder, writeInto } from "../temporary-folder.ts";

// Put together when the test runs, so that no scanner takes this file for a leak.
const make = made(7);
const token = ["gh", "p_", make.any(36)].join("");
const password = make.any(12);
const PEM = ["BEGIN", "END"].map((edge) => ["-----", edge, " PRIVATE", " KEY-----"].join(""));
const KEY = [PEM[0], make.base64(64), make.base64(64), PEM[1]].join("\n");

const FILES = {
  "n/deploy.md": `# Deploy\r\n\r\nUse ${token}, then call mysql -u app -p${password} shop\r\n`,
  "n/keys.md": `One\n${KEY}\nafter the key\n`,
  "n/plain.md": "# Plain\n\nNothing to hide.\n",
};

interface Sent {
  readonly path: string;
  readonly text: string;
}

async function world(files: Readonly<Record<string, string>> = FILES) {
  const server = await fakeServer();
  const cwd = temporaryFolder(files);
  const config = temporaryFolder();
  const env = { RECALL_URL: server.url, RECALL_TOKEN: "er_token", XDG_CONFIG_HOME: config };
  const run = (...args: readonly string[]) => runCli(args, { cwd, env });
  /** Texts by path that were uploaded since the last look. */
  const sent = (): Record<string, string> => {
    const bodies = server.seen.splice(0).map(({ body }) => body as { readonly documents?: readonly Sent[] });
    const documents = bodies.flatMap((body) => body?.documents ?? []);
    return Object.fromEntries(documents.map(({ path, text }) => [path, text]));
  };
  const push = async (...flags: readonly string[]) => {
    const { stdout } = await run("push", "n", "--json", ...flags);
    return { report: JSON.parse(stdout), sent: sent() };
  };
  return { server, cwd, config, run, push, sent };
}

it("sends marks in the place of secrets, line by line, and says where they were", async () => {
  const { run, push, sent } = await world();
  const { report, sent: texts } = await push();
  expect(texts).toEqual({
    "deploy.md":
      "# Deploy\r\n\r\nUse [redacted:github_token], then call mysql -u app -p[redacted:password] shop\r\n",
    "keys.md": "One\n[redacted:private_key]\n\n\n\nafter the key\n",
    "plain.md": FILES["n/plain.md"],
  });
  const places = [
    { path: "deploy.md", line: 3, kind: "github_token" },
    { path: "deploy.md", line: 3, kind: "password" },
    { path: "keys.md", line: 2, kind: "private_key" },
  ];
  expect(report).toMatchObject({ uploaded: 3, redacted: places });
  const { stdout } = await run("push", "n");
  expect(stdout).toContain("3 secrets in 2 files not sent");
  expect(stdout).toContain("  deploy.md:3  github_token\n");
  expect(stdout).not.toContain(token);
  expect(sent()).toEqual({});
});

it("keeps no secret on this machine or in an answer, and a second push sends nothing", async () => {
  const { config, push } = await world();
  await push();
  const again = await push();
  expect(again.report).toMatchObject({ uploaded: 0, unchanged: 3, redacted: { length: 3 } });
  expect(again.sent).toEqual({});
  const kept = readdirSync(config, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"));
  expect(kept.length).toBeGreaterThan(0);
  expect(kept.join("\n")).not.toContain(token);
});

it("says in a rehearsal what it would take out, and sends nothing", async () => {
  const { push } = await world();
  const { report, sent } = await push("--dry-run");
  expect(report).toMatchObject({ dryRun: true, redacted: { length: 3 } });
  expect(sent).toEqual({});
  expect((await push("--dry-run", "--secrets", "keep")).report.redacted).toEqual([]);
});

it("sends all secrets with --secrets keep, and takes them out again without it", async () => {
  const { run, push } = await world();
  const kept = await push("--secrets", "keep");
  expect(kept.sent["deploy.md"]).toBe(FILES["n/deploy.md"]);
  expect(kept.report.redacted).toEqual([]);
  const { sent, report } = await push();
  expect(Object.keys(sent)).toEqual(["deploy.md", "keys.md"]);
  expect(report).toMatchObject({ uploaded: 2, unchanged: 1 });
  const wrong = await run("push", "n", "--secrets", "hide");
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining("redact, keep") });
});

it("keeps the secrets of files that the root's own .recallignore names, and of no others", async () => {
  const line = "# secrets-keep: docs/*.md\n";
  const { push, cwd } = await world({
    ...{ "n/docs/example.md": `Use ${token} here\n`, "n/example.md": `Use ${token} here\n` },
    ...{ "n/sub/.recallignore": "# secrets-keep: *.md\n", "n/sub/other.md": `Use ${token} here\n` },
    "n/.recallignore": line,
  });
  const { sent, report } = await push();
  expect(sent).toEqual({
    "docs/example.md": `Use ${token} here\n`,
    "example.md": "Use [redacted:github_token] here\n",
    "sub/other.md": "Use [redacted:github_token] here\n",
  });
  expect(report.redacted).toMatchObject([{ path: "example.md" }, { path: "sub/other.md" }]);
  writeInto(cwd, "n/.recallignore", "");
  expect((await push()).sent).toEqual({ "docs/example.md": "Use [redacted:github_token] here\n" });
  writeInto(cwd, "n/.recallignore", `${line}#secrets-keep:/example.md\r\n`);
  expect(Object.keys((await push()).sent)).toEqual(["docs/example.md", "example.md"]);
});

it("takes secrets out of what a search pushes first, by the way of the push before", async () => {
  const { server, cwd, run, push, sent } = await world();
  server.answers.set("POST /v1/search", {
    ...{ outcome: "nothing_found", hits: [], degraded: [], use: { repaired: [] } },
    index: {
      version: 9,
      pendingChunks: 0,
      pendingSkipped: 0,
      failedDocuments: 0,
      embedder: "m",
      reranker: "r",
    },
  });
  await push();
  writeInto(cwd, "n/plain.md", `Now with ${token}\n`);
  const { stderr } = await run("search", "q", "--sync");
  expect(stderr).toContain("1 changed file pushed, 1 secret not sent");
  expect(sent()).toEqual({ "plain.md": "Now with [redacted:github_token]\n" });
  await push("--secrets", "keep");
  writeInto(cwd, "n/plain.md", `And now with ${token}\n`);
  await run("search", "q", "--sync");
  expect(sent()).toEqual({ "plain.md": `And now with ${token}\n` });
});

it("looks through files anew by other rules, and sends only those that come out otherwise", async () => {
  const { server, cwd, config, run, push, sent } = await world();
  for (const name of Object.keys(FILES)) utimesSync(join(cwd, name), 1, 1);
  await push("--secrets", "keep");
  server.answers.set("POST /v1/search", {
    ...{ outcome: "nothing_found", hits: [], degraded: [], use: { repaired: [] } },
    index: {
      version: 9,
      pendingChunks: 0,
      pendingSkipped: 0,
      failedDocuments: 0,
      embedder: "m",
      reranker: "r",
    },
  });
  const folder = join(config, "edge-recall", "pushed");
  const [name = ""] = readdirSync(folder);
  const note = JSON.parse(readFileSync(join(folder, name), "utf8"));
  // As an older version left it, which knew fewer secrets.
  writeFileSync(
    join(folder, name),
    JSON.stringify({ ...note, secrets: undefined, secretRules: "0".repeat(16) }),
  );
  await run("search", "q", "--sync");
  expect(Object.keys(sent())).toEqual(["deploy.md", "keys.md"]);
  await run("search", "q", "--sync");
  expect(sent()).toEqual({});
});

it("refuses a file that its marks make too long", async () => {
  const line = "pw:a1b2 \n";
  const { push } = await world({ "n/long.md": line.repeat(Math.floor(1_999_990 / line.length)) });
  const { report, sent } = await push();
  expect(sent).toEqual({});
  expect(report.failed).toMatchObject([{ path: "long.md", code: "too_large" }]);
});
