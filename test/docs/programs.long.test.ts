import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ensureAccess } from "../../src/cli/local/local-access.ts";
import { startServer } from "../../src/cli/local/start-server.ts";
import { answerOf, createClient } from "../../src/client/client.ts";
import { type Received, webhookReceiver } from "../support/webhook-receiver.ts";
import { pageText } from "./pages.ts";
import { placeClient } from "../examples/placed-client.ts";

const SECRET = "a secret for the programs of this page";
const CONFIG = {
  compilerOptions: {
    ...{ target: "es2022", module: "nodenext", lib: ["es2024", "dom"], types: ["node"], noEmit: true },
    ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
  },
  files: ["programs.ts"],
};

/** The page's blocks of a language, in their order: one program. */
const programIn = (language: string): string =>
  [...pageText("docs/programs.md").matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, "gms"))]
    .map(([, block]) => block)
    .join("\n");

describe("the programs of docs/programs.md", () => {
  const home = mkdtempSync(join(tmpdir(), "recall-programs-"));
  let server: Awaited<ReturnType<typeof startServer>>;
  let env: Record<string, string>;

  beforeAll(async () => {
    server = await startServer({ root: process.cwd(), home, port: 0, secret: SECRET });
    const { url, token } = await ensureAccess({ url: server.url, fetch }, home, SECRET);
    env = { RECALL_URL: url, RECALL_TOKEN: token, PATH: process.env.PATH ?? "" };
  });
  beforeEach(async () => {
    const { v1 } = createClient(env.RECALL_URL ?? "", env.RECALL_TOKEN ?? "");
    const { memories } = await answerOf(v1.memories.$get({ query: {} }));
    for (const { id } of memories) await v1.memories[":id"].$delete({ param: { id }, query: { now: true } });
    for (const root of ["faq", "policies"])
      await v1.roots[":root"].$delete({ param: { root }, query: {} }).catch(() => undefined);
    rmSync(join(home, "changes.cursor"), { force: true });
  });
  afterAll(async () => {
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  });

  const run = (command: string, args: readonly string[]): Promise<string> =>
    new Promise((done, reject) => {
      const child = spawn(command, args, { cwd: home, env });
      let output = "";
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding("utf8").on("data", (text: string) => {
          output += text;
        });
      child.on("error", reject);
      child.on("close", (code) => (code === 0 ? done(output) : reject(new Error(output))));
    });

  /** What TypeScript and Python print alike. */
  const told = (printed: string): void => {
    expect(printed).toMatch(/^(?:faq:)?keys\.md#L1-L3 [\d.]+ # Keys/);
    expect(printed).toMatch(/\[ ?'kept', 'invalid_input' ?\]/);
    expect(printed).toContain('not_found 404 There is no document "nowhere.md"');
    expect(printed).toMatch(/\n\[ ?'refunds.md' ?\]\nRefunds are paid within five days\.\n/);
    expect(printed).toContain("\n2\n1\n");
    expect(printed).toContain("\nfaq:keys.md#L1-L3\nfaq:releases/2.md#L1\n");
    expect(printed).toMatch(/\ngenerator_unavailable\n/);
    expect(printed).toContain("\nadded faq keys.md\n");
    expect(printed).toContain("\nremoved policies draft.md\n");
    expect(printed).toContain("\nkeys.md\nreleases/1.md\nreleases/2.md\nreleases/3.md\n");
    expect(printed).toContain("[faq:keys.md#L1-L3]\n# Keys\n\nSigning keys are rotated every 90 days.\n");
    expect(printed).toMatch(/\nconflict\n/);
    expect(printed).toMatch(/\ntrue false false false\n$/i);
  };

  /** A message that the server signed, and its secret. */
  const signedMessage = async (): Promise<{ readonly secret: string; readonly message: Received }> => {
    const { v1 } = createClient(env.RECALL_URL ?? "", env.RECALL_TOKEN ?? "");
    const receiver = await webhookReceiver();
    try {
      const { id, secret } = await answerOf(v1.webhooks.$post({ json: { url: receiver.url } }));
      await v1.webhooks[":id"].test.$post({ param: { id } });
      await v1.webhooks[":id"].$delete({ param: { id } });
      const [message] = receiver.received;
      if (message === undefined) throw new Error("nothing was posted");
      return { secret, message };
    } finally {
      receiver.close();
    }
  };
  /** What verifies is asked of the message, of another body, under another secret, and at another time. */
  const attempts = async (): Promise<readonly (readonly [string, Received["signed"], string])[]> => {
    const { secret, message } = await signedMessage();
    const { signed, body } = message;
    const late = { ...signed, "webhook-timestamp": String(Number(signed["webhook-timestamp"]) - 600) };
    return [
      [secret, signed, body],
      [secret, signed, `${body} `],
      [`whsec_${btoa("another secret of 24 byte")}`, signed, body],
      [secret, late, body],
    ];
  };

  it("type-check as the package's types are written, and run, in TypeScript", async () => {
    placeClient(home);
    symlinkSync(resolve("node_modules/@types"), join(home, "node_modules", "@types"));
    writeFileSync(join(home, "package.json"), JSON.stringify({ type: "module" }));
    writeFileSync(join(home, "tsconfig.json"), JSON.stringify(CONFIG));
    const verified = `const all: [string, Record<string, string>, string][] = ${JSON.stringify(await attempts())};
for (const [at, [secret, signed, body]] of all.entries())
  verdicts[at] = await isGenuine(secret, new Headers(signed), body);
console.log(verdicts.join(" "));
`;
    const program = `${programIn("ts")}\nconst verdicts: boolean[] = [];\n${verified}`;
    writeFileSync(join(home, "programs.ts"), program);
    // Readers have `strict` alone more often than all that this repository has.
    for (const more of [[], ["--exactOptionalPropertyTypes", "false", "--noUncheckedIndexedAccess", "false"]])
      expect(
        await run(process.execPath, [resolve("node_modules/typescript/bin/tsc"), "-p", ".", ...more]),
      ).toBe("");
    const printed = await run(process.execPath, ["programs.ts"]);
    told(printed);
    expect(printed).toContain("\nended by its caller\n");
  });

  it("run in Python, with the one file", async () => {
    cpSync("examples/python/edge_recall.py", join(home, "edge_recall.py"));
    const verified = `for_each = ${JSON.stringify(await attempts())}
print(*[is_genuine(secret, signed, body.encode()) for secret, signed, body in for_each])
`;
    writeFileSync(join(home, "programs.py"), `${programIn("python")}\n${verified}`);
    told(await run("python3", ["programs.py"]));
  });

  it("run in a shell", async () => {
    writeFileSync(join(home, "programs.sh"), programIn("sh"));
    const printed = await run("bash", ["-e", "programs.sh"]);
    expect(printed).toMatch(/"citation":"(?:faq:)?keys\.md#L1-L3"/);
    expect(printed).toContain("curl ended with 22");
    expect(printed).toContain("\nnot_found\n");
    expect(printed).toContain("\nkeys.md\nreleases/1.md\n");
    expect(printed).toContain("no answer");
    expect(printed).toContain('["added","faq","keys.md"]');
    expect(printed.match(/"hits":\[\{/g)).toHaveLength(5);
  });
});

it("the Python client is what `npm run docs` writes", async () => {
  const { pythonClient } = await import("../../scripts/docs/python.ts");
  expect(readFileSync("examples/python/edge_recall.py", "utf8")).toBe(pythonClient());
});
