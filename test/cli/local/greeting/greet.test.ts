import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { type Greeting, greet, sayNext } from "../../../../src/cli/local/greeting/greet.ts";
import type { LocalApi } from "../../../../src/cli/local/local-access.ts";
import { bareHit, found } from "../../../support/found.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const CONFIG = { url: "http://127.0.0.1:1", token: "t0" };
const LEFT_OUT = { secrets: [], rows: [] };
const REPORT = { root: "n", files: 2, uploaded: 1, failed: [], recoded: [], redacted: [], leftOut: LEFT_OUT };
const PUSH = existsSync(join(homedir(), "notes")) ? "push ~/notes" : "push . --dry-run";
const pushOf = (folder: string) => PUSH.replace(" . ", ` ${folder} `);

/** A command line that prints these things and ends so. */
const program = (stdout: string, code = 0, stderr = "") =>
  `process.stdout.write(${stdout}); process.stderr.write(${JSON.stringify(stderr)}); process.exitCode = ${code};`;

interface World extends Partial<Greeting> {
  readonly script?: string;
  readonly isClone?: boolean;
  /** Heading of the one document, which a search for it finds. */
  readonly heading?: string;
  readonly roots?: readonly string[];
  readonly link?: string;
}

async function greeted({
  script = program("'{}'"),
  isClone = false,
  heading,
  roots = ["n"],
  link,
  ...more
}: World) {
  const root = temporaryFolder({ "bin/recall.js": script, ...(isClone && { "src/local.ts": "" }) });
  const answer = async (input: RequestInfo | URL): Promise<Response> => {
    const { pathname } = new URL(String(input));
    if (pathname === "/v1/documents")
      return Response.json({ documents: heading === undefined ? [] : [{ path: "a.md", chunks: 1 }] });
    if (pathname === "/v1/search") {
      const hit = bareHit({ path: "a.md", citation: "a.md#L1", headings: [], text: "shown" });
      return Response.json(found([hit], { recallId: "01a200f5-b509-7916-92b3-d35a73ca0ddd" }));
    }
    const status = {
      chunks: 1_234,
      index: { pendingChunks: 0 },
      roots: roots.map((name) => ({ root: name })),
    };
    return Response.json(status);
  };
  const lines: string[] = [];
  const say = (line: string) => void lines.push(...line.split("\n"));
  const printed = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  onTestFinished(() => printed.mockRestore());
  const greeting: Greeting = {
    ...{ root, home: "/the home", isUsualHome: true, folder: undefined, config: CONFIG, say, show: say },
    ...{ api: { url: CONFIG.url, fetch: answer as typeof fetch } satisfies LocalApi },
    ...{ signal: new AbortController().signal, ...more },
  };
  const sample = await greet(greeting);
  if (!greeting.signal.aborted) sayNext(greeting, sample, link);
  const shown = printed.mock.calls.map(([text]) => String(text)).join("");
  printed.mockRestore();
  return { lines: lines.map((line) => line.replace(/[\d.]+ s$/, "S")), shown, root };
}

const PLACE = ["", `  Page   ${CONFIG.url}/`, `  URL    ${CONFIG.url}`, "  Token  t0", ""];
const END = ["", "Ctrl-C stops the server; what was pushed stays."];

describe("a start", () => {
  it("without a folder says that nothing is pushed, where it is and what to do", async () => {
    expect((await greeted({})).lines).toEqual([
      "  nothing is pushed by itself: `recall push` sends a folder",
      ...PLACE,
      "Try next, in another terminal, in this folder:",
      ...["  recall status", `  recall ${PUSH}`, "  recall help"],
      ...END,
    ]);
  });

  it("opens the page signed in, by a link that is no token", async () => {
    const { lines } = await greeted({ link: "rcs_1" });
    const at = lines.indexOf(`  Page   ${CONFIG.url}/#link=rcs_1`);
    expect(lines.slice(at + 1, at + 4)).toEqual([
      "         opens signed in, once, within 15 minutes; the browser stays signed in",
      `  URL    ${CONFIG.url}`,
      "  Token  t0",
    ]);
  });

  it("names its home where the command line would not find it, and itself by its clone", async () => {
    const { lines, root } = await greeted({ isUsualHome: false, isClone: true });
    expect(lines).toContain(`Try next, in another terminal, in ${root}:`);
    expect(lines).toContain("  RECALL_HOME='/the home' npx recall status");
  });

  it("that was stopped says no more", async () => {
    expect((await greeted({ signal: AbortSignal.abort() })).lines).toEqual([
      "  nothing is pushed by itself: `recall push` sends a folder",
    ]);
  });

  it("pushes its folder to its own home, and tells what was pushed", async () => {
    const report = `JSON.stringify({ ...${JSON.stringify(REPORT)}, files: 2000, uploaded: 1000 })`;
    const folder = temporaryFolder();
    const { lines } = await greeted({ folder, script: program(report) });
    expect(lines.slice(0, 3)).toEqual([
      `  pushing ${folder} …`,
      "  2,000 files, 1,000 of them new or changed",
      "  1,234 passages in the index, ready after S",
    ]);
    expect(lines).toContain(`  recall ${pushOf(folder)}`);
  });

  it("tells what was left out and why, and what was sent otherwise than it is", async () => {
    const rows = [
      { reason: "binary", ending: "png", files: 6, folders: 0, places: [{ path: "", files: 6 }] },
    ];
    const report = {
      ...REPORT,
      leftOut: { secrets: [".env"], rows },
      recoded: [{ path: "old.txt", encoding: "windows-1252" }],
      redacted: [{ path: "a.md", line: 3, kind: "github_token" }],
    };
    const { lines } = await greeted({ folder: "/x", script: program(`'${JSON.stringify(report)}'`) });
    expect(lines.slice(1, 7)).toEqual([
      "  Left out as likely secrets: .env",
      "  Left out (recall push --why PATH says why one file is):",
      "    6 PNG files: no text",
      "  old.txt in Windows-1252, sent as UTF-8.",
      "  1 secret in 1 file not sent, a mark instead (--secrets keep sends them):",
      "    a.md:3  github_token",
    ]);
  });

  it.each<[string, string, string]>([
    ["an answer's failure", program(`'{"error":{"message":"no\\\\u0007"}}'`, 3, "not this"), "(exit 3): no␇"],
    ["what was said", program("'nothing'", 2, " said \n"), "(exit 2): said"],
    ["what was printed where nothing was said", program("' printed '", 1), "(exit 1): printed"],
    [
      "the home, the folder and no other server",
      program(
        "JSON.stringify({error:{message:[...process.argv.slice(2), process.env.RECALL_HOME, process.env.RECALL_URL]+''}})",
        2,
      ),
      "(exit 2): push,/x/notes,--json,/the home,",
    ],
  ])("that cannot push says why: %s", async (_, script, why) => {
    const { lines } = await greeted({ folder: "/x/notes", script });
    expect(lines.slice(0, 2)).toEqual(["  pushing /x/notes …", `  The folder could not be pushed ${why}`]);
    expect(lines.filter((line) => line.includes("files,"))).toEqual([]);
    expect(lines).toContain("  recall status");
  });

  it.each([
    [3, []],
    [5, ["  not pushed: 2 more; `recall push` names them"]],
  ])("names three of %d files that were not pushed", async (amount, more) => {
    const failed = Array.from({ length: amount }, (_, at) => ({ path: `${at}\u0007.md`, message: "no" }));
    const script = program(`'${JSON.stringify({ ...REPORT, failed }).replaceAll("\\", "\\\\")}'`);
    const { lines } = await greeted({ folder: "/x", script });
    expect(lines.filter((line) => line.startsWith("  not pushed"))).toEqual([
      ...[0, 1, 2].map((at) => `  not pushed: ${at}␇.md: no`),
      ...more,
    ]);
  });

  it.each([
    [["n"], ["search 'Rotating the keys' --full", "get a.md:1-20"]],
    [
      ["n", "m"],
      ["search --root n 'Rotating the keys' --full", "get n:a.md:1-20"],
    ],
  ])(
    "shows a search of its folder without its id, and how to repeat it, of the roots %j",
    async (roots, next) => {
      const heading = "Rotating the keys";
      const folder = temporaryFolder({ "a.md": `## ${heading}\n` });
      const { lines, shown } = await greeted({
        folder,
        heading,
        roots,
        script: program(`'${JSON.stringify(REPORT)}'`),
      });
      expect(lines).toContain(`A sample search, from a.md: ${heading}`);
      expect(shown).toBe("1. a.md#L1  73%\n   shown\n");
      const at = lines.indexOf("Try next, in another terminal, in this folder:");
      expect(lines.slice(at + 1, at + 4)).toEqual(
        [...next, pushOf(folder)].map((command) => `  recall ${command}`),
      );
    },
  );
});
